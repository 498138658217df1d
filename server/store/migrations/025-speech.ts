import { sql, type Kysely } from 'kysely'
import type { SchemaMigration } from './schema-migration.ts'

/** What the bot's dialogs say, as it was recorded, by voice and words. */
export const speechMigration: SchemaMigration = {
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `create table speech_audio (
    key text primary key,
    mp3 bytea not null,
    created_at timestamptz not null default clock_timestamp()
  )`,
  'create index speech_audio_created_at on speech_audio (created_at)',
  // A save looks for the recording that waits for the same intent.
  `create index jobs_speech_intent on jobs ((payload ->> 'intentId')) where kind = 'speech.record'`,
]
