import type { Message } from '#src/contract/chats.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import { nameAgent } from '#src/domain/chats/names.ts'
import { cutGraphemes } from '#src/domain/text/graphemes.ts'

/** More at once than these are a number: nobody listens to a dozen. */
const MOST_MESSAGES = 3
/** Of a long one so many characters are read out: half a minute. */
const MOST_CHARS = 400

/** What is read out of messages that have come: who wrote what, without time or state. One's own are known to oneself. */
export function announceMessages(messages: readonly Message[], guestName: string, me: Holder): string[] {
  const others = messages.filter(
    ({ sentByGuest, user }) => sentByGuest || user === null || !isHeldBy(user, me),
  )
  if (others.length > MOST_MESSAGES) return [`${others.length} new messages`]
  return others.map((message) => announceMessage(message, guestName))
}

function announceMessage(message: Message, guestName: string): string {
  if (message.type === 'event') return message.text
  const { sentByGuest, user, text, attachments } = message
  const author = sentByGuest ? guestName : user === null ? 'Bot' : nameAgent(user)
  const parts = [cutSpoken(text.trim()), ...attachments.map(nameAttachment)].filter((part) => part !== '')
  return `${author}: ${parts.length === 0 ? 'Empty message' : parts.join(', ')}`
}

function cutSpoken(text: string): string {
  const beginning = cutGraphemes(text, MOST_CHARS)
  return beginning === text ? text : `${beginning}… and more`
}

function nameAttachment({ name, content }: Message['attachments'][number]): string {
  if (!content) return name ?? 'a file'
  return [content.title, cutSpoken(content.text ?? '')]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}
