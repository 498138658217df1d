import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Users, sessions, chats, messages, the change log, jobs and what protects them. Plain SQL, so that what is in the
 * database can be read here; nothing newer than PostgreSQL 15 (STACK pitfall 3).
 */
export const coreMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table meta (key text primary key, value text not null)`,
  `insert into meta (key, value) values ('log_epoch', replace(gen_random_uuid()::text, '-', '')), ('log_floor', '0')`,
  `create table users (
    id text primary key,
    username text not null,
    name text not null,
    role smallint not null check (role between 0 and 4),
    password_hash text,
    fbid text unique,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    last_login timestamptz(3)
  )`,
  `create unique index users_username on users (lower(username))`,
  `create table sessions (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3) not null default now()
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table sign_in_failures (
    key text primary key,
    failures integer not null,
    blocked_until timestamptz(3),
    last_at timestamptz(3) not null default now()
  )`,
  `create table chats (
    id text primary key,
    display_name text not null,
    source text not null,
    bot_name text not null,
    messages_count integer not null default 0,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    last_user_message_date timestamptz(3),
    last_message_at timestamptz(3),
    paused_at timestamptz(3),
    needs_help boolean not null default false,
    help_at timestamptz(3),
    holder_id text,
    holder_name text,
    guest_id text,
    rev bigint not null default 0
  )`,
  `create index chats_updated on chats (updated_at desc, id desc)`,
  `create index chats_paused on chats (id) where paused_at is not null`,
  `create index chats_needs_help on chats (id) where needs_help`,
  `create table guest_sessions (
    token_hash text primary key,
    chat_id text not null references chats (id) on delete cascade,
    guest_id text not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index guest_sessions_chat on guest_sessions (chat_id)`,
  `create table messages (
    id text primary key,
    chat_id text not null references chats (id) on delete cascade,
    text text not null,
    sent_by_guest boolean not null,
    type text not null,
    created_at timestamptz(3) not null,
    attachments jsonb not null default '[]',
    user_id text,
    user_name text,
    client_id text
  )`,
  `create unique index messages_order on messages (chat_id, created_at)`,
  `create table attachments (
    id text primary key,
    chat_id text not null references chats (id) on delete cascade,
    content_type text not null,
    name text not null,
    bytes bytea not null,
    created_at timestamptz(3) not null default now()
  )`,
  // Pictures and PDFs are compressed already.
  `alter table attachments alter column bytes set storage external`,
  `create index attachments_chat on attachments (chat_id)`,
  `create table guest_info (
    chat_id text primary key references chats (id) on delete cascade,
    info jsonb not null
  )`,
  `create table typical_answers (
    id text primary key,
    label text not null,
    answer text not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create sequence changes_seq`,
  `create table changes (
    seq bigint primary key,
    type text not null,
    chat_id text not null,
    message_id text,
    at timestamptz(3) not null default now()
  )`,
  `create table idempotency (
    owner text not null,
    key uuid not null,
    fingerprint text not null,
    answer jsonb,
    created_at timestamptz(3) not null default now(),
    primary key (owner, key)
  )`,
  `create index idempotency_age on idempotency (created_at)`,
  `create table jobs (
    id bigint generated always as identity primary key,
    kind text not null,
    payload jsonb not null,
    run_at timestamptz(3) not null default now(),
    attempts integer not null default 0,
    claim text,
    claimed_until timestamptz(3),
    failed_at timestamptz(3),
    last_error text,
    created_at timestamptz(3) not null default now()
  )`,
  `create index jobs_due on jobs (run_at, id) where failed_at is null`,
  `create table presence (
    socket_id text primary key,
    process_id text not null,
    user_id text not null,
    seen_at timestamptz(3) not null default now()
  )`,
  `create table rate_limits (
    key text primary key,
    window_start timestamptz(3) not null,
    count integer not null
  )`,
]
