import { expect, it } from 'vitest'
import { closeWorkspace, openWorkspace } from '#src/db/workspace.ts'
import { openDevice } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

async function openWatched() {
  const device = await openDevice()
  const seen = { broken: 0 }
  const workspace = await openWorkspace(device.session, device.options, {
    onOutdated: () => undefined,
    onBroken: () => (seen.broken += 1),
  })
  return { workspace, seen }
}

it('a database that this page closes itself stays closed and is no failure (D8)', async () => {
  const { workspace, seen } = await openWatched()
  closeWorkspace(workspace)
  await expect(workspace.outbox.drafts.count()).rejects.toThrow(/closed/i)
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen.broken).toBe(0)
  expect([workspace.mirror.isOpen(), workspace.outbox.isOpen()]).toEqual([false, false])
})

it('one that the browser closes is opened once more, and its readers are told; the second time is a failure (D6)', async () => {
  const { workspace, seen } = await openWatched()
  const before = workspace.reopened.read()
  // What Dexie does when the browser says 'close' of a connection.
  workspace.outbox.close({ disableAutoOpen: false })
  await waitFor('the readers to be told', () => workspace.reopened.read() > before)
  expect(await workspace.outbox.drafts.count()).toBe(0)
  expect(seen.broken).toBe(0)
  workspace.outbox.close({ disableAutoOpen: false })
  await waitFor('the failure to be said', () => seen.broken === 1)
  closeWorkspace(workspace)
})
