import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnectionStore } from '#src/lib/connection.ts'
import { createLine } from '#src/sync/line.ts'
import { createRetryTimer, RETRY_MAX_MS, RETRY_MIN_MS } from '#src/sync/retry-timer.ts'
import { createSingleFlight } from '#src/sync/single-flight.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('single flight (I2, I3: the dirty-again bit)', () => {
  function createJobs() {
    const log: string[] = []
    const open: { end: () => void; fail: () => void }[] = []
    const run = createSingleFlight(() => {
      const number = open.length + 1
      log.push(`begin ${number}`)
      return new Promise<number>((resolve, reject) => {
        open.push({
          end: () => (log.push(`end ${number}`), resolve(number)),
          fail: () => reject(new Error(`job ${number} failed`)),
        })
      })
    })
    return { run, log, open }
  }

  it('calls while one runs share one further run, which begins after it', async () => {
    const { run, log, open } = createJobs()
    const first = run()
    const others = [run(), run(), run()]
    expect(log).toEqual(['begin 1'])
    open[0]?.end()
    expect(await first).toBe(1)
    await vi.advanceTimersByTimeAsync(0)
    open[1]?.end()
    expect(await Promise.all(others)).toEqual([2, 2, 2])
    expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
  })

  it('a run that fails fails its own callers and not the next ones', async () => {
    const { run, open } = createJobs()
    const first = run()
    const next = run()
    open[0]?.fail()
    await expect(first).rejects.toThrow('job 1 failed')
    await vi.advanceTimersByTimeAsync(0)
    open[1]?.end()
    expect(await next).toBe(2)
    const third = run()
    open[2]?.end()
    expect(await third).toBe(3)
  })
})

describe('the retry timer (CONTRACT section 4)', () => {
  it('first 1 s after a failure, then with jitter up to 30 s; a success begins anew', () => {
    const times: number[] = []
    let random = 0.999
    const timer = createRetryTimer(
      () => times.push(Date.now()),
      () => random,
    )
    const waitFor = () => {
      const from = Date.now()
      timer.scheduleRetry()
      vi.runOnlyPendingTimers()
      return (times.at(-1) ?? 0) - from
    }
    const waits = Array.from({ length: 8 }, waitFor)
    expect(waits[0]).toBe(RETRY_MIN_MS)
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    expect(Math.max(...waits)).toBe(RETRY_MAX_MS)
    random = 0
    expect(waitFor()).toBe(RETRY_MIN_MS)
    timer.reset()
    random = 0.999
    expect(waitFor()).toBe(RETRY_MIN_MS)
  })

  it('is set once at a time and can be stopped', () => {
    const job = vi.fn()
    const timer = createRetryTimer(job, () => 0.5)
    timer.scheduleNext(5_000)
    timer.scheduleNext(60_000)
    vi.advanceTimersByTime(59_999)
    expect(job).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(job).toHaveBeenCalledOnce()
    timer.scheduleRetry()
    timer.stop()
    vi.advanceTimersByTime(RETRY_MAX_MS * 2)
    expect(job).toHaveBeenCalledOnce()
  })
})

describe('the line, from real traffic (DESIGN section 5)', () => {
  it('says live only with an answer and an open socket', () => {
    const store = createConnectionStore(0)
    const line = createLine(store, () => 7)
    const kinds = [store.get().kind]
    const note = (act: () => void) => {
      act()
      kinds.push(store.get().kind)
    }
    note(() => line.noteSocket(true))
    note(() => line.note('answered'))
    note(() => line.note('unreachable'))
    note(() => line.note('login-page'))
    note(() => line.note('answered'))
    note(() => line.noteSocket(false))
    note(() => line.noteSignedOut())
    note(() => line.note('answered'))
    expect(kinds).toEqual([
      'connecting',
      'connecting',
      'live',
      'offline',
      'captive-portal',
      'live',
      'connecting',
      'signed-out',
      'signed-out',
    ])
    expect(line.isUp()).toBe(false)
    // What is pulled under the token says more than one call that was refused it.
    note(() => line.notePull('done'))
    expect(kinds.at(-1)).toBe('connecting')
    expect(line.isUp()).toBe(true)
  })

  it('calls back each time the line comes or goes, and only then', () => {
    const reading = fc.constantFrom('answered' as const, 'unreachable' as const, 'login-page' as const)
    fc.assert(
      fc.property(fc.array(reading), (readings) => {
        const line = createLine(createConnectionStore(0), () => 0)
        const changes: boolean[] = []
        const stop = line.onChange((isUp) => changes.push(isUp))
        const expected: boolean[] = []
        for (const [index, each] of readings.entries()) {
          const wasUp = readings[index - 1] === 'answered'
          if (wasUp !== (each === 'answered')) expected.push(!wasUp)
          line.note(each)
          expect(line.isUp()).toBe(each === 'answered')
        }
        expect(changes).toEqual(expected)
        stop()
        line.note('unreachable')
        line.note('answered')
        expect(changes).toEqual(expected)
      }),
    )
  })
})
