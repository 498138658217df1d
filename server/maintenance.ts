import { DELIVERIES_KEPT_DAYS } from '#src/contract/deliveries.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '#src/contract/limits.ts'
import type { AttachmentService } from './attachments/attachment-service.ts'
import { deleteExpiredGuestSessions } from './auth/guest-sessions.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { deleteOldFailures } from './auth/slow-down.ts'
import { deleteOldAnswers } from './http/idempotency.ts'
import type { Log } from './log.ts'
import { SingleFlight } from './single-flight.ts'
import { deleteOldAlertDeliveries } from './store/alerts/alert-deliveries.ts'
import { vacuumTables } from './store/engines/vacuum-tables.ts'
import { pruneLog } from './store/log/prune-log.ts'
import { deleteOldRateLimits } from './store/rate-limits.ts'
import type { Store } from './store/store.ts'

const EVERY_MS = 60 * 60 * 1000
/** Not at once: people wait for a start. */
const FIRST_AFTER_MS = 60 * 1000

/** Removes what has outlived its purpose, hourly; any number of processes may do it at once. */
export function startMaintenance(
  store: Store,
  attachments: AttachmentService,
  log: Log,
): () => Promise<void> {
  const flight = new SingleFlight(
    async () => {
      await runMaintenance(store)
      await attachments.maintain()
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
  await deleteExpiredSessions(store.db)
  await deleteExpiredGuestSessions(store.db)
  await deleteOldFailures(store.db)
  await deleteOldAnswers(store.db, IDEMPOTENCY_KEPT_DAYS)
  await deleteOldRateLimits(store.db)
  await deleteOldAlertDeliveries(store.db, DELIVERIES_KEPT_DAYS)
  await pruneLog(store)
  if (store.kind === 'embedded') await vacuumTables(store)
}
