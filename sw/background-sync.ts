import { SessionDatabase } from '#src/db/session/database.ts'
import { FLUSH_TAG } from '#src/sync/worker-words.ts'
import { flushBriefly, type BriefResult } from '#src/sync/flush-briefly.ts'
import { tellOfUnsent } from './unsent-notice.ts'
import { worker } from './scope.ts'
import { finishUp } from './update.ts'

/** The longest that the worker flushes for one event (O5). */
const FLUSH_MAX_MS = 60_000

interface SyncEvent extends ExtendableEvent {
  tag: string
}

/** On `sync` the worker flushes, and rejects while work is left: resolving would drop the registration (O5). */
export function flushOnSync(): void {
  worker.addEventListener('sync', (event) => {
    if (isSyncEvent(event) && event.tag === FLUSH_TAG) event.waitUntil(flushAll())
  })
}

async function flushAll(): Promise<void> {
  const left = await flushNow()
  if (left.waiting > 0) throw new Error(`${left.waiting} operations still wait to be sent`)
}

/** Sends what waits, within what one event may take, and tells the user where something waits for them (O9). */
export async function flushNow(): Promise<BriefResult> {
  const sessionDb = new SessionDatabase()
  await sessionDb.open()
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(FLUSH_MAX_MS), finishUp])
    const left = await flushBriefly(sessionDb, worker.navigator.locks, signal)
    if (left.needPerson > 0) await tellOfUnsent(left.needPerson)
    return left
  } finally {
    sessionDb.close({ disableAutoOpen: true })
  }
}

function isSyncEvent(event: Event): event is SyncEvent {
  return 'tag' in event && 'waitUntil' in event
}
