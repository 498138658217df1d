import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * Guests (CONTRACT sections 6 and 8, docs/decisions/037-guests.md): a token's last use and its end on open sockets, guests
 * who are blocked, what only staff see in a thread, and the indexes by which all that is stored of a guest is found.
 */
export const guestsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `alter table guest_sessions add column last_used_at timestamptz(3) not null default now()`,
  `create index guest_sessions_used on guest_sessions (last_used_at)`,
  `create index guest_sessions_guest on guest_sessions (guest_id)`,
  `create trigger guest_sessions_end after delete on guest_sessions
    for each statement execute function notify_session_end()`,
  `alter table chats add column guest_blocked boolean not null default false`,
  `create index chats_guest on chats (guest_id) where guest_id is not null`,
  `alter table messages add column staff_only boolean not null default false`,
  `create index tickets_chat on tickets (chat_id) where chat_id is not null`,
  `create index tickets_guest on tickets (guest_id) where guest_id is not null`,
  `alter table audit drop constraint audit_action_check`,
  `alter table audit add constraint audit_action_check check (action in ('create', 'update', 'delete', 'export'))`,
]
