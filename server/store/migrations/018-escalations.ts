import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** An alert is an email or an SMS; what notifies ever more devices of a help request is its escalation. */
export const escalationsMigration: SchemaMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table push_alerts rename to escalations`.execute(db)
  },
}
