import { waitAfterFailures } from '#src/domain/outbox/timing.ts'
import type { AttemptJob } from './attempt-job.ts'
import type { SyncContext } from './context.ts'
import { sleepUntil } from './retry-timer.ts'
import { flushOutbox, type FlushOptions } from './outbox/flush.ts'
import { createSingleFlight } from './single-flight.ts'

/** Between two looks at the outbox when only its age can change anything, or when time has passed already. */
const MIN_WAIT_MS = 1_000
const OFFLINE_WAIT_MS = 15_000

/** Sends what is due when it is called, and comes back by itself when something is due again. */
export interface FlushLoop {
  run(): void
  stop(): void
}

export function createFlushLoop(context: SyncContext, attempt: AttemptJob, options: FlushOptions): FlushLoop {
  const { signal, clock, random } = context
  const flush = createSingleFlight(() => attempt(flushAll))
  let timer: ReturnType<typeof setTimeout> | undefined
  /** How often in a row it could not go on, for its own sake and not the line's. */
  let failures = 0

  async function flushAll(): Promise<void> {
    clearTimeout(timer)
    try {
      const { wakeAt, outcome, isUnauthorized } = await flushOutbox(context, options)
      if (outcome === 'blocked') failures += 1
      else if (outcome === 'moved') failures = 0
      if (wakeAt !== null && !isUnauthorized) schedule(sleepUntil(wakeAt, clock.now()))
    } catch (error) {
      // A full device, or a database that the browser closed: what waits is still to be sent.
      failures += 1
      schedule(0)
      throw error
    }
  }

  function schedule(ms: number): void {
    if (signal.aborted) return
    const leastMs = options.isLineUp() ? MIN_WAIT_MS : OFFLINE_WAIT_MS
    const backoffMs = failures === 0 ? 0 : waitAfterFailures(failures, random())
    timer = setTimeout(() => void flush(), Math.max(ms, leastMs, backoffMs))
  }

  return { run: () => void flush(), stop: () => clearTimeout(timer) }
}
