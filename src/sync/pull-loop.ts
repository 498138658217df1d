import { ApiError, type ApiFailure } from '#src/api/errors.ts'
import { readSyncedAt } from '#src/db/mirror/meta.ts'
import { noteContact } from '#src/db/session/sessions.ts'
import { loading } from '#src/lib/loading.ts'
import type { AttemptJob } from './attempt-job.ts'
import type { SyncContext } from './context.ts'
import type { Line } from './line.ts'
import { pullToEnd } from './pull.ts'
import { refreshAll } from './refresh.ts'
import { createRetryTimer } from './retry-timer.ts'
import { createSingleFlight } from './single-flight.ts'

/** A look at everything this often while visible, whatever the socket says (I3). */
const POLL_MS = 60_000

export interface PullLoopDeps {
  line: Line
  attempt: AttemptJob
  /** Whether a person looks at any tab of this engine. */
  isVisible(): boolean
  /** Settles once nobody waits for something smaller: asked before each part of a reading of everything. */
  giveWay(): Promise<void>
  /** After each pull that brought what there is. */
  onDone(): void
  /** The environment refuses the pull itself: it may offer something else by now. */
  onRefused(): void
}

/** Keeps the mirror right (I2, I3): pulls when it is called, again after a failure, and every minute while somebody looks. */
export interface PullLoop {
  /** Pulls now, and sets the next time. */
  run(): Promise<void>
  /** Pulls now. Throws ApiError where that failed. */
  pull(): Promise<void>
  /** Looks again soon: the line has failed under another call. */
  retry(): void
  /** The next failure is the first one again. */
  reset(): void
  /** Whether frames wait for the pull to end, so that none voids another page of it. */
  isHoldingFrames(): boolean
  stop(): void
}

export function createPullLoop(context: SyncContext, deps: PullLoopDeps): PullLoop {
  const { line, attempt } = deps
  const { workspace, signal, clock } = context
  const timer = createRetryTimer(() => void tick(), context.random)
  const pullOnce = createSingleFlight(() => attempt(() => tellOfChats(pullAll)))
  let isHoldingFrames = false
  let retryAfterMs = 0

  /** Nobody looks and the line is up: the socket's hints and the return are enough. */
  async function tick(): Promise<void> {
    if (deps.isVisible() || !line.isUp()) await run()
    else timer.scheduleNext(POLL_MS)
  }

  async function run(): Promise<void> {
    const isDone = await pullOnce()
    if (signal.aborted) return
    // A send may have met a dead line while the pull was still being stored: that is looked at again soon.
    if (!isDone || !line.isUp()) return timer.scheduleRetry(retryAfterMs)
    timer.scheduleNext(POLL_MS)
    deps.onDone()
  }

  /** A person waits for the first reading of the chats and for the one after a lost line; the others are in nobody's way. */
  async function tellOfChats(job: () => Promise<void>): Promise<void> {
    const isWaitedFor = !line.isUp() || (await readSyncedAt(workspace.mirror)) === null
    await (isWaitedFor ? loading.during('Loading chats…', job) : job())
  }

  async function pullAll(): Promise<void> {
    retryAfterMs = 0
    try {
      if (context.capabilities().sync) await pullToEnd(context, watch)
      else await refreshAll(context)
      line.notePull('done')
      await noteContact(context.sessionDb, workspace.origin, clock.now())
    } catch (error) {
      if (error instanceof ApiError) noteFailure(error.failure)
      throw error
    } finally {
      isHoldingFrames = false
    }
  }

  const watch = {
    onPage: () => line.notePull('done'),
    onSuperseded: () => (isHoldingFrames = true),
    giveWay: deps.giveWay,
  }

  /** A pull that is answered and brings nothing: what is on the screen is of no known age (DESIGN section 5). */
  function noteFailure(failure: ApiFailure): void {
    switch (failure.kind) {
      case 'server':
        return line.notePull('failed')
      case 'unexpected-responder':
        return line.notePull('login-page')
      case 'refused':
        line.notePull('failed')
        return deps.onRefused()
      case 'busy':
        retryAfterMs = failure.retryAfterMs
        // 429: we ask too often, which says nothing of the environment.
        return failure.status === 503 ? line.notePull('failed') : undefined
      default:
        return undefined
    }
  }

  return {
    run,
    async pull() {
      if (!(await pullOnce())) throw new ApiError({ kind: 'unreachable' })
    },
    retry: () => timer.scheduleRetry(retryAfterMs),
    reset: timer.reset,
    isHoldingFrames: () => isHoldingFrames,
    stop: timer.stop,
  }
}
