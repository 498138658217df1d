import { sql } from 'kysely'
import { DELIVERIES_KEPT_DAYS } from '#src/contract/deliveries.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '#src/contract/limits.ts'
import { deleteExpiredSessions } from '../auth/sessions.ts'
import { deleteOldFailures } from '../auth/slow-down.ts'
import { deleteOldAnswers } from '../http/idempotency.ts'
import type { Log } from '../log.ts'
import { SingleFlight } from '../single-flight.ts'
import { deleteOldAlertDeliveries } from './alert-deliveries.ts'
import { deleteOldRateLimits } from './rate-limits.ts'
import type { Store } from './store.ts'

const EVERY_MS = 60 * 60 * 1000
/** Not at once: people wait for a start. */
const FIRST_AFTER_MS = 60 * 1000
/** The log can be read on from this far back; an older cursor is a reset (CONTRACT section 2). */
const LOG_KEPT_DAYS = 30
const BUSY_TABLES = [
  'chats',
  'messages',
  'changes',
  'idempotency',
  'jobs',
  'presence',
  'sessions',
  'rate_limits',
  'sign_in_failures',
  'push_subscriptions',
  'push_alerts',
  'push_shown',
  'push_deliveries',
  'alert_deliveries',
]

/** Removes what has outlived its purpose, hourly; any number of processes may do it at once. */
export function startMaintenance(store: Store, log: Log): () => Promise<void> {
  const flight = new SingleFlight(
    () => runMaintenance(store),
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
  await deleteOldFailures(store.db)
  await deleteOldAnswers(store.db, IDEMPOTENCY_KEPT_DAYS)
  await deleteOldRateLimits(store.db)
  await deleteOldAlertDeliveries(store.db, DELIVERIES_KEPT_DAYS)
  await pruneLog(store)
  if (store.kind === 'embedded') await vacuumTables(store)
}

/** The embedded database has no background process that does it. VACUUM stands alone in its statement. */
async function vacuumTables(store: Store): Promise<void> {
  for (const table of BUSY_TABLES) await sql`vacuum (analyze) ${sql.table(table)}`.execute(store.db)
}

/** Moves the floor and removes what lies below it together, so that no cursor reads over a hole. */
async function pruneLog(store: Store): Promise<void> {
  await store.transact(async (tx) => {
    const { rows } = await sql<{ floor: number | null }>`select max(seq) as floor from changes
      where at < clock_timestamp() - make_interval(days => ${LOG_KEPT_DAYS}::int)`.execute(tx)
    const floor = rows[0]?.floor ?? null
    if (floor === null) return
    await tx
      .updateTable('meta')
      .set({ value: String(floor) })
      .where('key', '=', 'log_floor')
      .execute()
    await tx.deleteFrom('changes').where('seq', '<=', floor).execute()
  })
}
