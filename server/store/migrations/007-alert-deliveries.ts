import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Alerts by email and SMS (specification section 9, CONTRACT section 2, admin): each is a row from its cause until it is
 * forgotten, and so its own log. It keeps what its alert said then, because the alert may be changed and removed.
 */
export const alertDeliveriesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table alert_deliveries (
    id text primary key,
    alert_id text not null,
    alert_name text not null,
    type text not null,
    notification_type text not null,
    send_to text not null,
    is_test boolean not null default false,
    chat_id text references chats (id) on delete set null,
    status text not null default 'waiting',
    attempts integer not null default 0,
    created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
    next_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
    progress jsonb,
    error text,
    claim text,
    claimed_until timestamptz(3)
  )`,
  `create index alert_deliveries_due on alert_deliveries (next_at) where status = 'waiting'`,
  `create index alert_deliveries_log on alert_deliveries (created_at, id)`,
  `create index alert_deliveries_chat on alert_deliveries (chat_id)`,
]
