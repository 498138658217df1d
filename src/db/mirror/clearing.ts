import { chatTables } from './chats.ts'
import type { MirrorDatabase } from './database.ts'
import { OPEN_THREADS, patchThread } from './threads.ts'
import { putFetchRequest } from './fetch-requests.ts'

/**
 * What is no copy of the environment's rows stays: the epoch (D8); how far its clock is ahead, which is written only when
 * it changes (I8); and the help requests that were rung for, which would ring once more (I6).
 */
const KEPT_META = ['epoch', 'clockOffset', 'activeAdmins', 'known-help-requests']

/** What a clearing leaves, and what it asks for. */
export interface ClearingPlan {
  /** Chats that stay with all that is mirrored of them. */
  kept: ReadonlySet<string>
  /** Chats to be read again, whether or not they are in the default list. */
  wanted: readonly string[]
}

/**
 * Removes what was mirrored, and asks for what is open and for the reference data, in the transaction that it is called
 * in: a write on all of the mirror's tables. Without a cursor the next pull is a reset (I2).
 */
export async function clearRows(
  mirror: MirrorDatabase,
  { kept, wanted }: ClearingPlan,
  now: number,
): Promise<void> {
  const opened = (await mirror.threads.orderBy('openedAt').reverse().limit(OPEN_THREADS).toArray()).filter(
    ({ chatId, openedAt }) => openedAt > 0 && !kept.has(chatId),
  )
  if (kept.size === 0) {
    for (const table of chatTables(mirror)) await table.clear()
  } else {
    await mirror.chats
      .where('id')
      .noneOf([...kept])
      .delete()
    await mirror.messages.filter(({ chatId }) => !kept.has(chatId)).delete()
    for (const table of [mirror.threads, mirror.guestCards, mirror.files]) {
      await table
        .where('chatId')
        .noneOf([...kept])
        .delete()
    }
  }
  const others = [mirror.answers, mirror.departments, mirror.staff, mirror.fetchRequests, mirror.lists]
  for (const table of others) await table.clear()
  await mirror.meta.where('key').noneOf(KEPT_META).delete()
  await mirror.meta.put({ key: 'clearing', value: crypto.randomUUID() })

  for (const { chatId, openedAt } of opened) await patchThread(mirror, chatId, { openedAt })
  const chatIds = new Set([...opened.map(({ chatId }) => chatId), ...wanted.filter((id) => !kept.has(id))])
  for (const chatId of chatIds) {
    await putFetchRequest(mirror, { kind: 'thread', chatId }, now)
    await putFetchRequest(mirror, { kind: 'guest-card', chatId }, now)
  }
  await putFetchRequest(mirror, { kind: 'reference' }, now)
}
