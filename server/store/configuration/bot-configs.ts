import { sql } from 'kysely'
import { failInvalid } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { checkCampaign } from '../campaigns/check-campaign.ts'
import { stopRunsOf } from '../campaigns/runs.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditedList } from './audit.ts'
import type { BotConfigRow } from './configuration-tables.ts'

/** Types of rows, which are lists of their own. */
export type ConfigType = 'agentOnDuty' | 'alerts' | 'cronCampaigns'

export const AUDITED_CONFIGS: Record<ConfigType, AuditedList<BotConfigRow>> = {
  agentOnDuty: describeAudited('agentOnDuty'),
  alerts: describeAudited('alerts'),
  cronCampaigns: describeAudited('cronCampaigns'),
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

/** An id counts within its type only; undefined where there is none. */
export function readBotConfig(db: Db, type: ConfigType, id: string): Promise<BotConfigRow | undefined> {
  return selectConfig(db, type, id).executeTakeFirst()
}

/** As `readBotConfig`, locked for this transaction. */
export function lockBotConfig(tx: Tx, type: ConfigType, id: string): Promise<BotConfigRow | undefined> {
  return selectConfig(tx, type, id).forUpdate().executeTakeFirst()
}

/** Writes a row whose `config` was checked by its type. Throws 422 where it names what is not there. */
export async function insertBotConfig(
  tx: Tx,
  { type, config }: { type: string; config: object },
): Promise<BotConfigRow> {
  await checkNames(tx, type, config)
  return tx
    .insertInto('botConfigs')
    .values({ id: createId(), type, config: JSON.stringify(config) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** As `insertBotConfig`, for a row that is locked. A campaign that is switched off lets nothing more out. */
export async function updateBotConfig(
  tx: Tx,
  { id, type }: Pick<BotConfigRow, 'id' | 'type'>,
  config: object,
): Promise<BotConfigRow> {
  await checkNames(tx, type, config)
  if (type === 'cronCampaigns' && 'isEnabled' in config && config.isEnabled === false)
    await stopRunsOf(tx, id)
  return writeConfig(tx, id, config)
}

/** Writes what was checked before. */
export function writeConfig(tx: Tx, id: string, config: object): Promise<BotConfigRow> {
  return tx
    .updateTable('botConfigs')
    .set({ config: JSON.stringify(config), updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteBotConfig(
  tx: Tx,
  { id, type }: Pick<BotConfigRow, 'id' | 'type'>,
): Promise<void> {
  if (type === 'cronCampaigns') await stopRunsOf(tx, id)
  await tx.deleteFrom('botConfigs').where('id', '=', id).execute()
}

function describeAudited(type: ConfigType): AuditedList<BotConfigRow> {
  return {
    name: type,
    nameOf: ({ config }) => (typeof config['name'] === 'string' ? config['name'] : ''),
    fieldsOf: ({ config }) => config,
  }
}

function selectConfig(db: Db, type: ConfigType, id: string) {
  return db.selectFrom('botConfigs').selectAll().where('id', '=', id).where('type', '=', type)
}

/** What a row names has to be there. Throws 422. */
async function checkNames(tx: Tx, type: string, config: object): Promise<void> {
  if (type === 'cronCampaigns') await checkCampaign(tx, config)
  else await checkUsers(tx, config)
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
