import type { Alert } from '#src/contract/bot-configs.ts'
import type { Delivery, Senders } from '#src/contract/deliveries.ts'

/** What causes an alert, in words beside the word of the wire (specification section 9). */
export const OCCASIONS = [
  { value: 'user_needs_help', label: 'A guest needs help (user_needs_help)' },
  { value: 'user_left_low_rating', label: 'A guest left a low rating (user_left_low_rating)' },
  {
    value: 'new_user_started_conversation',
    label: 'A new guest started a conversation (new_user_started_conversation)',
  },
] as const

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** For example `A guest needs help`; a word that this console does not know as it is. */
export function describeOccasion(notificationType: string): string {
  const label = OCCASIONS.find(({ value }) => value === notificationType)?.label ?? notificationType
  return label.replace(/ \(.*\)$/, '')
}

/** What it speaks of: `A guest needs help, and 34 more guests`. */
export function describeCause({ notificationType, isTest, guests }: Delivery): string {
  if (isTest) return 'A test'
  const occasion = describeOccasion(notificationType)
  if (guests <= 1) return occasion
  return `${occasion}, and ${guests === 2 ? '1 more guest' : `${guests - 1} more guests`}`
}

/** Where a delivery stands; `now` in ms. */
export function describeStatus({ status, attempts, nextAt, isDigest }: Delivery, now: number): string {
  switch (status) {
    case 'sent':
      return 'Sent'
    case 'failed':
      return 'Not sent'
    case 'waiting': {
      if (attempts === 0 && isDigest && nextAt !== null)
        return `Goes out ${describeNext(Date.parse(nextAt) - now)}`
      if (attempts === 0) return 'On its way'
      const tried = attempts === 1 ? 'Tried once' : `Tried ${attempts} times`
      return nextAt === null ? tried : `${tried}, again ${describeNext(Date.parse(nextAt) - now)}`
    }
    case null:
      return 'Not known'
  }
}

/** To whom it went and how: `by email to desk@hotel.example`. */
export function describeRecipient({ type, sendTo }: Delivery): string {
  return type === null ? `to ${sendTo}` : `by ${type} to ${sendTo}`
}

/** The types of alerts that reach nobody, because nothing is set up that would send them. */
export function listMissingSenders(senders: Senders): ('email' | 'SMS')[] {
  if (senders === null) return []
  return (['email', 'SMS'] as const).filter((type) => !senders[type])
}

/** Whether an alert can be sent at all, as far as the environment says. */
export function canBeSent({ type }: Alert, senders: Senders): boolean {
  return !listMissingSenders(senders).some((missing) => missing === type)
}

function describeNext(inMs: number): string {
  if (inMs < SECOND_MS) return 'now'
  if (inMs < MINUTE_MS) return `in ${Math.ceil(inMs / SECOND_MS)} s`
  return `in ${Math.ceil(inMs / MINUTE_MS)} min`
}
