import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Web Push (CONTRACT section 2, W3 to W5): devices, help requests that nobody has taken yet, what is to be sent, and what
 * which device shows. A subscription ends with its session and its user, however these end.
 */
export const pushMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  // The endpoint itself may be longer than an index takes.
  `create table push_subscriptions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    session_hash text not null references sessions (token_hash) on delete cascade,
    endpoint text not null,
    endpoint_hash text not null unique,
    p256dh text not null,
    auth text not null,
    environment text,
    hide_names boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    claim text,
    claimed_until timestamptz(3),
    retry_at timestamptz(3)
  )`,
  `create index push_subscriptions_user on push_subscriptions (user_id)`,
  `create index push_subscriptions_session on push_subscriptions (session_hash)`,
  `create table push_alerts (
    chat_id text primary key references chats (id) on delete cascade,
    begun_at timestamptz(3) not null,
    stage smallint not null,
    due_at timestamptz(3) not null
  )`,
  `create index push_alerts_due on push_alerts (due_at)`,
  `create table push_shown (
    chat_id text not null references chats (id) on delete cascade,
    subscription_id text not null references push_subscriptions (id) on delete cascade,
    primary key (chat_id, subscription_id)
  )`,
  `create index push_shown_subscription on push_shown (subscription_id)`,
  `create table push_deliveries (
    id bigint generated always as identity primary key,
    subscription_id text not null references push_subscriptions (id) on delete cascade,
    kind text not null,
    tag text not null,
    chat_id text references chats (id) on delete cascade,
    detail jsonb not null default '{}',
    attempts integer not null default 0,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null
  )`,
  `create index push_deliveries_subscription on push_deliveries (subscription_id, id)`,
  `create index push_deliveries_chat on push_deliveries (chat_id)`,
]
