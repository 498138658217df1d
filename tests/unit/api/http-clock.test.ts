import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTarget, createTrickle, failureOf, get } from '#tests/support/faulty-target.ts'
import { NOON } from '#tests/support/local.ts'

beforeEach(() => vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

describe('the clock (I8)', () => {
  it("tells the environment's clock minus the device's", async () => {
    const date = new Date(NOON - 60_000).toUTCString()
    const { target, offsets } = createTarget(
      { status: 200, body: { id: 'c' }, headers: { date } },
      { status: 200, body: { id: 'c' } },
    )
    await get(target)
    await get(target)
    expect(offsets).toEqual([-60_000])
  })

  it('is read as the answer begins: a body that takes its time moves no clock', async () => {
    const { target, part, end } = createTrickle({ date: new Date(NOON).toUTCString() })
    const offsets: number[] = []
    const answer = get({ ...target, onClockOffset: (ms) => offsets.push(ms) })
    await vi.advanceTimersByTimeAsync(0)
    for (let second = 0; second < 30; second += 10) {
      part(second === 0 ? '{"id":"c"' : ' ')
      await vi.advanceTimersByTimeAsync(10_000)
    }
    part('}')
    end()
    await answer
    expect(offsets).toEqual([0])
  })

  it("a login page's clock is not the environment's", async () => {
    const { target, offsets } = createTarget({
      status: 200,
      body: '<html>Welcome',
      headers: { date: new Date(NOON - 3_600_000).toUTCString() },
    })
    await failureOf(get(target))
    expect(offsets).toEqual([])
  })
})
