import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * What reports count (CONTRACT section 6, docs/decisions/043-reports.md): messages and ratings by their time, each help request
 * with what became of it, and when a ticket was resolved. Triggers keep these in the transaction that causes them, also where a
 * build before this one writes.
 */
export const reportsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create index messages_time on messages (created_at)
    include (chat_id, sent_by_guest, user_id, type, staff_only)`,
  `create index messages_staff on messages (created_at desc) where user_id is not null and not staff_only`,
  `create index chats_created on chats (created_at)`,
  `create index guest_ratings_rated on guest_ratings (rated_at) where stars is not null`,
  `create table help_requests (
    chat_id text not null references chats (id) on delete cascade,
    asked_at timestamptz(3) not null,
    answered_at timestamptz(3),
    ended_at timestamptz(3),
    primary key (chat_id, asked_at)
  )`,
  `create index help_requests_asked on help_requests (asked_at)`,
  `insert into help_requests (chat_id, asked_at) select id, help_at from chats where needs_help and help_at is not null`,
  // Who asks again while nobody has come waits since they asked first.
  `create function note_help_request() returns trigger language plpgsql as $$
    begin
      if new.needs_help then
        insert into help_requests (chat_id, asked_at) values (new.id, coalesce(new.help_at, new.updated_at))
          on conflict do nothing;
      else
        update help_requests set ended_at = new.updated_at where chat_id = new.id and ended_at is null;
      end if;
      return null;
    end $$`,
  `create trigger chats_help after update of needs_help on chats for each row
    when (old.needs_help is distinct from new.needs_help) execute function note_help_request()`,
  // Taking the chat over ends the request before the first words: they are an answer as long as that hold lasts.
  `create function note_help_answer() returns trigger language plpgsql as $$
    begin
      update help_requests set answered_at = new.created_at
        where chat_id = new.chat_id and answered_at is null and asked_at <= new.created_at
          and (ended_at is null or ended_at <= (select paused_at from chats where id = new.chat_id));
      return null;
    end $$`,
  `create trigger messages_answer after insert on messages for each row
    when (new.user_id is not null and not new.staff_only and new.type <> 'event')
    execute function note_help_answer()`,
  `alter table tickets add column closed_at timestamptz(3)`,
  `create function note_ticket_closed() returns trigger language plpgsql as $$
    begin
      new.closed_at := case when new.status <> 'closed' then null else coalesce(old.closed_at, clock_timestamp()) end;
      return new;
    end $$`,
  `create trigger tickets_closed before update of status on tickets for each row
    when (old.status is distinct from new.status) execute function note_ticket_closed()`,
]
