import type { Message } from '#src/contract/chats.ts'
import type { MirrorDatabase, ThreadRow } from './database.ts'

/** The last opened threads count as open: one a window, and few people have more than three. */
export const OPEN_THREADS = 3

/** The chats that count as open, the last opened first. */
export async function readOpenChats(mirror: MirrorDatabase): Promise<Set<string>> {
  return new Set(await mirror.threads.orderBy('openedAt').reverse().limit(OPEN_THREADS).primaryKeys())
}

export async function readThreadRow(mirror: MirrorDatabase, chatId: string): Promise<ThreadRow> {
  return (await mirror.threads.get(chatId)) ?? emptyThread(chatId)
}

/** Of many chats in one reading; those of which nothing is known are empty. */
export async function readThreadRows(
  mirror: MirrorDatabase,
  chatIds: readonly string[],
): Promise<Map<string, ThreadRow>> {
  const rows = await mirror.threads.bulkGet([...chatIds])
  return new Map(chatIds.map((chatId, index) => [chatId, rows[index] ?? emptyThread(chatId)]))
}

/** Changes what is known of a thread. Call it inside a write on threads. */
export async function patchThread(
  mirror: MirrorDatabase,
  chatId: string,
  patch: Partial<Omit<ThreadRow, 'chatId'>>,
): Promise<void> {
  await mirror.threads.put({ ...(await readThreadRow(mirror, chatId)), ...patch })
}

/** A thread that begins with its newest messages; `isWhole`: these are all that it has (I10). */
export function beginThread(
  thread: ThreadRow,
  messages: readonly Message[],
  isWhole: boolean,
  now: number,
): ThreadRow {
  const oldest = findOldest(messages)
  return { ...thread, historyFrom: isWhole ? (oldest ?? '') : oldest, isComplete: isWhole, asOf: now }
}

/** When the oldest of some messages was created; null where there are none. */
export function findOldest(messages: readonly Message[]): string | null {
  return messages.reduce<string | null>(
    (oldest, { createdAt }) => (oldest === null || createdAt < oldest ? createdAt : oldest),
    null,
  )
}

export function emptyThread(chatId: string): ThreadRow {
  return { chatId, historyFrom: null, isComplete: false, asOf: 0, openedAt: 0 }
}
