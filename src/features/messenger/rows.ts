import type { ChatListEntry } from '#src/db/chat-list.ts'
import type { ThreadEntry } from '#src/db/thread.ts'

/** The rows that the screens draw, as the databases give them. */
export type Chat = ChatListEntry['chat']
export type Message = Extract<ThreadEntry, { type: 'message' }>['message']
export type Attachment = Message['attachments'][number]
