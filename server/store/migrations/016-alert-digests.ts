import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * Alerts beyond the limit of their recipient come together (decision 040). `digest_key` is of an open digest, which takes
 * further chats, and there is one of each. Its chats are rows of their own, because a crowd makes many of them.
 */
export const alertDigestsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `alter table alert_deliveries
    add column limited_until timestamptz(3),
    add column digest_key text,
    add column digest_due_at timestamptz(3),
    add column digest_guests integer`,
  `create unique index alert_deliveries_digest on alert_deliveries (digest_key) where digest_key is not null`,
  `create table alert_digest_chats (
    id bigint generated always as identity,
    delivery_id text not null references alert_deliveries (id) on delete cascade,
    chat_id text not null references chats (id) on delete cascade,
    primary key (delivery_id, chat_id)
  )`,
  `create index alert_digest_chats_chat on alert_digest_chats (chat_id)`,
]
