import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOAD_RETRY_MAX_MS, LOAD_RETRY_MS, loadUntilThere } from '#src/lib/load-until-there.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => vi.useRealTimers())

function load(failures: number) {
  const stopped = new AbortController()
  const listeners = new Set<() => void>()
  const job = vi.fn(() =>
    job.mock.calls.length > failures ? Promise.resolve('the part') : Promise.reject(new TypeError('no line')),
  )
  const onReturn = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const done = vi.fn()
  const onChunkStuck = vi.fn()
  void loadUntilThere(job, onReturn, stopped.signal, onChunkStuck).then(done)
  return {
    job,
    onChunkStuck,
    done,
    stopped,
    comeBack: () => [...listeners].forEach((listener) => listener()),
    countListeners: () => listeners.size,
  }
}

describe('a part of the app that is waited for', () => {
  it('is asked for again every few seconds until it arrives', async () => {
    const { job, done, countListeners } = load(3)
    await vi.advanceTimersByTimeAsync(3 * LOAD_RETRY_MS - 1)
    expect([job.mock.calls.length, done.mock.calls]).toEqual([3, []])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalledExactlyOnceWith('the part')
    expect([countListeners(), vi.getTimerCount()]).toEqual([0, 0])
  })

  it('at once when a person or the line comes back', async () => {
    const { done, comeBack } = load(1)
    await vi.advanceTimersByTimeAsync(0)
    comeBack()
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveBeenCalledExactlyOnceWith('the part')
  })

  it('and is said to be kept as failed from the third failure on', async () => {
    const { onChunkStuck } = load(9)
    await vi.advanceTimersByTimeAsync(2 * LOAD_RETRY_MS - 1)
    expect(onChunkStuck).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onChunkStuck).toHaveBeenCalledOnce()
  })

  it('less and less often, so that one that stays away costs a call a minute', async () => {
    const { job } = load(99)
    await vi.advanceTimersByTimeAsync(2 * LOAD_RETRY_MS)
    expect(job).toHaveBeenCalledTimes(3)
    // After 5, 10, 20 and 40 s more.
    await vi.advanceTimersByTimeAsync(15 * LOAD_RETRY_MS)
    expect(job).toHaveBeenCalledTimes(7)
    await vi.advanceTimersByTimeAsync(3 * LOAD_RETRY_MAX_MS)
    expect(job).toHaveBeenCalledTimes(10)
  })

  it('and no more once nobody wants it', async () => {
    const { job, done, stopped } = load(9)
    await vi.advanceTimersByTimeAsync(0)
    stopped.abort()
    await vi.advanceTimersByTimeAsync(10 * LOAD_RETRY_MS)
    expect(job).toHaveBeenCalledOnce()
    expect(done).toHaveBeenCalledExactlyOnceWith(null)
  })
})
