import { sql, type InsertObject } from 'kysely'
import { createId } from '../../ids.ts'
import { insertBotConfig } from '../configuration/bot-configs.ts'
import type { Store, Tx } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { BulkHotel } from './bulk-hotel.ts'
import { BATCH_ROWS } from './chat-batch.ts'
import { insertChats } from './insert-chats.ts'

/**
 * Writes a whole hotel at once, all or nothing: for the demonstration and for measurements. It writes no log entry per
 * row; the log gets a new epoch instead, which makes every cursor of before a reset (E3). Throws on a message that is
 * not later than the one before it.
 */
export async function insertHotel(store: Store, hotel: BulkHotel): Promise<void> {
  await store.transact(async (tx) => {
    // A foreign key's check keeps the plan of its first run: a scan of a table that is small then and large soon.
    await sql`set local enable_seqscan = off`.execute(tx)
    await insertRows(tx, 'users', hotel.users)
    await insertAnswers(tx, hotel.typicalAnswers ?? [])
    await insertRows(tx, 'queues', hotel.departments)
    await insertRows(tx, 'assignees', hotel.assignees)
    await insertChats(tx, hotel.chats ?? [])
    await insertRows(tx, 'helpRequests', hotel.helpRequests)
    await insertRows(tx, 'guestRatings', hotel.ratings)
    await insertRows(tx, 'tickets', hotel.tickets)
    await insertConfigs(tx, hotel.botConfigs ?? [])
    await insertRows(tx, 'integrations', hotel.integrations)
    await insertRows(tx, 'testUsers', hotel.testUsers)
    if (hotel.isDemonstration === true) {
      const row = { key: 'demonstration', value: 'true' }
      await tx
        .insertInto('meta')
        .values(row)
        .onConflict((on) => on.column('key').doUpdateSet(row))
        .execute()
    }
    await tx.updateTable('meta').set({ value: createId() }).where('key', '=', 'log_epoch').execute()
    await sql`analyze chats, messages`.execute(tx)
    await sql`select pg_notify('bellhop_changes', '')`.execute(tx)
  })
}

type PlainTable =
  | 'users'
  | 'queues'
  | 'assignees'
  | 'helpRequests'
  | 'guestRatings'
  | 'tickets'
  | 'integrations'
  | 'testUsers'

async function insertRows<Name extends PlainTable>(
  tx: Tx,
  table: Name,
  rows: InsertObject<Tables, Name>[] = [],
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + BATCH_ROWS))
      .execute()
  }
}

async function insertConfigs(tx: Tx, configs: { type: string; config: object }[]): Promise<void> {
  for (const { type, config } of configs) await insertBotConfig(tx, { type, config })
}

async function insertAnswers(tx: Tx, answers: { label: string; answer: string }[]): Promise<void> {
  if (answers.length === 0) return
  await tx
    .insertInto('typicalAnswers')
    .values(answers.map(({ label, answer }) => ({ id: createId(), label, answer })))
    .execute()
}
