import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** The bot's own words as a hotel has changed them, by language, and where it asked last what a guest meant. */
export const botStringsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table bot_strings (
    locale text not null,
    key text not null,
    text text not null,
    primary key (locale, key)
  )`,
  // Rises with each change of a language's texts.
  `create table bot_catalogs (
    locale text primary key,
    version integer not null
  )`,
  // The words of the question may be changed between two messages of a guest.
  `create table clarifying_questions (
    chat_id text primary key references chats (id) on delete cascade,
    message_id text not null
  )`,
]
