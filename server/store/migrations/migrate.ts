import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import type { Log } from '../../log.ts'
import type { Tables } from '../tables.ts'
import { coreMigration } from './001-core.ts'
import { intentsMigration } from './002-intents.ts'
import { sessionEndMigration } from './003-session-end.ts'
import { ticketsMigration } from './004-tickets.ts'
import { pushMigration } from './005-push.ts'
import { configurationMigration } from './006-configuration.ts'
import { alertDeliveriesMigration } from './007-alert-deliveries.ts'
import { ratingsMigration } from './008-ratings.ts'
import { intentRowsMigration } from './009-intents.ts'
import { jobLanesMigration } from './010-job-lanes.ts'
import { attachmentFilesMigration } from './011-attachment-files.ts'
import { guestsMigration } from './012-guests.ts'
import { ageIndexesMigration } from './015-age-indexes.ts'
import { alertDigestsMigration } from './016-alert-digests.ts'
import { classifiersMigration } from './017-classifiers.ts'
import { escalationsMigration } from './018-escalations.ts'
import { reportsMigration } from './020-reports.ts'
import { campaignsMigration } from './021-campaigns.ts'
import { botStringsMigration } from './022-bot-strings.ts'
import { languagesMigration } from './023-languages.ts'
import { unknownSentencesMigration } from './024-unknown-sentences.ts'
import { speechMigration } from './025-speech.ts'
import { pushReadsMigration } from './026-push-reads.ts'
import type { SchemaMigration } from './schema-migration.ts'

/** In order of their names. One that has run anywhere is never edited: a change is a further one. */
export const MIGRATIONS: Record<string, SchemaMigration> = {
  '001-core': coreMigration,
  '002-intents': intentsMigration,
  '003-session-end': sessionEndMigration,
  '004-tickets': ticketsMigration,
  '005-push': pushMigration,
  '006-configuration': configurationMigration,
  '007-alert-deliveries': alertDeliveriesMigration,
  '008-ratings': ratingsMigration,
  '009-intents': intentRowsMigration,
  '010-job-lanes': jobLanesMigration,
  '011-attachment-files': attachmentFilesMigration,
  '012-guests': guestsMigration,
  '015-age-indexes': ageIndexesMigration,
  '016-alert-digests': alertDigestsMigration,
  '017-classifiers': classifiersMigration,
  '018-escalations': escalationsMigration,
  '020-reports': reportsMigration,
  '021-campaigns': campaignsMigration,
  '022-bot-strings': botStringsMigration,
  '023-languages': languagesMigration,
  '024-unknown-sentences': unknownSentencesMigration,
  '025-speech': speechMigration,
  '026-push-reads': pushReadsMigration,
}

/** The row of `meta` with the newest migration that builds before it can't go on beside. */
const NEEDED = 'schema_needed'

/**
 * Brings the database up to this build's schema. Kysely's migrator holds a PostgreSQL advisory lock, so that processes
 * that start together migrate once. A database that a newer build has migrated is used as it is where all that is unknown of
 * it is additive (decision 038). Throws where it is not, and where a migration fails; nothing of a failed run is kept.
 */
export async function migrateToLatest(
  db: Kysely<Tables>,
  log: Log,
  migrations: Record<string, SchemaMigration> = MIGRATIONS,
): Promise<void> {
  const marked = Object.entries(migrations).map(([name, migration]) => [name, markNeeded(name, migration)])
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(marked)) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error === undefined) return
  const newest = await checkNewerSchema(db, Object.keys(migrations))
  if (newest === null) throw error
  log.warn('a newer Bellhop has migrated this database', {
    schema: newest,
    known: Object.keys(migrations).at(-1),
  })
}

/** In the migration's own transaction: no build ever sees the one without the other. */
function markNeeded(name: string, { up, isAdditive }: SchemaMigration): Migration {
  if (isAdditive) return { up }
  return {
    async up(db: Kysely<unknown>) {
      await up(db)
      await sql`insert into meta (key, value) values (${NEEDED}, ${name})
        on conflict (key) do update set value = excluded.value`.execute(db)
    },
  }
}

/** The newest migration where this build can go on beside those that it does not know; null where it knows all. */
async function checkNewerSchema(db: Kysely<Tables>, known: string[]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const done = rows.map(({ name }) => name)
  const newest = done.filter((name) => !known.includes(name)).at(-1)
  if (newest === undefined) return null
  const needed = await db.selectFrom('meta').select('value').where('key', '=', NEEDED).executeTakeFirst()
  const isComplete = known.every((name) => done.includes(name))
  if (isComplete && (needed === undefined || known.includes(needed.value))) return newest
  throw new Error(
    `the database has the schema ${newest} of a newer Bellhop, and this one knows it up to ${known.at(-1)} only. ` +
      'Start the newer one, or go back to the data as they were before it.',
  )
}
