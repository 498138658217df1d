import { sql } from 'kysely'
import type { NotificationType } from '#src/contract/deliveries.ts'
import { insertAlertDeliveries } from '../store/alerts/alert-deliveries.ts'
import { addToDigests } from '../store/alerts/alert-digests.ts'
import type { BotConfigRow } from '../store/configuration/configuration-tables.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import { limitAlerts, type CausedAlert } from './limit-alerts.ts'
import { readAlert } from './read-alert.ts'

interface Occasion {
  chatId: string
  notificationType: NotificationType
}

/**
 * Writes the alerts by email and SMS that changes of chats cause (E4, specification section 9): a row for each enabled
 * alert of the occasion, or a line of a digest beyond the limit, in the causing transaction. SQL only; the chats are locked
 * by this transaction and not changed yet. All of it at once, so that what is counted is locked in one order.
 */
export async function causeAlerts(tx: Tx, changes: Change[]): Promise<void> {
  // Two changes of one chat in a commit are one occasion: neither is seen by the other's question.
  const occasions = new Map<string, Occasion>()
  for (const change of changes) {
    for (const occasion of findOccasions(change)) {
      occasions.set(`${occasion.notificationType} ${occasion.chatId}`, occasion)
    }
  }
  if (occasions.size === 0) return
  const alerts = await readCausedAlerts(tx, [...occasions.values()])
  if (alerts.length === 0) return
  const { direct, beyond } = await limitAlerts(tx, alerts)
  await insertAlertDeliveries(tx, direct)
  await addToDigests(tx, beyond)
}

function findOccasions({ chatId, patch, guestWrote, isLowRating }: Change): Occasion[] {
  const occasions: Occasion[] = []
  if (guestWrote?.isFirst === true) {
    occasions.push({ chatId, notificationType: 'new_user_started_conversation' })
  }
  if (patch?.needsHelp === true) occasions.push({ chatId, notificationType: 'user_needs_help' })
  if (isLowRating === true) occasions.push({ chatId, notificationType: 'user_left_low_rating' })
  return occasions
}

/** The enabled alerts of each occasion. A help request that is still open is no further one. */
async function readCausedAlerts(tx: Tx, occasions: Occasion[]): Promise<CausedAlert[]> {
  const chatIds = occasions.map(({ chatId }) => chatId)
  const types = occasions.map(({ notificationType }) => notificationType)
  const { rows } = await sql<Pick<BotConfigRow, 'id' | 'config'> & { chatId: string }>`
    select bot_configs.id, bot_configs.config, chats.id as chat_id
    from unnest(${chatIds}::text[], ${types}::text[]) with ordinality as occasion (chat_id, type, place)
    join chats on chats.id = occasion.chat_id
    join bot_configs on bot_configs.type = 'alerts'
      and config @> jsonb_build_object('isEnabled', true, 'notificationType', occasion.type)
    where occasion.type <> 'user_needs_help' or not chats.needs_help
    order by place, bot_configs.created_at, bot_configs.id`.execute(tx)
  return rows.flatMap(({ chatId, ...row }) => {
    const alert = readAlert(row)
    return alert === null ? [] : [{ ...alert, chatId }]
  })
}
