import { sql } from 'kysely'
import { readRecipients } from '#src/contract/alert-recipients.ts'
import { ALERTS_PER_HOUR } from '#src/contract/deliveries.ts'
import type { NewAlertDelivery } from '../store/alerts/alert-deliveries.ts'
import type { DigestEntry } from '../store/alerts/alert-digests.ts'
import type { Tx } from '../store/store.ts'
import type { Alert } from './read-alert.ts'

export type CausedAlert = Alert & { chatId: string }

/** What goes out by itself, and what comes together. */
interface Limited {
  direct: NewAlertDelivery[]
  beyond: DigestEntry[]
}

/** Whoever asks for help waits no longer than this; the other causes wait for the end of the hour. */
export const HELP_DIGEST_SECONDS = 600
const HOUR_SECONDS = 3_600

/**
 * Lets a recipient get so many alerts of a cause within an hour from the first, whichever alerts name them: the last one says
 * that more come together, and what is beyond goes to their digest (decision 040).
 *
 * Counted in the causing transaction, so that what is undone counts for nothing. The rows are locked until that ends, after
 * those of the chats and in the order of their keys.
 */
export async function limitAlerts(tx: Tx, alerts: CausedAlert[]): Promise<Limited> {
  const shares = await takeShares(tx, alerts.flatMap(listKeys))
  const limited: Limited = { direct: [], beyond: [] }
  for (const alert of alerts) {
    const recipients = readRecipients(alert.type, alert.sendTo)
    // It fails with the reason when it is sent, as an alert to nobody.
    if ('problem' in recipients) limited.direct.push(alert)
    else divide(alert, recipients.to, { shares, limited })
  }
  return limited
}

interface Share {
  /** How many there were in this hour, with those that were dealt out of this transaction's. */
  count: number
  until: Date
}

function divide(
  alert: CausedAlert,
  recipients: string[],
  { shares, limited: { direct, beyond } }: { shares: Map<string, Share>; limited: Limited },
): void {
  const limit = ALERTS_PER_HOUR[alert.type]
  const below: string[] = []
  const last: string[] = []
  let limitedUntil: Date | undefined
  for (const to of recipients) {
    const digestKey = writeKey(alert, to)
    const share = shares.get(digestKey)
    if (share === undefined) throw new Error('an alert was not counted')
    share.count += 1
    if (share.count < limit) below.push(to)
    else if (share.count === limit) {
      last.push(to)
      limitedUntil = share.until
    } else {
      const due = alert.notificationType === 'user_needs_help' ? HELP_DIGEST_SECONDS : share.until
      beyond.push({ ...alert, sendTo: to, digestKey, due })
    }
  }
  // As it was typed where it goes to all of them.
  const describeTo = (to: string[]) => (to.length === recipients.length ? alert.sendTo : to.join(', '))
  if (below.length > 0) direct.push({ ...alert, sendTo: describeTo(below) })
  if (limitedUntil !== undefined) direct.push({ ...alert, sendTo: describeTo(last), limitedUntil })
}

/** Counts one use for each mention of a key; gives the counts before them. */
async function takeShares(tx: Tx, mentions: string[]): Promise<Map<string, Share>> {
  if (mentions.length === 0) return new Map()
  const uses = new Map<string, number>()
  for (const key of mentions) uses.set(key, (uses.get(key) ?? 0) + 1)
  const keys = [...uses.keys()].sort()
  const counts = keys.map((key) => uses.get(key) ?? 0)
  const isOver = sql`known.window_start + make_interval(secs => ${HOUR_SECONDS}) <= clock_timestamp()`
  const { rows } = await sql<{ key: string; count: number; until: Date }>`
    insert into rate_limits as known (key, window_start, count)
    select key, clock_timestamp(), uses
    from unnest(${keys}::text[], ${counts}::int[]) with ordinality as taken (key, uses, place)
    order by place
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else known.count + excluded.count end,
      window_start = case when ${isOver} then clock_timestamp() else known.window_start end
    returning key, count, window_start + make_interval(secs => ${HOUR_SECONDS}) as until`.execute(tx)
  return new Map(rows.map(({ key, count, until }) => [key, { count: count - (uses.get(key) ?? 0), until }]))
}

function listKeys(alert: CausedAlert): string[] {
  const recipients = readRecipients(alert.type, alert.sendTo)
  return 'problem' in recipients ? [] : recipients.to.map((to) => writeKey(alert, to))
}

/** Letter case makes no other recipient, as in an alert's list of them. */
function writeKey({ type, notificationType }: CausedAlert, recipient: string): string {
  return `alert:${type}:${notificationType}:${recipient.toLowerCase()}`
}
