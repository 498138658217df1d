import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { createAttempt } from '#src/sync/attempt-job.ts'
import { createFlushLoop } from '#src/sync/flush-loop.ts'
import { openDesk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { fillOutbox } from '#tests/support/full-storage.ts'
import { isSendCall } from '#tests/support/holding.ts'
import { makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'
import { passTime, stopTime } from '#tests/support/virtual-time.ts'

beforeEach(() => {
  stopTime(NOON)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a flush that throws', () => {
  it('comes back by itself: what waits is sent once there is room', async () => {
    const desk = await openDesk(() => Promise.resolve(answerJson(200, makeMessageRow('c', 'm', 0))))
    const storage = await fillOutbox(desk.workspace, 'operations')
    const context = { ...desk.context, clock: { now: () => Date.now() } }
    const flushes = createFlushLoop(context, createAttempt(context.signal), {
      claimant: { holderId: 'page', onProgress: () => undefined },
      isLineUp: () => true,
      pull: () => Promise.resolve(),
    })
    await sendMessage(desk.workspace, 'c', 'Good evening', Date.now())
    // Each write is tried again after making room.
    storage.fail(6)
    flushes.run()
    await passTime(20_000)
    expect(storage.failed()).toBe(6)
    expect(desk.line.calls.filter(isSendCall)).toHaveLength(1)
    expect(await desk.operations()).toEqual([])
    flushes.stop()
  })
})
