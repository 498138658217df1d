import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * The language that a chat's guest writes in, and what this build learns of questions in any. What builds before it learned
 * stays in its own column: they answer beside this one.
 */
export const languagesMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await sql`alter table chats add column language text`.execute(db)
    await sql`alter table bot_models add column understanding bytea`.execute(db)
    await sql`alter table bot_models add column warnings jsonb`.execute(db)
  },
}
