import Dexie from 'dexie'
import type { MirrorDatabase } from './database.ts'
import { writeGuarded } from '../guarded.ts'
import { chatTables, removeChat } from './chats.ts'
import { patchThread } from './threads.ts'

/** Mirror bounds (D5). */
export const MAX_CHATS = 20_000
export const MAX_THREADS = 300
const MAX_MESSAGES_PER_THREAD = 200
const MAX_AGE_MS = 30 * 24 * 60 * 60_000
/** A thread opened within this time counts as open. */
export const OPEN_MS = 24 * 60 * 60_000
/** Threads whose messages are counted in one transaction: a transaction each takes far longer, one for all holds up writers. */
const COUNTED_AT_ONCE = 50

/** How much may stay; fewer where the device is full (D6). */
export interface MirrorBounds {
  chats: number
  threads: number
  messagesPerThread: number
  maxAgeMs: number
}

export const NORMAL_BOUNDS: MirrorBounds = {
  chats: MAX_CHATS,
  threads: MAX_THREADS,
  messagesPerThread: MAX_MESSAGES_PER_THREAD,
  maxAgeMs: MAX_AGE_MS,
}
export const TIGHT_BOUNDS: MirrorBounds = {
  chats: 500,
  threads: 30,
  messagesPerThread: 50,
  maxAgeMs: 7 * 24 * 60 * 60_000,
}

/** Whose chats are never evicted, beyond those that need help or are open: held by me, with a draft, an operation. */
export interface Keep {
  userId: string
  chatIds: ReadonlySet<string>
}

/** A mirror and the epoch under which it may be written (D8); a workspace is one. */
export interface EvictedMirror {
  mirror: MirrorDatabase
  epoch: number
}

/**
 * Brings the mirror within its bounds. Each thread goes in a transaction of its own, so that nothing waits long.
 * Returns how many messages went. Throws SessionEndedError where the session has ended meanwhile.
 */
export async function evictMirror(
  { mirror, epoch }: EvictedMirror,
  bounds: MirrorBounds,
  keep: Keep,
  now: number,
): Promise<number> {
  const threads = await mirror.threads.toArray()
  const ranked = await rankThreads(
    mirror,
    threads.map((thread) => thread.chatId),
  )
  const openedAt = new Map(threads.map((thread) => [thread.chatId, thread.openedAt]))
  const isKept = (chatId: string) =>
    keep.chatIds.has(chatId) || now - (openedAt.get(chatId) ?? 0) < OPEN_MS || ranked.attention.has(chatId)
  const oldest = new Date(now - bounds.maxAgeMs).toISOString()
  const allowed = ranked.byUpdate
    .map(({ chatId, updatedAt }, index): AllowedThread => {
      const isRecent = index < bounds.threads && updatedAt >= oldest
      return { chatId, keepCount: isRecent ? bounds.messagesPerThread : 0 }
    })
    .filter(({ chatId }) => !isKept(chatId))
  let removed = 0
  for (let from = 0; from < allowed.length; from += COUNTED_AT_ONCE) {
    const tooLong = await findTooLong(mirror, allowed.slice(from, from + COUNTED_AT_ONCE))
    for (const thread of tooLong) removed += await trimThread(mirror, epoch, thread)
  }
  await trimChats(mirror, epoch, bounds.chats, (chatId) => isKept(chatId), keep.userId)
  return removed
}

async function rankThreads(mirror: MirrorDatabase, chatIds: string[]) {
  const chats = await mirror.chats.bulkGet(chatIds)
  const attention = new Set<string>()
  const byUpdate = chatIds.map((chatId, index) => {
    const chat = chats[index]
    if (chat && (chat.help === 1 || chat.heldBy !== '')) attention.add(chatId)
    return { chatId, updatedAt: chat?.updatedAt ?? '' }
  })
  byUpdate.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  return { byUpdate, attention }
}

/** How many messages of a thread may stay. */
interface AllowedThread {
  chatId: string
  keepCount: number
}

function messagesOf(mirror: MirrorDatabase, chatId: string) {
  return mirror.messages.where('[chatId+createdAt]').between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
}

function findTooLong(mirror: MirrorDatabase, threads: AllowedThread[]): Promise<AllowedThread[]> {
  return mirror.transaction('r', mirror.messages, async () => {
    const counts = await Promise.all(threads.map(({ chatId }) => messagesOf(mirror, chatId).count()))
    return threads.filter(({ keepCount }, index) => (counts[index] ?? 0) > keepCount)
  })
}

/** Keeps a thread's newest messages; the thread then begins at the oldest that stayed (I10). */
async function trimThread(
  mirror: MirrorDatabase,
  epoch: number,
  { chatId, keepCount }: AllowedThread,
): Promise<number> {
  return writeGuarded(
    mirror,
    epoch,
    [mirror.messages, mirror.threads, mirror.files, mirror.guestCards],
    async () => {
      const kept =
        keepCount === 0 ? [] : await messagesOf(mirror, chatId).reverse().limit(keepCount).toArray()
      const from = kept.at(-1)?.createdAt ?? null
      const removed =
        from === null
          ? await messagesOf(mirror, chatId).delete()
          : await mirror.messages
              .where('[chatId+createdAt]')
              .between([chatId, Dexie.minKey], [chatId, from], true, false)
              .delete()
      // Somebody else was quicker.
      if (removed === 0) return 0
      await patchThread(mirror, chatId, { historyFrom: from, isComplete: false })
      if (from === null) {
        await mirror.files.where('chatId').equals(chatId).delete()
        await mirror.guestCards.delete(chatId)
      }
      return removed
    },
  )
}

async function trimChats(
  mirror: MirrorDatabase,
  epoch: number,
  maxChats: number,
  isKept: (chatId: string) => boolean,
  userId: string,
): Promise<void> {
  const excess = (await mirror.chats.count()) - maxChats
  if (excess <= 0) return
  const oldest = await mirror.chats
    .orderBy('updatedAt')
    .filter((row) => row.help === 0 && row.heldBy !== userId && !isKept(row.id))
    .limit(excess)
    .primaryKeys()
  for (const chatId of oldest) {
    await writeGuarded(mirror, epoch, chatTables(mirror), () => removeChat(mirror, chatId))
  }
}
