import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * What guests said that the bot did not understand, and the version that was published before
 * (docs/decisions/046-what-was-not-understood.md). A build of before leaves the former version as it is when it publishes.
 */
export const unknownSentencesMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table unknown_sentences (
    id text primary key,
    chat_id text not null references chats (id) on delete cascade,
    guest_id text,
    message_id text not null references messages (id) on delete cascade,
    text text not null,
    text_key text not null,
    language text,
    outcome text not null check (outcome in ('asked', 'handedOver')),
    at timestamptz(3) not null default clock_timestamp()
  )`,
  `create index unknown_sentences_age on unknown_sentences (at)`,
  `create index unknown_sentences_key on unknown_sentences (text_key, at)`,
  `create index unknown_sentences_chat on unknown_sentences (chat_id)`,
  `create index unknown_sentences_guest on unknown_sentences (guest_id) where guest_id is not null`,
  // The bot answers a message once.
  `create unique index unknown_sentences_message on unknown_sentences (message_id)`,
  `alter table bot_models drop constraint bot_models_state_check`,
  `alter table bot_models add constraint bot_models_state_check
    check (state in ('trained', 'published', 'former'))`,
  // When a version was published first; null: that is the row's own time.
  `alter table bot_models add column version_at timestamptz(3)`,
]
