import { backOff } from '#src/domain/outbox/timing.ts'

/** First wait after a failure, and the longest (CONTRACT section 4). */
export const RETRY_MIN_MS = 1_000
export const RETRY_MAX_MS = 30_000

/** The longest sleep until a time of the device's clock, ms: the clock may be moved meanwhile, and the time be past long ago. */
const SLEEP_MAX_MS = 30_000

/** How long a timer may sleep until `at`, a time of the device's clock, before it is looked again, ms; negative where it is past. */
export function sleepUntil(at: number, now: number): number {
  return Math.min(at - now, SLEEP_MAX_MS)
}

/** The wait after so many failures in a row: 1 s, then full jitter growing to 30 s. `random` is in [0, 1). */
export function delayRetry(failures: number, random: number): number {
  if (failures <= 1) return RETRY_MIN_MS
  return RETRY_MIN_MS + Math.min(backOff(failures, random), RETRY_MAX_MS - RETRY_MIN_MS)
}

/** A timer that is set once at a time and grows with failures in a row. */
export interface RetryTimer {
  /** Runs the job after a failure, not before `leastMs` from now: what a `Retry-After` asks for. */
  scheduleRetry(leastMs?: number): void
  /** Runs the job after a success, `ms` from now. */
  scheduleNext(ms: number): void
  reset(): void
  stop(): void
}

/** `delay` gives the wait after so many failures in a row, ms. */
export function createRetryTimer(
  job: () => void,
  random: () => number,
  delay: (failures: number, random: number) => number = delayRetry,
): RetryTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(job, ms)
  }
  return {
    scheduleRetry(leastMs = 0) {
      failures += 1
      schedule(Math.max(leastMs, delay(failures, random())))
    },
    scheduleNext(ms) {
      failures = 0
      schedule(ms)
    },
    reset() {
      failures = 0
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
