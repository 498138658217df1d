import * as v from 'valibot'
import type { AlertType, NotificationType } from '#src/contract/deliveries.ts'
import type { BotConfigRow } from '../store/configuration/configuration-tables.ts'

/** An alert as it was set up (specification sections 3 and 9). */
export interface Alert {
  alertId: string
  alertName: string
  type: AlertType
  notificationType: NotificationType
  sendTo: string
}

/** Rows were checked when they came in (`server/routes/bot-config`). */
const alertRowSchema = v.object({
  name: v.optional(v.string(), ''),
  type: v.picklist(['email', 'SMS']),
  notificationType: v.picklist(['user_needs_help', 'user_left_low_rating', 'new_user_started_conversation']),
  sendTo: v.string(),
})

/** The alert of a row of type `alerts`; null for one that does not read so. Whether it is enabled is the caller's. */
export function readAlert({ id, config }: Pick<BotConfigRow, 'id' | 'config'>): Alert | null {
  const parsed = v.safeParse(alertRowSchema, config)
  if (!parsed.success) return null
  const { name, ...rest } = parsed.output
  return { alertId: id, alertName: name, ...rest }
}
