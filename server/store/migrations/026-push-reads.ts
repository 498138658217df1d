import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** Up to which revision of a chat a user has read it, on whatever device: alerts of it are over on their others too (W3). */
export const pushReadsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table push_reads (
    user_id text not null references users (id) on delete cascade,
    chat_id text not null references chats (id) on delete cascade,
    rev bigint not null,
    primary key (user_id, chat_id)
  )`,
  // For a chat that is removed.
  'create index push_reads_chat on push_reads (chat_id)',
]
