import { sql } from 'kysely'
import { failInvalid, failNotFound } from '../errors.ts'
import { createId } from '../ids.ts'
import type { BotConfigRow } from './schema.ts'
import type { Db, Tx } from './store.ts'

/** Which row is meant: an id counts within its type only. */
export interface ConfigKey {
  type: string
  id: string
}

/** All rows of a type, the oldest first. */
export function readBotConfigs(db: Db, type: string): Promise<BotConfigRow[]> {
  return db
    .selectFrom('botConfigs')
    .selectAll()
    .where('type', '=', type)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Throws 404. */
export async function readBotConfig(db: Db, { type, id }: ConfigKey): Promise<BotConfigRow> {
  const row = await db
    .selectFrom('botConfigs')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  return orNotFound(row)
}

/** Writes a row whose `config` was checked by its type. Throws 422 where it names people who are not there. */
export async function insertBotConfig(
  tx: Tx,
  { type, config }: { type: string; config: object },
): Promise<BotConfigRow> {
  await checkUsers(tx, config)
  return tx
    .insertInto('botConfigs')
    .values({ id: createId(), type, config: JSON.stringify(config) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws 404, and 422 where it names people who are not there. */
export async function updateBotConfig(
  tx: Tx,
  { type, id }: ConfigKey,
  config: object,
): Promise<BotConfigRow> {
  const row = await tx
    .updateTable('botConfigs')
    .set({
      config: JSON.stringify(config),
      // Rises with every change, so that two versions of a row never look the same.
      updatedAt: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .where('type', '=', type)
    .returningAll()
    .executeTakeFirst()
  await checkUsers(tx, config)
  return orNotFound(row)
}

/** Throws 404. */
export async function deleteBotConfig(tx: Tx, { type, id }: ConfigKey): Promise<void> {
  const row = await tx
    .deleteFrom('botConfigs')
    .where('id', '=', id)
    .where('type', '=', type)
    .returningAll()
    .executeTakeFirst()
  orNotFound(row)
}

function orNotFound(row: BotConfigRow | undefined): BotConfigRow {
  if (!row) throw failNotFound('This row')
  return row
}

async function checkUsers(tx: Tx, config: object): Promise<void> {
  const ids = 'userIds' in config && Array.isArray(config.userIds) ? new Set<string>(config.userIds) : null
  if (!ids || ids.size === 0) return
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length < ids.size) throw failInvalid('Some of these people are not there any more.')
}
