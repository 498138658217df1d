import type { FetchRequest, FetchRequestRow } from '#src/db/mirror/database.ts'
import { makeFetchRequestsDue, readFetchRequests } from '#src/db/mirror/fetch-requests.ts'
import { writeMirror } from '#src/db/write.ts'
import { clampNextAt } from '#src/domain/outbox/timing.ts'
import { createSignal } from '#src/lib/signal.ts'
import { waitUnlessAborted } from '#src/lib/wait-unless-aborted.ts'
import type { SyncContext } from './context.ts'
import { performFetch } from './perform-fetch.ts'

/** What a person waits for first: the words of a thread, then what stands beside it, pictures and documents last. */
const ORDER: Record<FetchRequest['kind'], number> = {
  thread: 0,
  message: 1,
  older: 1,
  'guest-card': 2,
  reference: 3,
  'all-chats': 3,
  file: 4,
}
const FETCHES_AT_ONCE = 3
/** Somebody looks at where these will be drawn. */
const WAITED_FOR: ReadonlySet<FetchRequest['kind']> = new Set(['thread', 'message', 'older', 'guest-card'])
/** What gives way to them goes on after so long: a call that hangs holds up nothing else. */
const GIVE_WAY_MS = 2_000
/** Files never take all of the line: a thread that is opened meanwhile is fetched at once. */
const FILES_AT_ONCE = { good: 2, weak: 1 }

export interface FetchQueue {
  /** Fetches what is due; settles when nothing is left to try now. Throws what is no failure of a call. */
  run(): Promise<void>
  /** What failed is due now, whatever it waited for: a person or the line has come back (O3). */
  forgetWaits(): Promise<void>
  /** Settles once nothing that somebody looks at is being fetched, after two seconds at most. */
  giveWay(): Promise<void>
  /** When a failed one is due again, ms of the context's clock; null where none is. */
  nextDueAt(): Promise<number | null>
}

/**
 * Fetches what screens asked for (DESIGN section 1), the most waited for first, also when it is asked for while others are
 * being fetched. What succeeded is deleted; what failed keeps its problem and has a backoff of its own (O3), except what the
 * environment does not have or refuses: that is tried again when it is asked for again.
 */
export function createFetchQueue(context: SyncContext, isGoodLine = () => true): FetchQueue {
  const { workspace, clock } = context
  const { mirror } = workspace
  const running = new Map<string, FetchRequest['kind']>()
  let looks = 0
  let waiters: { resolve: () => void; reject: (error: unknown) => void }[] = []
  let fault: { error: unknown } | null = null
  const becameFree = createSignal()

  async function look(): Promise<void> {
    looks += 1
    try {
      const rows = await readFetchRequests(mirror)
      rows.sort(
        (one, other) => ORDER[one.request.kind] - ORDER[other.request.kind] || one.askedAt - other.askedAt,
      )
      for (const row of rows) if (mayStart(row)) start(row)
    } catch (error) {
      fault ??= { error }
    }
    looks -= 1
    if (!isWaitedFor()) becameFree.raise()
    if (running.size === 0 && looks === 0) settle()
  }

  function isWaitedFor(): boolean {
    return [...running.values()].some((kind) => WAITED_FOR.has(kind))
  }

  function mayStart({ key, request, nextAt }: FetchRequestRow): boolean {
    if (running.has(key) || nextAt === null || clampNextAt(nextAt, clock.now()) > clock.now()) return false
    if (context.signal.aborted || fault || running.size >= FETCHES_AT_ONCE) return false
    const files = [...running.values()].filter((kind) => kind === 'file').length
    return request.kind !== 'file' || files < FILES_AT_ONCE[isGoodLine() ? 'good' : 'weak']
  }

  function start(row: FetchRequestRow): void {
    running.set(row.key, row.request.kind)
    performFetch(context, row)
      .catch((error: unknown) => {
        fault ??= { error }
      })
      .finally(() => {
        running.delete(row.key)
        void look()
      })
  }

  function settle(): void {
    const [settled, failed] = [waiters, fault]
    waiters = []
    fault = null
    for (const { resolve, reject } of settled) {
      if (failed) reject(failed.error)
      else resolve()
    }
  }

  return {
    run: () =>
      new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        void look()
      }),
    giveWay() {
      if (!isWaitedFor()) return Promise.resolve()
      const over = new AbortController()
      const stop = becameFree.subscribe(() => over.abort())
      return waitUnlessAborted(GIVE_WAY_MS, AbortSignal.any([context.signal, over.signal])).finally(stop)
    },
    async forgetWaits() {
      await writeMirror(workspace, [mirror.fetchRequests], () => makeFetchRequestsDue(mirror))
    },
    async nextDueAt() {
      const times = (await readFetchRequests(mirror)).flatMap(({ nextAt }) =>
        nextAt === null ? [] : clampNextAt(nextAt, clock.now()),
      )
      return times.length === 0 ? null : Math.min(...times)
    },
  }
}
