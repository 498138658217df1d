import { sql, type Kysely, type Migration } from 'kysely'

/**
 * What the configuration lists need (CONTRACT section 6 and the group `admin` of section 2): integrations and test users,
 * a version on every row, and the audit, which is the log of all that was changed. A version rises by itself, whoever
 * changes the row and by whichever road, so that no two states of a row share an ETag.
 */
export const configurationMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...STATEMENTS, ...VERSIONED.flatMap(describeVersion)]) {
      await sql.raw(statement).execute(db)
    }
  },
}

const STATEMENTS = [
  `create table integrations (
    id text primary key,
    category text not null check (category in ('CRS', 'PMS', 'TICKET', 'CRM')),
    host_system text not null,
    api_key text,
    user_name text not null default '',
    password text,
    host_system_identifier text not null default '',
    is_active boolean not null default false,
    created_at timestamptz(3) not null default now()
  )`,
  // A test user is a chat that was marked as one; it goes with the chat.
  `create table test_users (
    chat_id text primary key references chats (id) on delete cascade,
    created_at timestamptz(3) not null default now()
  )`,
  // Names are kept as text: they outlive the user and the row.
  `create sequence audit_seq`,
  `create table audit (
    seq bigint primary key,
    at timestamptz(3) not null default clock_timestamp(),
    user_id text not null,
    user_name text not null,
    list text not null,
    row_id text not null,
    row_name text not null,
    action text not null check (action in ('create', 'update', 'delete')),
    changes jsonb not null
  )`,
  `create unique index assignees_username on assignees (lower(username))`,
  `create index assignees_queue on assignees (queue_id)`,
  `create index tickets_queue on tickets (queue_id)`,
  `create index tickets_agent on tickets (agent_id)`,
  `create index chats_holder on chats (holder_id) where holder_id is not null`,
  `create function rise_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end
  $$`,
]

/** Columns that make another version of a row: not when a user signed in, and not when a row was saved as it was. */
const VERSIONED: { table: string; columns: string[] }[] = [
  { table: 'users', columns: ['username', 'name', 'role', 'password_hash', 'fbid'] },
  { table: 'test_users', columns: ['created_at'] },
  { table: 'typical_answers', columns: ['label', 'answer'] },
  { table: 'queues', columns: ['name', 'is_admin'] },
  {
    table: 'assignees',
    columns: ['name', 'username', 'password_hash', 'telephone_number', 'queue_id', 'status_id'],
  },
  {
    table: 'tickets',
    columns: ['title', 'description', 'queue_id', 'agent_id', 'status', 'guest_id', 'chat_id', 'room'],
  },
  {
    table: 'integrations',
    columns: [
      'category',
      'host_system',
      'api_key',
      'user_name',
      'password',
      'host_system_identifier',
      'is_active',
    ],
  },
  { table: 'bot_configs', columns: ['config'] },
]

function describeVersion({ table, columns }: { table: string; columns: string[] }): string[] {
  const rowOf = (side: 'old' | 'new') => columns.map((column) => `${side}.${column}`).join(', ')
  return [
    `alter table ${table} add column version integer not null default 1`,
    `create trigger ${table}_version before update on ${table} for each row
      when ((${rowOf('old')}) is distinct from (${rowOf('new')})) execute function rise_version()`,
  ]
}
