import type { SyncPage } from '#src/contract/sync-page.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { chatTables, putChats, readUpdatedAtOf, removeChat } from '#src/db/mirror/chats.ts'
import { MAX_THREADS } from '#src/db/mirror/eviction.ts'
import { removeMessages } from '#src/db/mirror/messages.ts'
import { readClearing, readCursor, storeCursor } from '#src/db/mirror/meta.ts'
import {
  readUnfinishedReset,
  storeUnfinishedReset,
  type UnfinishedReset,
} from '#src/db/mirror/unfinished-reset.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { applyFollowing, applyNewest, groupByChat, type NewestMessages } from './apply-messages.ts'
import { settleArrived } from './settle-arrived.ts'

/** Rows written in one transaction at most, so that a catch-up never holds the main thread (I9). */
const SLICE_ROWS = 200

/**
 * Applies a page of changes and its cursor in one transaction (I2). Returns false, having written nothing, where the
 * stored cursor is no longer the one that the page follows.
 */
export async function applyPage(
  workspace: Workspace,
  page: SyncPage,
  follows: string | null,
  now: number,
): Promise<boolean> {
  const { mirror } = workspace
  const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {
    if ((await readCursor(mirror)) !== follows) return false
    await putChats(mirror, page.chats, { readAt: 0, snapshot: '' })
    await applyFollowing(mirror, page.messages, now)
    await removeMessages(mirror, page.removed.messages)
    for (const chatId of page.removed.chats) await removeChat(mirror, chatId)
    await storeCursor(mirror, page.cursor)
    return true
  })
  if (isApplied) await settleArrived(workspace, page.messages)
  return isApplied
}

/** What a reset begins with. */
export type ResetProgress = Pick<UnfinishedReset, 'follows' | 'snapshot' | 'clearing'>

/**
 * Notes that a reset begins, before its first row: one that is under way, in another tab that does not know yet that it no
 * longer leads, is given up with that. Two at once would each remove the chats that the other one has named last.
 */
export async function beginReset(
  workspace: Workspace,
  beginning: ResetProgress,
  now: number,
): Promise<UnfinishedReset> {
  const { mirror } = workspace
  const reset = { ...beginning, cursor: null, more: true, storedAt: now }
  await writeMirror(workspace, [], () => storeUnfinishedReset(mirror, reset))
  return reset
}

/**
 * Applies a page of a reset in slices, and notes how far it has come: interrupted, it goes on there (I2, with
 * docs/decisions/018-a-reset-goes-on.md). The cursor is not stored before the last page. Beyond the mirror's bound of threads,
 * the newest that are known by then, only those that need help or are held by me bring messages (D5). Before each slice
 * `giveWay` settles. Null where another reset has begun, or ended.
 */
export async function applyResetPage(
  workspace: Workspace,
  page: SyncPage,
  given: UnfinishedReset,
  now: number,
  giveWay: () => Promise<void> = () => Promise.resolve(),
): Promise<UnfinishedReset | null> {
  const { mirror, user } = workspace
  const chats = new Map(page.chats.map((chat) => [chat.id, chat]))
  const threads = groupByChat(page.messages)
  for (const chat of page.chats) if (!threads.has(chat.id)) threads.set(chat.id, [])
  for (const slice of sliceThreads(threads)) {
    await giveWay()
    const isApplied = await writeMirror(workspace, chatTables(mirror), async () => {
      if (!(await isUnderWay(mirror, given))) return false
      const named = slice.flatMap(([chatId]) => chats.get(chatId) ?? [])
      await putChats(mirror, named, { readAt: 0, snapshot: given.snapshot })
      const recentFrom = await readUpdatedAtOf(mirror, MAX_THREADS)
      const lists: NewestMessages[] = []
      for (const [chatId, messages] of slice) {
        const chat = chats.get(chatId) ?? (await mirror.chats.get(chatId))?.chat
        if (!chat) continue
        if (!isWanted(chat, recentFrom, user.id)) {
          // What is mirrored of it may have a gap now, and must not be drawn as if complete (I10).
          if (await mirror.threads.get(chatId))
            await patchThread(mirror, chatId, { historyFrom: null, isComplete: false })
          continue
        }
        lists.push({ chatId, messages, isWhole: chat.complete === true })
      }
      await applyNewest(mirror, lists, now)
      return true
    })
    if (!isApplied) return null
    await settleArrived(
      workspace,
      slice.flatMap(([, messages]) => messages),
    )
  }
  const reset = { ...given, cursor: page.cursor, more: page.more, storedAt: now }
  return writeMirror(workspace, [], async () => {
    if (!(await isUnderWay(mirror, given))) return null
    await storeUnfinishedReset(mirror, reset)
    return reset
  })
}

/** Whether the reset that the mirror notes is this one. */
async function isUnderWay(
  mirror: Workspace['mirror'],
  { snapshot }: Pick<UnfinishedReset, 'snapshot'>,
): Promise<boolean> {
  return (await readUnfinishedReset(mirror))?.snapshot === snapshot
}

/** The mirrored chats that the reset has not named. */
export function readUnnamed(
  { mirror }: Workspace,
  { snapshot }: Pick<UnfinishedReset, 'snapshot'>,
): Promise<string[]> {
  return mirror.chats.where('snapshot').notEqual(snapshot).primaryKeys()
}

/**
 * Ends a reset: chats that it did not name go, except `kept` ones; the cursor is stored in the same transaction (I2). One
 * whose first pages a person cleared away meanwhile ends without a cursor, and so begins again; where another one has begun,
 * or ended, nothing is done.
 */
export async function finishReset(
  workspace: Workspace,
  reset: Pick<UnfinishedReset, 'snapshot' | 'cursor' | 'clearing'>,
  kept: ReadonlySet<string>,
): Promise<void> {
  const { mirror } = workspace
  await writeMirror(workspace, chatTables(mirror), async () => {
    if (!(await isUnderWay(mirror, reset))) return
    await storeUnfinishedReset(mirror, null)
    if ((await readClearing(mirror)) !== reset.clearing) return
    for (const chatId of await readUnnamed(workspace, reset)) {
      if (!kept.has(chatId)) await removeChat(mirror, chatId)
    }
    await storeCursor(mirror, reset.cursor)
  })
}

/**
 * Whether a chat brings its messages. Chats come in the environment's order, which says nothing of when they were updated: an old
 * guest who writes today may come last.
 */
function isWanted(chat: Chat, recentFrom: string | null, userId: string): boolean {
  return recentFrom === null || chat.updatedAt >= recentFrom || chat.needsHelp || chat.user?.id === userId
}

/** Whole threads, together at most SLICE_ROWS messages a slice (a single longer one is a slice of its own). */
function sliceThreads(threads: Map<string, Message[]>): [string, Message[]][][] {
  const slices: [string, Message[]][][] = []
  let slice: [string, Message[]][] = []
  let rows = 0
  for (const entry of threads) {
    if (slice.length > 0 && rows + entry[1].length + 1 > SLICE_ROWS) {
      slices.push(slice)
      slice = []
      rows = 0
    }
    slice.push(entry)
    rows += entry[1].length + 1
  }
  if (slice.length > 0) slices.push(slice)
  return slices
}
