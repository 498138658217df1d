import Dexie from 'dexie'
import type { Chat, Message } from '#src/contract/chats.ts'
import { toEntry, type ChatListReading } from './chat-list.ts'
import { isMatch, toMirrorChat, type ChatQuery } from './mirror/chats.ts'
import { toMirrorMessage } from './mirror/messages.ts'
import { readNewestKnown } from './mirror/meta.ts'
import { beginThread, emptyThread } from './mirror/threads.ts'
import { describeThreadQuery, THREADS_AHEAD } from './thread-ahead.ts'
import { layOver, NEWEST_WINDOW, type ThreadReading } from './thread.ts'
import type { Workspace } from './workspace.ts'

/*
 * What the environment has answered and is about to be stored, as it is read once it is: in databases that hold nothing else
 * of their person.
 */

/** As `readChatList`; `chats`: all that the list will have. */
export function readAnsweredList(
  chats: readonly Chat[],
  query: ChatQuery,
  offset: number,
  limit: number,
): ChatListReading {
  const shown = chats
    .filter((chat) => isMatch(chat, query))
    .sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id))
  const entries = shown.slice(offset, offset + limit).map((chat) => {
    const row = toMirrorChat(chat, 0, '', undefined)
    return toEntry(row, chat, [])
  })
  return { entries, hasMore: shown.length > offset + limit, total: null, changesAt: null }
}

/** A chat's newest messages; `isWhole`: these are all that it has. */
interface AnsweredMessages {
  messages: readonly Message[]
  isWhole: boolean
}

/** Has a chat's thread drawn with what is answered of it, until that is stored. Null: nothing was. */
export function expectAnsweredThread(
  workspace: Workspace,
  chat: Chat,
  answered: Promise<AnsweredMessages | null>,
): void {
  const { key, read } = describeThreadQuery(workspace, chat.id, NEWEST_WINDOW)
  const thread = answered.then((words) => {
    if (words === null) throw new Error('no words came')
    return { chatId: chat.id, thread: readAnsweredThread(workspace, chat, words, Date.now()) }
  })
  THREADS_AHEAD.expect(workspace, key, read, thread)
}

/** As `readThread` of them. `now`: ms of the device's clock. */
function readAnsweredThread(
  workspace: Workspace,
  chat: Chat,
  { messages, isWhole }: AnsweredMessages,
  now: number,
): ThreadReading {
  const rows = messages.map((message) => toMirrorMessage(message))
  const mirrored = {
    chat,
    thread: beginThread(emptyThread(chat.id), messages, isWhole, now),
    found: rows.sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id)),
    newerUntil: undefined,
    fetchRequests: { thread: undefined, older: undefined },
  }
  return layOver(workspace, NEWEST_WINDOW, [], mirrored, performance.now())
}

/** Settles when the newest chats are in the databases, whichever tab has stored them. */
export function waitUntilListed({ mirror }: Workspace): Promise<void> {
  return new Promise((resolve) => {
    const subscription = Dexie.liveQuery(() => readNewestKnown(mirror)).subscribe({
      next(isListed) {
        if (!isListed) return
        subscription.unsubscribe()
        resolve()
      },
      // Whoever waits for it has a limit of their own.
      error: () => undefined,
    })
  })
}

/** In the order of the databases' indexes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
