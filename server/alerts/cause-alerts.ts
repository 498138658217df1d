import { sql } from 'kysely'
import type { NotificationType } from '#src/contract/deliveries.ts'
import { insertAlertDeliveries } from '../store/alert-deliveries.ts'
import type { Change } from '../store/commit-changes.ts'
import type { BotConfigRow } from '../store/schema.ts'
import type { Tx } from '../store/store.ts'
import { readAlert } from './read-alert.ts'

/** An occasion, and what of the chat as it was before says that this is one. */
interface Occasion {
  notificationType: NotificationType
  isNew: 'needs no help' | 'guest has written nothing'
}

/**
 * Writes the alerts by email and SMS that changes of chats cause (E4, specification section 9): for each enabled alert of
 * the occasion a row, in the causing transaction. A cry that goes on is no further occasion, nor is a guest's second
 * message. No call brings a guest's rating in, so that a low one is no occasion here. SQL only; the chats are locked by this transaction and not changed yet.
 */
export async function causeAlerts(tx: Tx, changes: Change[]): Promise<void> {
  const done = new Set<string>()
  for (const change of changes) {
    for (const occasion of findOccasions(change)) {
      const once = `${occasion.notificationType} ${change.chatId}`
      if (done.has(once)) continue
      done.add(once)
      await addAlerts(tx, change.chatId, occasion)
    }
  }
}

function findOccasions({ patch, message }: Change): Occasion[] {
  return [
    ...(message?.sentByGuest === true
      ? [{ notificationType: 'new_user_started_conversation', isNew: 'guest has written nothing' } as const]
      : []),
    ...(patch?.needsHelp === true
      ? [{ notificationType: 'user_needs_help', isNew: 'needs no help' } as const]
      : []),
  ]
}

/** One statement where there is nothing to say, which is most of the time. */
async function addAlerts(tx: Tx, chatId: string, { notificationType, isNew }: Occasion): Promise<void> {
  const isOccasion =
    isNew === 'needs no help' ? sql`not chats.needs_help` : sql`chats.last_user_message_date is null`
  const { rows } = await sql<Pick<BotConfigRow, 'id' | 'config'>>`
    select bot_configs.id, bot_configs.config from bot_configs
    where type = 'alerts' and config @> ${JSON.stringify({ isEnabled: true, notificationType })}::jsonb
      and exists (select from chats where chats.id = ${chatId} and ${isOccasion})
    order by created_at, bot_configs.id`.execute(tx)
  const alerts = rows.flatMap((row) => readAlert(row) ?? [])
  await insertAlertDeliveries(
    tx,
    alerts.map((alert) => ({ ...alert, chatId })),
  )
}
