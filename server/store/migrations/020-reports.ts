import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/**
 * What reports count by (docs/decisions/043-what-reports-count.md): indexes by time, when help was asked for and given, and
 * when a ticket was closed. Triggers note the latter two, so that it is noted whoever writes, an older build too. A help
 * request is written under its chat's lock alone, so that nothing is waited for after the log's lock.
 */
export const reportsMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  // The condition is `isCounted` of server/store/reports/count-messages.ts.
  `create index messages_counted on messages (created_at) include (chat_id, sent_by_guest, user_id)
    where type <> 'event' and not staff_only`,
  `create index messages_of_staff on messages (created_at)
    where user_id is not null and type <> 'event' and not staff_only`,
  `create index chats_created on chats (created_at)`,
  `create index guest_ratings_rated on guest_ratings (rated_at) where stars is not null`,
  `create table help_requests (
    id bigint generated always as identity primary key,
    chat_id text not null references chats (id) on delete cascade,
    asked_at timestamptz(3) not null,
    ended_at timestamptz(3)
  )`,
  `create index help_requests_asked on help_requests (asked_at)`,
  `create index help_requests_chat on help_requests (chat_id, asked_at)`,
  `create unique index help_requests_open on help_requests (chat_id) where ended_at is null`,
  `insert into help_requests (chat_id, asked_at)
    select id, coalesce(help_at, updated_at) from chats where needs_help`,
  `create function note_help_request() returns trigger language plpgsql as $$
    begin
      if new.needs_help then
        insert into help_requests (chat_id, asked_at) values (new.id, coalesce(new.help_at, new.updated_at))
          on conflict do nothing;
      else
        update help_requests set ended_at = greatest(new.updated_at, asked_at)
          where chat_id = new.id and ended_at is null;
      end if;
      return null;
    end
  $$`,
  `create trigger chats_help_begun after insert on chats for each row
    when (new.needs_help) execute function note_help_request()`,
  `create trigger chats_help_changed after update on chats for each row
    when (old.needs_help is distinct from new.needs_help) execute function note_help_request()`,
  `alter table tickets add column closed_at timestamptz(3)`,
  // The audit has it of those that were closed before; of one that was moved there by itself it has no such entry.
  `update tickets set closed_at = (
      select max(at) from audit cross join jsonb_array_elements(changes) as change
      where list = 'tickets' and row_id = tickets.id
        and change ->> 'field' = 'status' and change ->> 'after' = 'closed'
    ) where status = 'closed'`,
  `create function note_closing() returns trigger language plpgsql as $$
    begin
      if new.status <> 'closed' then
        new.closed_at := null;
      elsif tg_op = 'INSERT' or old.status <> 'closed' then
        new.closed_at := coalesce(new.closed_at, clock_timestamp());
      end if;
      return new;
    end
  $$`,
  `create trigger tickets_closed before insert or update of status on tickets for each row
    execute function note_closing()`,
]
