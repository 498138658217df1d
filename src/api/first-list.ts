import type { Capabilities } from '#src/contract/capabilities.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { fetchFirstChats, fetchMessages, NEWEST_PAGE } from './chats.ts'
import type { ApiSession } from './http.ts'

/** One screen of chats and a scroll: half a second on a line of 100 kbit/s. */
const FIRST_CHATS = 50

/** A chat's newest messages; `isWhole`: these are all that it has. */
export interface FirstWords {
  messages: Message[]
  isWhole: boolean
}

/** The newest chats, and the words of the first of them, as they were asked for. */
export interface FirstList {
  /** When, ms of the device's clock. */
  readAt: number
  chats: Promise<Chat[]>
  /** Null where they did not come, or there is no chat. */
  words: Promise<FirstWords | null>
}

/** Whether an environment has a list of the newest: without the change log the list is what is read first anyway. */
export function hasFirstList({ paging, sync }: Pick<Capabilities, 'paging' | 'sync'>): boolean {
  return paging && sync
}

/** Asks for them. The words are asked for as soon as the list says whose: a desktop opens that chat by itself (section 2). */
export function askFirstList(session: ApiSession, readAt: number, signal: AbortSignal): FirstList {
  const chats = fetchFirstChats(session, FIRST_CHATS, signal)
  const words = chats.then(async ([newest]) => {
    if (!newest) return null
    const messages = await fetchMessages(session, newest.id, NEWEST_PAGE, signal)
    return { messages, isWhole: messages.length < NEWEST_PAGE.limit }
  })
  return { readAt, chats, words: words.catch(() => null) }
}
