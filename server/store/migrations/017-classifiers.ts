import { sql, type Kysely, type Migration } from 'kysely'

/** What was learned from a model's questions is kept beside them, so that no process learns it again. */
export const classifiersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // Null: these questions were not learned yet. It is compressed already.
    await sql`alter table bot_models add column classifier bytea`.execute(db)
    await sql`alter table bot_models alter column classifier set storage external`.execute(db)
  },
}
