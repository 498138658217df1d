import type { Want, WantRow } from '#src/db/mirror/database.ts'
import { readWants } from '#src/db/mirror/wants.ts'
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

/**
 * Fetches what screens asked for (DESIGN section 1), the most waited for first, also when it is asked for while others are
 * being fetched. What succeeded is deleted; what failed keeps its problem and is tried again by the next call, except what
 * the environment does not have. The returned function settles when nothing is left to try; it throws what is no failure
 * of a call.
 */
export function createWantQueue(context: SyncContext, isGoodLine = () => true): () => Promise<void> {
  const { mirror } = context.workspace
  const running = new Map<string, Want['kind']>()
  /** By key, the `askedAt` for which it was tried: asked again, it is tried again. */
  const tried = new Map<string, number>()
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

  function mayStart({ key, want, askedAt, problem }: WantRow): boolean {
    if (problem === 'not-found' || running.has(key) || tried.get(key) === askedAt) return false
    if (context.signal.aborted || fault || running.size >= WANTS_AT_ONCE) return false
    const files = [...running.values()].filter((kind) => kind === 'file').length
    return want.kind !== 'file' || files < FILES_AT_ONCE[isGoodLine() ? 'good' : 'weak']
  }

  function start(row: WantRow): void {
    running.set(row.key, row.want.kind)
    tried.set(row.key, row.askedAt)
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

  return () =>
    new Promise((resolve, reject) => {
      waiters.push({ resolve, reject })
      for (const key of tried.keys()) if (!running.has(key)) tried.delete(key)
      void look()
    })
}
