import { readRetryAfter } from '#src/api/errors.ts'
import { waitAfterFailures } from '#src/domain/outbox/timing.ts'
import type { AttemptJob } from './attempt-job.ts'
import type { SyncContext } from './context.ts'
import { refreshReference, type ReferencePart } from './refresh-reference.ts'
import { createRetryTimer } from './retry-timer.ts'
import { createSingleFlight } from './single-flight.ts'

/** On a weak line, which comes and goes, what rarely changes is not read again each time that it is back. */
const REST_MS = 10 * 60_000

/**
 * Reads what rarely changes, when it is called, after what a person waits for (`giveWay`); a list that fails is read again with
 * a backoff of its own (O3).
 */
export interface ReferenceLoop {
  run(): void
  /** The same, unless it was read lately and the line is a weak one. */
  runIfWelcome(isGoodLine: boolean): void
  stop(): void
}

export function createReferenceLoop(
  context: SyncContext,
  attempt: AttemptJob,
  isLineUp: () => boolean,
  giveWay: () => Promise<void>,
): ReferenceLoop {
  const { clock, random } = context
  const retry = createRetryTimer(
    () => (isLineUp() ? void readParts(unread) : undefined),
    random,
    waitAfterFailures,
  )
  const readAll = createSingleFlight(() => readParts(undefined))
  /** What is to be read again; undefined: everything. */
  let unread: readonly ReferencePart[] | undefined
  let restsUntil = 0

  function readParts(parts: readonly ReferencePart[] | undefined): Promise<boolean> {
    retry.stop()
    return attempt(async () => {
      const left = await refreshReference(context, parts, giveWay)
      unread = left?.parts
      if (left) return retry.scheduleRetry(readRetryAfter(left.error))
      retry.reset()
      restsUntil = clock.now() + REST_MS
    })
  }

  const run = () => void readAll()

  return {
    run,
    runIfWelcome(isGoodLine) {
      if (isGoodLine || clock.now() >= restsUntil) run()
    },
    stop: retry.stop,
  }
}
