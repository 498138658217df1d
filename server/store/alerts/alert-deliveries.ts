import { sql, type Selectable } from 'kysely'
import {
  DELIVERIES_KEPT_DAYS,
  type AlertType,
  type Delivery,
  type NotificationType,
} from '#src/contract/deliveries.ts'
import { failNotFound } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { DAY_SECONDS, type AgedRows } from '../aged-rows.ts'
import type { Db, Tx } from '../store.ts'
import type { AlertDeliveriesTable } from './alert-tables.ts'

export type AlertDeliveryRow = Selectable<AlertDeliveriesTable>
/** With the number of guests that it speaks of, or will. */
export type LoggedDelivery = AlertDeliveryRow & { guests: number }

export interface NewAlertDelivery {
  alertId: string
  alertName: string
  type: AlertType
  notificationType: NotificationType
  sendTo: string
  /** Null for a test. */
  chatId: string | null
  /** On the last one of an hour that goes to its recipients by itself. */
  limitedUntil?: Date
}

/** Writes alerts that are due now and wakes those who send them (E4). */
export async function insertAlertDeliveries(
  tx: Tx,
  deliveries: NewAlertDelivery[],
): Promise<AlertDeliveryRow[]> {
  if (deliveries.length === 0) return []
  const rows = await tx
    .insertInto('alertDeliveries')
    .values(deliveries.map((row) => ({ id: createId(), isTest: row.chatId === null, ...row })))
    .returningAll()
    .execute()
  await sql`select pg_notify('bellhop_alerts', '')`.execute(tx)
  return rows
}

/** A page of the log, newest first. Throws 404 where `before` names no delivery. */
export async function readAlertDeliveries(
  db: Db,
  { limit, before }: { limit: number; before: string | null },
): Promise<{ rows: LoggedDelivery[]; more: boolean }> {
  const mark = before === null ? null : await readMark(db, before)
  const rows = await db
    .selectFrom('alertDeliveries')
    .selectAll()
    .select(guests.as('guests'))
    .$if(mark !== null, (query) =>
      mark === null
        ? query
        : query.where(sql<boolean>`(created_at, id) < (${mark.createdAt}::timestamptz, ${mark.id})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** The log of deliveries is kept for so long. */
export const AGED_ALERT_DELIVERIES: AgedRows = {
  table: 'alertDeliveries',
  column: 'createdAt',
  seconds: DELIVERIES_KEPT_DAYS * DAY_SECONDS,
}

export function presentDelivery(row: LoggedDelivery): Delivery {
  const { id, createdAt, alertId, alertName, type, notificationType, sendTo } = row
  const { status, attempts, nextAt, error, chatId, isTest, guests, digestDueAt } = row
  return {
    id,
    at: createdAt.toISOString(),
    alertId,
    alertName,
    type,
    notificationType,
    sendTo,
    status,
    attempts,
    nextAt: status === 'waiting' ? nextAt.toISOString() : null,
    error,
    chatId,
    isTest,
    guests,
    isDigest: digestDueAt !== null,
  }
}

/** What waits is counted, what was sent says itself. */
const guests = sql<number>`case when digest_due_at is null then 1 else coalesce(digest_guests, (
  select count(*)::int from alert_digest_chats where delivery_id = alert_deliveries.id)) end`

async function readMark(db: Db, id: string): Promise<Pick<AlertDeliveryRow, 'id' | 'createdAt'>> {
  const row = await db
    .selectFrom('alertDeliveries')
    .select(['id', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw failNotFound('This delivery')
  return row
}
