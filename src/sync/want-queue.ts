import type { Want, WantRow } from '#src/db/mirror/database.ts'
import { makeWantsDue, readWants } from '#src/db/mirror/wants.ts'
import { writeMirror } from '#src/db/write.ts'
import { clampNextAt } from '#src/domain/outbox/timing.ts'
import type { SyncContext } from './context.ts'
import { fulfilWant } from './fulfil-want.ts'

/** What a person waits for first: the words of a thread, then what stands beside it, pictures and documents last. */
const ORDER: Record<Want['kind'], number> = {
  thread: 0,
  message: 1,
  older: 1,
  'guest-card': 2,
  reference: 3,
  'all-chats': 3,
  file: 4,
}
const WANTS_AT_ONCE = 3
/** Files never take all of the line: a thread that is opened meanwhile is fetched at once. */
const FILES_AT_ONCE = { good: 2, weak: 1 }

export interface WantQueue {
  /** Fetches what is due; settles when nothing is left to try now. Throws what is no failure of a call. */
  run(): Promise<void>
  /** What failed is due now, whatever it waited for: a person or the line has come back (O3). */
  forgetWaits(): Promise<void>
  /** When a failed one is due again, ms of the context's clock; null where none is. */
  nextDueAt(): Promise<number | null>
}

/**
 * Fetches what screens asked for (DESIGN section 1), the most waited for first, also when it is asked for while others are
 * being fetched. What succeeded is deleted; what failed keeps its problem and has a backoff of its own (O3), except what the
 * environment does not have or refuses: that is tried again when it is asked for again.
 */
export function createWantQueue(context: SyncContext, isGoodLine = () => true): WantQueue {
  const { workspace, clock } = context
  const { mirror } = workspace
  const running = new Map<string, Want['kind']>()
  let looks = 0
  let waiters: { resolve: () => void; reject: (error: unknown) => void }[] = []
  let fault: { error: unknown } | null = null

  async function look(): Promise<void> {
    looks += 1
    try {
      const rows = await readWants(mirror)
      rows.sort((one, other) => ORDER[one.want.kind] - ORDER[other.want.kind] || one.askedAt - other.askedAt)
      for (const row of rows) if (mayStart(row)) start(row)
    } catch (error) {
      fault ??= { error }
    }
    looks -= 1
    if (running.size === 0 && looks === 0) settle()
  }

  function mayStart({ key, want, nextAt }: WantRow): boolean {
    if (running.has(key) || nextAt === null || clampNextAt(nextAt, clock.now()) > clock.now()) return false
    if (context.signal.aborted || fault || running.size >= WANTS_AT_ONCE) return false
    const files = [...running.values()].filter((kind) => kind === 'file').length
    return want.kind !== 'file' || files < FILES_AT_ONCE[isGoodLine() ? 'good' : 'weak']
  }

  function start(row: WantRow): void {
    running.set(row.key, row.want.kind)
    fulfilWant(context, row)
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
    async forgetWaits() {
      await writeMirror(workspace, [mirror.wants], () => makeWantsDue(mirror))
    },
    async nextDueAt() {
      const times = (await readWants(mirror)).flatMap(({ nextAt }) =>
        nextAt === null ? [] : clampNextAt(nextAt, clock.now()),
      )
      return times.length === 0 ? null : Math.min(...times)
    },
  }
}
