import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPasses, PASS_AFTER_MS } from '#src/app/effects/passes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('many reasons are one pass; one that comes during it is another after it, and none comes after the end', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const passes = createPasses(work)
  for (let reason = 0; reason < 5; reason += 1) passes.ask()
  await vi.advanceTimersByTimeAsync(PASS_AFTER_MS)
  expect(work).toHaveBeenCalledTimes(1)
  passes.ask()
  await vi.advanceTimersByTimeAsync(10 * PASS_AFTER_MS)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(PASS_AFTER_MS)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  passes.ask()
  passes.stop()
  passes.ask()
  await vi.advanceTimersByTimeAsync(10 * PASS_AFTER_MS)
  expect(work).toHaveBeenCalledTimes(2)
})
