import type { AttachmentService } from './attachments/attachment-service.ts'
import { AGED_GUEST_SESSIONS } from './auth/guest-sessions.ts'
import { AGED_SESSIONS } from './auth/sessions.ts'
import { AGED_FAILURES } from './auth/slow-down.ts'
import { AGED_ANSWERS } from './http/idempotency.ts'
import { AGED_JOBS } from './jobs/claim-job.ts'
import type { Log } from './log.ts'
import { SingleFlight } from './single-flight.ts'
import type { SpeechService } from './speech/speech-service.ts'
import { deleteAged, type AgedRows } from './store/aged-rows.ts'
import { AGED_ALERT_DELIVERIES } from './store/alerts/alert-deliveries.ts'
import { AGED_UNKNOWN_SENTENCES } from './store/bot/unknown-sentences.ts'
import { AGED_PROVIDER_EVENTS } from './store/channels/provider-events.ts'
import { vacuumTables } from './store/engines/vacuum-tables.ts'
import { pruneLog } from './store/log/prune-log.ts'
import { AGED_RATE_LIMITS } from './store/rate-limits.ts'
import type { Store } from './store/store.ts'

const EVERY_MS = 60 * 60 * 1000
/** Not at once: people wait for a start. */
const FIRST_AFTER_MS = 60 * 1000

/** What goes by its age alone; the log goes with its floor. */
export const AGED_ROWS: AgedRows[] = [
  ...AGED_SESSIONS,
  AGED_GUEST_SESSIONS,
  AGED_FAILURES,
  AGED_ANSWERS,
  AGED_RATE_LIMITS,
  AGED_ALERT_DELIVERIES,
  AGED_JOBS,
  AGED_PROVIDER_EVENTS,
  AGED_UNKNOWN_SENTENCES,
]

/** Removes what has outlived its purpose, hourly; any number of processes may do it at once. */
export function startMaintenance(
  store: Store,
  { attachments, speech }: { attachments: AttachmentService; speech: SpeechService },
  log: Log,
): () => Promise<void> {
  const flight = new SingleFlight(
    async () => {
      await runMaintenance(store)
      await attachments.maintain()
      await speech.prune()
    },
    (error) => log.error('maintenance', error),
  )
  const timer = setInterval(() => void flight.wake(), EVERY_MS)
  const first = setTimeout(() => void flight.wake(), FIRST_AFTER_MS)
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await flight.stop()
  }
}

export async function runMaintenance(store: Store): Promise<void> {
  for (const rows of AGED_ROWS) await deleteAged(store.db, rows)
  await pruneLog(store)
  if (store.kind === 'embedded') await vacuumTables(store)
}
