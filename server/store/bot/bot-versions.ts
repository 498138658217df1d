import { sql } from 'kysely'
import { ApiError } from '../../errors.ts'
import { createId } from '../../ids.ts'
import type { Db, Tx } from '../store.ts'
import type { TrainingSet } from './bot-tables.ts'

/** A model that answers or did, without what was learned from it. */
export interface BotVersion {
  id: string
  sets: TrainingSet[]
  /** When it was published first: what it is called by. */
  at: Date
  /** When it was published last: later, where somebody went back to it. */
  publishedAt: Date
}

/** The published and the former version; null where there is none yet. */
export async function readVersion(db: Db, state: 'published' | 'former'): Promise<BotVersion | null> {
  const row = await db
    .selectFrom('botModels')
    .select(['id', 'sets', 'at', 'versionAt'])
    .where('state', '=', state)
    .executeTakeFirst()
  if (!row) return null
  return { id: row.id, sets: row.sets, at: row.versionAt ?? row.at, publishedAt: row.at }
}

/** Makes the published version the former one, with what was learned from it; another is to be published at once. */
export async function keepAsFormer(tx: Tx): Promise<void> {
  await tx.deleteFrom('botModels').where('state', '=', 'former').execute()
  await tx.updateTable('botModels').set({ state: 'former' }).where('state', '=', 'published').execute()
}

/**
 * Publishes the former version again and makes the published one the former, so that one can go forward again. Gives the
 * one that answers now. Throws 409 `not_former` where it is not the former any more.
 */
export async function publishFormer(tx: Tx, modelId: string): Promise<BotVersion> {
  const former = await tx.selectFrom('botModels').selectAll().where('state', '=', 'former').executeTakeFirst()
  if (former?.id !== modelId) {
    throw new ApiError(
      409,
      'not_former',
      'This is no longer the former version: somebody has published meanwhile. Look at the versions again.',
    )
  }
  await keepAsFormer(tx)
  const row = {
    ...former,
    sets: JSON.stringify(former.sets),
    warnings: former.warnings && JSON.stringify(former.warnings),
    state: 'published' as const,
    // Another one each time: processes keep what they have read of a model by it.
    id: createId(),
    at: sql<Date>`clock_timestamp()`,
    versionAt: former.versionAt ?? former.at,
  }
  const { id, at } = await tx
    .insertInto('botModels')
    .values(row)
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()
  return { id, sets: former.sets, at: row.versionAt, publishedAt: at }
}
