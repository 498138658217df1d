import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** The language that a chat's guest writes in. */
export const languagesMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await sql`alter table chats add column language text`.execute(db)
  },
}
