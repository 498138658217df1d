import { describe, expect, it } from 'vitest'
import { putMessages } from '#src/db/mirror/messages.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import { putFetchRequest } from '#src/db/mirror/fetch-requests.ts'
import { NEWEST_WINDOW, readPlace, readThread, type ThreadReading } from '#src/db/thread.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { stepNewer, stepOlder } from '#src/features/messenger/thread/thread-window.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { at, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const COUNT = 500

async function openThread(): Promise<Workspace> {
  const { workspace } = await openDevice()
  await putMessages(
    workspace.mirror,
    Array.from({ length: COUNT }, (_, n) => makeMessageRow('c', `m${n}`, n)),
  )
  await patchThread(workspace.mirror, 'c', { historyFrom: at(0), isComplete: true })
  await sendMessage(workspace, 'c', 'waiting', NOON)
  return workspace
}

const read = (workspace: Workspace, { limit, until }: ThreadReading['window']) =>
  readThread(workspace, 'c', limit, until)
const numbers = ({ entries }: ThreadReading) =>
  entries.flatMap((entry) => (entry.type === 'message' ? [Number(entry.message.id.slice(1))] : []))
const countWaiting = ({ entries }: ThreadReading) => entries.filter(({ type }) => type === 'operation').length

describe('the window of a thread', () => {
  it('goes back to the first message and forth to the last, without a gap, and never grows past its size', async () => {
    const workspace = await openThread()
    let reading = await read(workspace, NEWEST_WINDOW)
    expect([numbers(reading).at(-1), countWaiting(reading)]).toEqual([COUNT - 1, 1])
    for (let steps = 0; reading.hasOlderMirrored; steps += 1) {
      expect(steps).toBeLessThan(COUNT)
      const before = numbers(reading)
      reading = await read(workspace, stepOlder(reading))
      const after = numbers(reading)
      expect(after.length).toBeLessThanOrEqual(180)
      expect(after.at(-1)).toBeGreaterThanOrEqual(before[0] ?? 0)
      expect(after[0]).toBeLessThan(before[0] ?? 0)
      expect(after).toEqual(Array.from(after, (_, index) => (after[0] ?? 0) + index))
    }
    expect([numbers(reading)[0], countWaiting(reading)]).toEqual([0, 0])
    for (let steps = 0; reading.newerUntil !== undefined; steps += 1) {
      expect(steps).toBeLessThan(COUNT)
      const before = numbers(reading)
      reading = await read(workspace, stepNewer(reading))
      expect(numbers(reading)[0]).toBeLessThanOrEqual(before.at(-1) ?? 0)
      expect(numbers(reading).at(-1)).toBeGreaterThan(before.at(-1) ?? 0)
    }
    expect([numbers(reading).at(-1), countWaiting(reading)]).toEqual([COUNT - 1, 1])
    expect(stepNewer(reading)).toEqual(reading.window)
  })

  it('opens around a message that is looked for', async () => {
    const workspace = await openThread()
    const place = await readPlace(workspace, 'c', 'm250')
    if (place.type !== 'here') throw new Error(`the message is ${place.type}`)
    const reading = await read(workspace, place.window)
    expect(numbers(reading)).toContain(250)
    expect(numbers(reading).at(-1)).toBe(310)
    const newest = await readPlace(workspace, 'c', 'm480')
    expect(newest).toMatchObject({ type: 'here', window: { until: null } })
  })

  it('says where a message is not among those that are unbroken (I10), of another chat, or gone', async () => {
    const workspace = await openThread()
    await patchThread(workspace.mirror, 'c', { historyFrom: at(300), isComplete: false })
    const older = { kind: 'older', chatId: 'c' } as const
    expect(await readPlace(workspace, 'c', 'm250')).toEqual({ type: 'earlier', ask: older })
    await workspace.mirror.transaction('rw', workspace.mirror.fetchRequests, () =>
      putFetchRequest(workspace.mirror, older, NOON),
    )
    expect(await readPlace(workspace, 'c', 'm250')).toEqual({ type: 'earlier', ask: null })
    expect(await readPlace(workspace, 'other', 'm250')).toEqual({ type: 'nowhere' })
    const unknown = { kind: 'message', chatId: 'c', messageId: 'never' } as const
    expect(await readPlace(workspace, 'c', 'never')).toEqual({ type: 'earlier', ask: unknown })
    await workspace.mirror.fetchRequests.put({
      key: 'message:never',
      request: unknown,
      askedAt: NOON,
      problem: 'not-found',
      failures: 1,
      nextAt: null,
    })
    expect(await readPlace(workspace, 'c', 'never')).toEqual({ type: 'nowhere' })
  })
})
