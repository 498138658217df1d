import { describe, expect, it, vi } from 'vitest'
import { makeFileId, stageFile } from '#src/actions/attach-files.ts'
import { finishSignOuts } from '#src/actions/finish-sign-outs.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { signOut } from '#src/actions/session-sign-out.ts'
import { readDrafts } from '#src/db/outbox/drafts.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import { readAllStaged } from '#src/db/outbox/staged-files.ts'
import { readUnsentWork } from '#src/db/outbox/unsent-work.ts'
import { readPendingClearings } from '#src/db/session/pending-clearings.ts'
import { endSession } from '#src/db/session/sessions.ts'
import { NOON, openDevice, TEST_ORIGIN, type LocalDevice } from '#tests/support/local.ts'

const NOTHING = { operations: [], drafts: [], staged: [], bytes: 0 }

/** A message, a draft and two files that somebody is about to throw away. */
async function openWithWork() {
  const device = await openDevice()
  const { workspace } = device
  await sendMessage(workspace, 'c', 'Unsent', NOON)
  await saveDraft(workspace, 'c', 'Half a thought', NOON)
  await saveDraft(workspace, 'd', 'Another', NOON)
  const [first, second] = [makeFileId(), makeFileId()]
  for (const id of [first, second]) await stage(device, id)
  return { ...device, first, second }
}

async function stage({ workspace }: LocalDevice, id: string): Promise<void> {
  const file = { name: id, type: 'image/png' as const, bytes: new ArrayBuffer(8) }
  expect(await stageFile(workspace, 'f', id, file, NOON)).toBe('staged')
}

async function readLeft({ workspace: { outbox } }: LocalDevice) {
  const operations = await readOperations(outbox)
  return {
    operations: operations.map((each) => (each.kind === 'send' ? each.payload.text : each.id)),
    drafts: (await readDrafts(outbox)).map(({ text }) => text),
    staged: (await readAllStaged(outbox)).map(({ id }) => id),
    bytes: await outbox.files.count(),
  }
}

/** The session ends as a page has it end that dies over the rest. */
async function endAndDie({ sessionDb, workspace }: LocalDevice): Promise<void> {
  await endSession(sessionDb, TEST_ORIGIN, NOON, 'discard', await readUnsentWork(workspace.outbox))
}

/** What another tab does as soon as it hears of the end. */
async function hearOfIt({ sessionDb, options }: LocalDevice): Promise<void> {
  await finishSignOuts({ sessionDb, databases: options, unsubscribeAlerts: () => Promise.resolve() })
  expect(await readPendingClearings(sessionDb)).toEqual([])
}

describe("what 'discard' is said of at a sign-out (D8)", () => {
  it('is all that is unsent then', async () => {
    const device = await openWithWork()
    await endAndDie(device)
    await hearOfIt(device)
    expect(await readLeft(device)).toEqual(NOTHING)
  })

  it('is not what another tab takes in before it has heard of the end', async () => {
    const device = await openWithWork()
    const { workspace, first } = device
    await endAndDie(device)
    await saveDraft(workspace, 'c', 'Half a thought, no, a whole one', NOON)
    await sendMessage(workspace, 'd', 'Another', NOON)
    await sendMessage(workspace, 'f', '', NOON, null, [first])
    await hearOfIt(device)
    expect(await readLeft(device)).toEqual({
      operations: ['Another', first],
      drafts: ['Half a thought, no, a whole one'],
      staged: [],
      bytes: 1,
    })
  })

  it('names rows, and none of their words', async () => {
    const device = await openWithWork()
    const { sessionDb, second } = device
    await endAndDie(device)
    const noted = JSON.stringify(await readPendingClearings(sessionDb))
    expect(noted).toContain(second)
    expect(noted).not.toMatch(/Unsent|thought|Another/)
  })

  it('is everything where it can’t be listed: nobody stays signed in for that', async () => {
    const device = await openWithWork()
    const { sessionDb, workspace } = device
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(workspace.outbox.drafts, 'toArray').mockRejectedValueOnce(new Error('The disk is broken.'))
    await signOut(sessionDb, workspace, 'discard', NOON)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(await readLeft(device)).toEqual(NOTHING)
    expect((await sessionDb.sessions.get(TEST_ORIGIN))?.status).toBe('signed-out')
  })
})
