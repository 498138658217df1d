import { Migrator, type Kysely, type Migration } from 'kysely'
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
import { alertDigestsMigration } from './016-alert-digests.ts'
import { classifiersMigration } from './017-classifiers.ts'

/** In order of their names. One that has run anywhere is never edited: a change is a further one. */
const MIGRATIONS: Record<string, Migration> = {
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
  '016-alert-digests': alertDigestsMigration,
  '017-classifiers': classifiersMigration,
}

/**
 * Brings the database up to this build's schema. Kysely's migrator holds a PostgreSQL advisory lock, so that processes
 * that start together migrate once. Throws where a migration fails; nothing of a failed run is kept.
 */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
