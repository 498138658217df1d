import { vi } from 'vitest'

/** How far the clock moves at a time, ms: fine enough for a backoff that begins at a second. */
const STEP_MS = 250
/** Turns of the real event loop after each step: a database's transactions take several. */
const TURNS = 24

/** From now on timers and clocks stand still until `passTime`; databases go on, since what they wait for is no timer. */
export function stopTime(now: number): void {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
}

/** Lets `ms` pass, step by step, so that whatever each step begins is done before the next. */
export async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    vi.advanceTimersByTime(STEP_MS)
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
