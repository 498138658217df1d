import type { Chat, Message } from '#src/contract/chats.ts'
import type { MirrorDatabase, ThreadRow } from '#src/db/mirror/database.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import {
  beginThread,
  findOldest,
  patchThread,
  readThreadRow,
  readThreadRows,
} from '#src/db/mirror/threads.ts'

/**
 * Writes messages that follow without a gap on what the mirror knows (the change log, an answer to a send). A chat of
 * which nothing was known begins at the oldest of them (I10). `isCounted` says that the mirrored chat is as new as they are,
 * so that its number of messages tells whether these are all it has. Call it inside a write on chats, messages and threads.
 */
export async function applyFollowing(
  mirror: MirrorDatabase,
  changed: readonly Message[],
  now: number,
  isCounted = true,
): Promise<void> {
  if (changed.length === 0) return
  // What is known of all chats is read at once: a page of a catch-up is of many.
  const threads = await readThreadRows(mirror, [...groupByChat(changed).keys()])
  const messages = leaveOutSettled(threads, changed)
  await putMessages(mirror, messages)
  const groups = groupByChat(messages)
  const unknown = [...groups.keys()].filter((chatId) => threads.get(chatId)?.historyFrom == null)
  const chats = new Map(unknown.length === 0 ? [] : await readChats(mirror, unknown))
  await mirror.threads.bulkPut(
    [...threads.values()].flatMap((thread) => {
      const rows = groups.get(thread.chatId)
      if (!rows) return []
      if (thread.historyFrom !== null) return [{ ...thread, asOf: now }]
      const count = isCounted ? (chats.get(thread.chatId)?.messagesCount ?? Infinity) : Infinity
      return [{ ...thread, historyFrom: findOldest(rows), isComplete: count <= rows.length, asOf: now }]
    }),
  )
}

/**
 * Leaves out, in a chat of which nothing is known, what may have changed only by what became of it on its way: the messages
 * after it are not known to be here, so that neither a thread nor a preview may begin there (I10).
 */
function leaveOutSettled(
  threads: ReadonlyMap<string, ThreadRow>,
  messages: readonly Message[],
): readonly Message[] {
  const begins = new Map<string, string | null>()
  for (const [chatId, rows] of groupByChat(messages)) {
    if (!rows.some(({ delivery }) => delivery)) continue
    if (threads.get(chatId)?.historyFrom != null) continue
    begins.set(chatId, findOldest(rows.filter(({ delivery }) => !delivery)))
  }
  if (begins.size === 0) return messages
  return messages.filter(({ chatId, createdAt }) => {
    const begin = begins.get(chatId)
    return begin === undefined || (begin !== null && createdAt >= begin)
  })
}

async function readChats(mirror: MirrorDatabase, chatIds: readonly string[]): Promise<[string, Chat][]> {
  const rows = await mirror.chats.bulkGet([...chatIds])
  return rows.flatMap((row) => (row ? [[row.id, row.chat]] : []))
}

/** A chat's newest messages as the environment listed them. */
export interface NewestMessages {
  chatId: string
  messages: readonly Message[]
  /** These are all that it has. */
  isWhole: boolean
}

/**
 * Writes the newest messages of chats. Older mirrored messages still count where a list reaches back to one of them; otherwise
 * there is a gap (I10). Call it inside a write on chats, messages and threads.
 */
export async function applyNewest(
  mirror: MirrorDatabase,
  lists: readonly NewestMessages[],
  now: number,
): Promise<void> {
  if (lists.length === 0) return
  // Of many chats at once: what each needs alone are seven readings one after another.
  const threads = await readThreadRows(
    mirror,
    lists.map(({ chatId }) => chatId),
  )
  const joined = await Promise.all(
    lists.map(({ chatId, messages }) => isJoined(mirror, threads.get(chatId), messages)),
  )
  await putMessages(
    mirror,
    lists.flatMap(({ messages }) => messages),
  )
  await mirror.threads.bulkPut(
    lists.flatMap(({ chatId, messages, isWhole }, index) => {
      const thread = threads.get(chatId)
      if (!thread) return []
      if (!isWhole && joined[index]) return [{ ...thread, asOf: now }]
      return [beginThread(thread, messages, isWhole, now)]
    }),
  )
}

/** Whether a list reaches back to a message that is mirrored already. */
async function isJoined(
  mirror: MirrorDatabase,
  thread: ThreadRow | undefined,
  messages: readonly Message[],
): Promise<boolean> {
  const oldest = findOldest(messages)
  if (oldest === null || thread?.historyFrom == null) return false
  return hasMessageAt(mirror, thread.chatId, oldest)
}

/**
 * Writes the messages directly before `before`, where the mirrored ones began when they were asked for; none means that
 * the chat begins there. Where the thread begins elsewhere by now they do not follow on it (I10).
 */
export async function applyOlder(
  mirror: MirrorDatabase,
  chatId: string,
  before: string | null,
  messages: readonly Message[],
  isFirst: boolean,
): Promise<void> {
  await putMessages(mirror, messages)
  const { historyFrom } = await readThreadRow(mirror, chatId)
  if (historyFrom !== before) return
  await patchThread(mirror, chatId, { historyFrom: findOldest(messages) ?? before, isComplete: isFirst })
}

export function groupByChat(messages: readonly Message[]): Map<string, Message[]> {
  const groups = new Map<string, Message[]>()
  for (const message of messages) {
    const group = groups.get(message.chatId)
    if (group) group.push(message)
    else groups.set(message.chatId, [message])
  }
  return groups
}

async function hasMessageAt(mirror: MirrorDatabase, chatId: string, createdAt: string): Promise<boolean> {
  return (await mirror.messages.where('[chatId+createdAt]').equals([chatId, createdAt]).count()) > 0
}
