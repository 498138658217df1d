import { isBlank } from '#src/domain/text/blank.ts'
import type { Message } from '#src/contract/chats.ts'
import type { ThreadEntry } from '#src/db/thread.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import { isBlankName } from '#src/domain/guests/name.ts'

/** What a message says of its way to the guest. */
export type DeliveryView =
  | { kind: 'nothing' }
  | { kind: 'said'; words: 'Sent' | 'Delivered' }
  /** `reason`: in a person's words; null where nobody gave one. */
  | { kind: 'failed'; reason: string | null }

/** Of a message read out, this much says which one is meant, characters. */
const EXCERPT_CHARS = 60

/** What is said beside a message; one of our own without a delivery has been sent, for the environment has it. */
export function describeDelivery(message: Message, me: Holder): DeliveryView {
  const { delivery } = message
  if (message.sentByGuest || message.type === 'event') return { kind: 'nothing' }
  if (!delivery) return isMine(message, me) ? { kind: 'said', words: 'Sent' } : { kind: 'nothing' }
  switch (delivery.status) {
    case 'sent':
      return { kind: 'said', words: 'Sent' }
    case 'delivered':
      return { kind: 'said', words: 'Delivered' }
    case 'failed':
      return { kind: 'failed', reason: isBlankName(delivery.reason) ? null : (delivery.reason ?? null) }
  }
}

/** Whether a message that failed can be written again: one of my own, with words. */
export function canWriteAgain(message: Message, me: Holder): boolean {
  return message.delivery?.status === 'failed' && isMine(message, me) && !isBlank(message.text)
}

/** What is read out once when a message of my own turns out to have failed. */
export function announceFailure({ text, delivery }: Message): string {
  const words = text.trim().replace(/\s+/g, ' ')
  const letters = [...words]
  const excerpt = letters.length > EXCERPT_CHARS ? `${letters.slice(0, EXCERPT_CHARS).join('')}…` : words
  const subject = excerpt === '' ? 'A file of yours' : `Your message “${excerpt}”`
  const reason = isBlankName(delivery?.reason) ? '' : `: ${delivery?.reason}`
  return `${subject} was not delivered${reason}`
}

/** The keys of entries that have not failed: what is to fail later is news. */
export function listUnfailed(entries: readonly ThreadEntry[]): Set<string> {
  return new Set(entries.filter((entry) => !hasFailed(entry)).map(({ key }) => key))
}

/** The newest message of mine that has failed since; what is drawn failed from the first is no news. */
export function findNewFailure(
  unfailed: ReadonlySet<string>,
  entries: readonly ThreadEntry[],
  me: Holder,
): Message | null {
  const found = entries.findLast(
    (entry) =>
      entry.type === 'message' && unfailed.has(entry.key) && hasFailed(entry) && isMine(entry.message, me),
  )
  return found?.type === 'message' ? found.message : null
}

function hasFailed(entry: ThreadEntry): boolean {
  return entry.type === 'message' && entry.message.delivery?.status === 'failed'
}

function isMine({ sentByGuest, user }: Message, me: Holder): boolean {
  return !sentByGuest && user !== null && isHeldBy(user, me)
}
