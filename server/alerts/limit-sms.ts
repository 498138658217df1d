import { sql } from 'kysely'
import type { NewAlertDelivery } from '../store/alerts/alert-deliveries.ts'
import type { Tx } from '../store/store.ts'

/** Of one alert: each costs money, and a guest more is a message more. */
export const SMS_PER_HOUR = 30
const HOUR_SECONDS = 3_600
const HELD_BACK = `not sent: more than ${SMS_PER_HOUR} in an hour`

/**
 * Lets an alert send so many SMS within an hour, which begins with its first: the last one says until when there are no
 * more, and what is beyond goes to the log only. A help request is never held back.
 *
 * Counted in the causing transaction, so that what is undone counts for nothing. Alerts come in the same order from
 * everywhere: their rows are locked until that ends.
 */
export async function limitSms(tx: Tx, deliveries: NewAlertDelivery[]): Promise<NewAlertDelivery[]> {
  const ids = deliveries.filter(isLimited).map(({ alertId }) => alertId)
  if (ids.length === 0) return deliveries
  const { rows } = await sql<{ key: string; count: number; until: Date }>`
    insert into rate_limits as known (key, window_start, count)
    select ${KEY} || id, clock_timestamp(), 1 from unnest(${ids}::text[]) as id
    on conflict (key) do update set
      count = case when known.window_start + make_interval(secs => ${HOUR_SECONDS}) <= clock_timestamp()
        then 1 else known.count + 1 end,
      window_start = case when known.window_start + make_interval(secs => ${HOUR_SECONDS}) <= clock_timestamp()
        then clock_timestamp() else known.window_start end
    returning key, count, window_start + make_interval(secs => ${HOUR_SECONDS}) as until`.execute(tx)
  const shares = new Map(rows.map((row) => [row.key, row]))
  return deliveries.map((delivery) => {
    const share = isLimited(delivery) ? shares.get(KEY + delivery.alertId) : undefined
    if (share === undefined || share.count < SMS_PER_HOUR) return delivery
    if (share.count === SMS_PER_HOUR) return { ...delivery, heldBackUntil: share.until }
    return { ...delivery, status: 'failed', error: HELD_BACK }
  })
}

const KEY = 'alert-sms:'

function isLimited({ type, notificationType }: NewAlertDelivery): boolean {
  return type === 'SMS' && notificationType !== 'user_needs_help'
}
