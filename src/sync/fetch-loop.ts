import type { AttemptJob } from './attempt-job.ts'
import type { SyncContext } from './context.ts'
import { RETRY_MIN_MS, sleepUntil } from './retry-timer.ts'
import { createFetchQueue } from './fetch-queue.ts'

export interface FetchLoopDeps {
  attempt: AttemptJob
  isLineUp(): boolean
  isGoodLine(): boolean
}

/** Fetches what screens asked for, when it is called and when what failed is due again. Without a line it rests. */
export interface FetchLoop {
  run(): void
  /** What failed is due now (O3). */
  runAll(): void
  /** Settles once nothing that somebody looks at is being fetched, or soon. */
  giveWay(): Promise<void>
  stop(): void
}

export function createFetchLoop(context: SyncContext, deps: FetchLoopDeps): FetchLoop {
  const { attempt, isLineUp } = deps
  const queue = createFetchQueue(context, deps.isGoodLine)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function fetchDue(): Promise<void> {
    clearTimeout(timer)
    if (!isLineUp()) return
    await attempt(queue.run)
    await attempt(scheduleNext)
  }

  async function scheduleNext(): Promise<void> {
    const dueAt = await queue.nextDueAt()
    clearTimeout(timer)
    if (dueAt === null || context.signal.aborted) return
    timer = setTimeout(() => void fetchDue(), Math.max(RETRY_MIN_MS, sleepUntil(dueAt, context.clock.now())))
  }

  return {
    run: () => void fetchDue(),
    runAll: () => void attempt(queue.forgetWaits).then(fetchDue),
    giveWay: queue.giveWay,
    stop: () => clearTimeout(timer),
  }
}
