import type { ChatListEntry } from '#src/db/chat-list.ts'
import type { ThreadEntry } from '#src/db/thread.ts'
import { isBlankName } from '#src/domain/guests/name.ts'

/** The rows that the screens draw, as the databases give them. */
export type Chat = ChatListEntry['chat']
export type Message = Extract<ThreadEntry, { type: 'message' }>['message']
export type Attachment = Message['attachments'][number]

/** The short word for a chat's channel, at its picture. */
export function describeChannel(source: string): { short: string; long: string } {
  switch (source) {
    case 'sms':
      return { short: 'SMS', long: 'SMS' }
    case 'facebook':
      return { short: 'FB', long: 'Facebook' }
    case 'web':
      return { short: 'WEB', long: 'Web chat' }
    default:
      return { short: source.slice(0, 4).toUpperCase() || '?', long: source || 'Unknown channel' }
  }
}

/** A member of staff's name, where there is one to see. */
export function nameAgent({ name }: { name: string }): string {
  return isBlankName(name) ? 'Agent' : name
}

/** A guest's name; a row whose name could not be read still has something to click on. */
export function nameGuest(chat: Pick<Chat, 'displayName'>): string {
  return isBlankName(chat.displayName) ? 'Unnamed guest' : chat.displayName
}
