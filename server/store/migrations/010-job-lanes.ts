import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** Jobs of one lane are done in the order in which they were written, those of different lanes at once (E4). */
export const jobLanesMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `alter table jobs add column lane text`,
  // What waits since the build before is answered in its order, too.
  `update jobs set lane = payload ->> 'chatId' where kind = 'bot.answer'`,
  `create index jobs_lane on jobs (lane, id) where failed_at is null and lane is not null`,
]
