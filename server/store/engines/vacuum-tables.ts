import { sql } from 'kysely'
import type { Store } from '../store.ts'

const BUSY_TABLES = [
  'chats',
  'messages',
  'attachments',
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
  'alert_digest_chats',
]

/** The embedded database has no background process that does it. VACUUM stands alone in its statement. */
export async function vacuumTables(store: Store): Promise<void> {
  for (const table of BUSY_TABLES) await sql`vacuum (analyze) ${sql.table(table)}`.execute(store.db)
}
