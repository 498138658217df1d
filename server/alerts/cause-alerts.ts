import { sql, type RawBuilder } from 'kysely'
import type { NotificationType } from '#src/contract/deliveries.ts'
import { insertAlertDeliveries } from '../store/alerts/alert-deliveries.ts'
import type { BotConfigRow } from '../store/configuration/configuration-tables.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import { limitSms } from './limit-sms.ts'
import { readAlert } from './read-alert.ts'

/** What of the chat, as it was before the change, makes one: a help request that is still open is no further one. */
const IS_NEW: Record<NotificationType, RawBuilder<unknown>> = {
  user_needs_help: sql`not chats.needs_help`,
  new_user_started_conversation: sql`true`,
  user_left_low_rating: sql`true`,
}

/**
 * Writes the alerts by email and SMS that changes of chats cause (E4, specification section 9): a row for each enabled
 * alert of the occasion, in the causing transaction. SQL only; the chats are locked by this transaction and not changed yet.
 */
export async function causeAlerts(tx: Tx, changes: Change[]): Promise<void> {
  // Two changes of one chat in a commit are one occasion: neither is seen by the other's question.
  const caused = new Map<string, [chatId: string, occasion: NotificationType]>()
  for (const change of changes) {
    for (const occasion of findOccasions(change)) {
      caused.set(`${occasion} ${change.chatId}`, [change.chatId, occasion])
    }
  }
  for (const [chatId, occasion] of caused.values()) await addAlerts(tx, chatId, occasion)
}

function findOccasions({ patch, guestWrote, isLowRating }: Change): NotificationType[] {
  const occasions: NotificationType[] = []
  if (guestWrote?.isFirst === true) occasions.push('new_user_started_conversation')
  if (patch?.needsHelp === true) occasions.push('user_needs_help')
  if (isLowRating === true) occasions.push('user_left_low_rating')
  return occasions
}

/** One statement where there is nothing to say, which is most of the time. */
async function addAlerts(tx: Tx, chatId: string, occasion: NotificationType): Promise<void> {
  const wanted = JSON.stringify({ isEnabled: true, notificationType: occasion })
  const { rows } = await sql<Pick<BotConfigRow, 'id' | 'config'>>`
    select bot_configs.id, bot_configs.config from bot_configs
    where type = 'alerts' and config @> ${wanted}::jsonb
      and exists (select from chats where chats.id = ${chatId} and ${IS_NEW[occasion]})
    order by created_at, bot_configs.id`.execute(tx)
  const alerts = rows.flatMap((row) => readAlert(row) ?? [])
  const deliveries = alerts.map((alert) => ({ ...alert, chatId }))
  await insertAlertDeliveries(tx, await limitSms(tx, deliveries))
}
