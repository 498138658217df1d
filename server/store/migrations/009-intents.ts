import { sql, type Kysely, type Migration } from 'kysely'
import { createTextKey } from '../../text.ts'

/**
 * Intents as rows of the configuration (docs/decisions/028-intents.md): their dialogs in the specification's fields, a
 * version that rises with name, dialog and questions, and no question twice. What was trained and what is published; and
 * what the bot waits for in a chat.
 */
export const intentRowsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of BEFORE) await sql.raw(statement).execute(db)
    await writeTextKeys(db)
    for (const statement of AFTER) await sql.raw(statement).execute(db)
  },
}

/** What a dialog says of the fields that it had no word for. */
const NOTHING_ELSE = JSON.stringify({
  response: '',
  url: '',
  isEnabled: true,
  department: '',
  requiresAuth: false,
  externalTicketSKU: '',
  externalDepartmentId: '',
  choices: [],
})

const BEFORE = [
  `alter table intents
    alter column dialog drop not null,
    add column version integer not null default 1,
    add column origin text`,
  // By it the next start knows the bot's own, whatever they are called by then.
  `update intents set origin = lower(name) where is_static`,
  `create unique index intents_origin on intents (origin)`,
  // Whatever was no message was a handover.
  `update intents set dialog = '${NOTHING_ELSE}'::jsonb || dialog || jsonb_build_object(
    'type', 'message',
    'redirectTo', case when dialog ->> 'type' = 'message' then '' else 'needs-help' end
  )`,
  `alter table intent_questions add column text_key text`,
]

const AFTER = [
  `alter table intent_questions alter column text_key set not null`,
  `create unique index intent_questions_text on intent_questions (text_key)`,
  `create trigger intents_version before update on intents for each row
    when ((old.name, old.dialog) is distinct from (new.name, new.dialog)) execute function rise_version()`,
  `create function rise_intent_version() returns trigger language plpgsql as $$
    begin
      update intents set version = version + 1 where id in (select intent_id from touched);
      return null;
    end
  $$`,
  `create trigger intent_questions_added after insert on intent_questions
    referencing new table as touched for each statement execute function rise_intent_version()`,
  `create trigger intent_questions_removed after delete on intent_questions
    referencing old table as touched for each statement execute function rise_intent_version()`,
  `create table bot_models (
    state text primary key check (state in ('trained', 'published')),
    id text not null,
    sets jsonb not null,
    failure text,
    at timestamptz(3) not null default clock_timestamp()
  )`,
  `create table pending_dialogs (
    chat_id text primary key references chats (id) on delete cascade,
    intent_id text not null references intents (id) on delete cascade,
    created_at timestamptz(3) not null default clock_timestamp()
  )`,
  `create index pending_dialogs_intent on pending_dialogs (intent_id)`,
  // The published model says for itself which one it is.
  `delete from meta where key = 'intents_version'`,
]

/** Of two questions that are the same the later one goes: the classifier can't tell their intents apart either. */
async function writeTextKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string
    text: string
  }>`select id, text from intent_questions order by created_at, id`.execute(db)
  const known = new Set<string>()
  for (const { id, text } of rows) {
    const key = createTextKey(text)
    if (known.has(key)) await sql`delete from intent_questions where id = ${id}`.execute(db)
    else await sql`update intent_questions set text_key = ${key} where id = ${id}`.execute(db)
    known.add(key)
  }
}
