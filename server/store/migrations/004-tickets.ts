import { sql, type Kysely, type Migration } from 'kysely'

/**
 * Departments, assignees and tickets (CONTRACT section 6), and the bot's configuration rows, whose shape their `type`
 * decides: each is checked where it comes in.
 */
export const ticketsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table queues (
    id text primary key,
    name text not null,
    is_admin boolean not null default false,
    created_at timestamptz(3) not null default now()
  )`,
  `create unique index queues_name on queues (lower(name))`,
  `create table assignees (
    id text primary key,
    name text not null,
    username text,
    password_hash text,
    telephone_number text not null,
    queue_id text references queues (id) on delete set null,
    status_id integer not null default 1,
    created_at timestamptz(3) not null default now()
  )`,
  // A ticket outlives its chat, its guest and its assignee; its department can't go while it is there.
  `create table tickets (
    id text primary key,
    created_on timestamptz(3) not null default now(),
    created_by text,
    title text not null,
    description text not null,
    queue_id text not null references queues (id),
    agent_id text references assignees (id) on delete set null,
    status text not null check (status in ('open', 'assigned', 'blocked', 'closed')),
    guest_id text,
    chat_id text references chats (id) on delete set null,
    room text
  )`,
  `create index tickets_created on tickets (created_on desc, id desc)`,
  `create table bot_configs (
    id text primary key,
    type text not null,
    config jsonb not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  `create index bot_configs_type on bot_configs (type, created_at, id)`,
]
