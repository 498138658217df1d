import { sql, type Kysely, type Migration } from 'kysely'

/** What the bot understands and says (E6): intents with their trained questions, and the pictures of their cards. */
export const intentsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table intents (
    id text primary key,
    name text not null,
    is_static boolean not null default false,
    dialog jsonb not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  `create unique index intents_name on intents (lower(name))`,
  `create table intent_questions (
    id text primary key,
    intent_id text not null references intents (id) on delete cascade,
    text text not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index intent_questions_intent on intent_questions (intent_id)`,
  `create table bot_pictures (
    name text primary key,
    content_type text not null,
    bytes bytea not null
  )`,
  // Every writer of intents raises it; a process whose classifier is of another version trains anew.
  `insert into meta (key, value) values ('intents_version', '0')`,
]
