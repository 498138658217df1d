import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** What is removed by its age is found by it. */
export const ageIndexesMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create index changes_age on changes (at)`,
  `create index jobs_failed on jobs (failed_at) where failed_at is not null`,
  `create index sessions_idle on sessions (last_used_at)`,
  `create index sessions_age on sessions (created_at)`,
  `create index sign_in_failures_age on sign_in_failures (last_at)`,
  `create index rate_limits_age on rate_limits (window_start)`,
]
