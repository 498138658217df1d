import Dexie, { type Collection } from 'dexie'
import type { Chat } from '#src/contract/chats.ts'
import {
  IDLE_MS,
  isIdleChat,
  isRecentChat,
  matchesFilter,
  matchesSearch,
  matchesType,
  RECENT_COUNT,
  RECENT_MS,
  type ChatFilter,
  type ChatType,
} from '#src/domain/chats/filters.ts'
import { showsAnswer } from '#src/domain/clock-order.ts'
import type { MirrorChat, MirrorDatabase } from './database.ts'
import { countChatsWrittenSince } from './guest-times.ts'
import { walkDown } from './walk-down.ts'

/** Which chats a list shows. `now` is the environment's clock in ms. */
export interface ChatQuery {
  filter: ChatFilter
  type: ChatType
  search: string
  /** Show All: every mirrored chat, instead of the default list (specification section 9). */
  isShowingAll: boolean
  now: number
}

export interface ChatWindow {
  rows: MirrorChat[]
  hasMore: boolean
  /** How long the whole list is; null where that is not known before its end was read. */
  total: number | null
}

type ChatCollection = Collection<MirrorChat, string>

/**
 * The rows [offset, offset + limit) of a list, newest updated first; reads by index just these (STYLE rule 11). It stops
 * where `isWanted` says so; what it gives then is of no use.
 */
export async function readChatWindow(
  mirror: MirrorDatabase,
  query: ChatQuery,
  offset: number,
  limit: number,
  isWanted: () => boolean = () => true,
): Promise<ChatWindow> {
  const wanted = offset + limit + 1
  const isWhole = query.isShowingAll || query.search.trim() !== ''
  const cut = new Date(query.now - RECENT_MS).toISOString()
  const since = isWhole ? undefined : cut
  const { rows, count } = await readRange(mirror, query, since, offset, limit + 1, isWanted)
  const total = isWhole && !isNarrowed(query) ? await collect(mirror, query).count() : null
  if (isWhole || rows.length > limit) {
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit, total }
  }
  const older = await readOlderOfDefaultList(mirror, query, cut)
  const tail = older.slice(Math.max(0, offset - count), Math.max(0, wanted - count))
  const all = [...rows, ...tail]
  return { rows: all.slice(0, limit), hasMore: all.length > limit, total }
}

/** A part of what an index gives from `since` on, and, where that ends before it is full, how many rows there are. */
async function readRange(
  mirror: MirrorDatabase,
  query: ChatQuery,
  since: string | undefined,
  offset: number,
  limit: number,
  isWanted: () => boolean,
): Promise<{ rows: MirrorChat[]; count: number }> {
  if (!isNarrowed(query)) {
    const rows = await collect(mirror, query, since).reverse().offset(offset).limit(limit).toArray()
    const isPastEnd = rows.length === 0 && offset > 0
    return { rows, count: isPastEnd ? await collect(mirror, query, since).count() : offset + rows.length }
  }
  const rows: MirrorChat[] = []
  let count = 0
  // An environment need not count a guest's message as an update: only their number says where the last of them is.
  let left = query.filter === 'idle' ? await countChatsWrittenSince(mirror, query.now - IDLE_MS) : Infinity
  if (left === 0) return { rows, count }
  await walkDown<MirrorChat>({
    readSlice: (until, size) => collect(mirror, query, since, until).reverse().limit(size).toArray(),
    place: ({ updatedAt, id }) => ({ at: updatedAt, id }),
    visit(slice) {
      const matches = slice.filter((row) => isMatch(row.chat, query))
      rows.push(...matches.slice(Math.max(0, offset - count), Math.max(0, offset + limit - count)))
      count += matches.length
      if (query.filter === 'idle') left -= slice.filter((row) => isIdleChat(row.chat, query.now)).length
      return isWanted() && count < offset + limit && left > 0
    },
  })
  return { rows, count }
}

export async function readChat(mirror: MirrorDatabase, chatId: string): Promise<MirrorChat | undefined> {
  return mirror.chats.get(chatId)
}

export async function countChatsNeedingHelp(mirror: MirrorDatabase): Promise<number> {
  return mirror.chats.where('[help+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).count()
}

/** When the nth newest of the mirrored chats was updated; null where there are fewer. `n` from 1. */
export async function readUpdatedAtOf(mirror: MirrorDatabase, n: number): Promise<string | null> {
  const row = await mirror.chats
    .orderBy('updatedAt')
    .reverse()
    .offset(n - 1)
    .first()
  return row?.updatedAt ?? null
}

export interface ChatSource {
  /** When the GET that gave it began, ms; 0 for the change log. */
  readAt: number
  snapshot: string
}

/**
 * Writes what the server returned of chats, unless something newer is stored: a lower `rev` never overwrites a higher
 * one, and without `rev` a GET that began earlier never overwrites a later one (I4). Call it inside a write.
 */
export async function putChats(
  mirror: MirrorDatabase,
  chats: readonly Chat[],
  source: ChatSource,
): Promise<void> {
  if (chats.length === 0) return
  const before = await mirror.chats.bulkGet(chats.map((chat) => chat.id))
  await mirror.chats.bulkPut(
    chats.map((chat, index) => {
      const known = before[index]
      const snapshot = source.snapshot === '' ? (known?.snapshot ?? '') : source.snapshot
      return known && isOlder(chat, source, known)
        ? { ...known, snapshot }
        : toMirrorChat(chat, source.readAt, snapshot, known)
    }),
  )
}

/** A write to this chat was answered at `at`, ms: a GET that began earlier must not overwrite what follows (I4). */
export async function touchChat(mirror: MirrorDatabase, chatId: string, at: number): Promise<void> {
  const row = await mirror.chats.get(chatId)
  if (row && showsAnswer(at, row.readAt)) await mirror.chats.update(chatId, { readAt: at })
}

/** A chat as it is mirrored; `known`: as it was before. */
export function toMirrorChat(
  chat: Chat,
  readAt: number,
  snapshot: string,
  known: MirrorChat | undefined,
): MirrorChat {
  return {
    id: chat.id,
    chat,
    updatedAt: chat.updatedAt,
    help: chat.needsHelp ? 1 : 0,
    paused: chat.pausedAt === null ? 0 : 1,
    heldBy: chat.user?.id ?? '',
    readAt,
    snapshot,
    preview: known?.preview ?? null,
  }
}

/** Removes a chat and all that is mirrored of it. Call it inside a write on `chatTables`. */
export async function removeChat(mirror: MirrorDatabase, chatId: string): Promise<void> {
  await mirror.chats.delete(chatId)
  await mirror.messages
    .where('[chatId+createdAt]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .delete()
  await mirror.threads.delete(chatId)
  await mirror.guestCards.delete(chatId)
  await mirror.files.where('chatId').equals(chatId).delete()
}

/** The tables that a chat's rows live in. */
export function chatTables(mirror: MirrorDatabase) {
  return [mirror.chats, mirror.messages, mirror.threads, mirror.guestCards, mirror.files]
}

function isOlder(chat: Chat, source: ChatSource, before: MirrorChat): boolean {
  if (chat.rev !== undefined && before.chat.rev !== undefined) return chat.rev < before.chat.rev
  return source.readAt !== 0 && !showsAnswer(source.readAt, before.readAt)
}

/** What an index gives of a filter, oldest first: rows updated from `since` to `until`, both included. */
function collect(mirror: MirrorDatabase, query: ChatQuery, since?: string, until?: string): ChatCollection {
  const { chats } = mirror
  const from = since ?? Dexie.minKey
  const to = until ?? Dexie.maxKey
  switch (query.filter) {
    case 'needs-help':
      return chats.where('[help+updatedAt]').between([1, from], [1, to], true, true)
    case 'paused':
      return chats.where('[paused+updatedAt]').between([1, from], [1, to], true, true)
    case 'active':
      return chats.where('[paused+updatedAt]').between([0, from], [0, to], true, true)
    default:
      return chats.where('updatedAt').between(from, to, true, true)
  }
}

/** Whether a list leaves out rows of its index's range. */
function isNarrowed({ filter, type, search }: ChatQuery): boolean {
  return (
    filter === 'idle' ||
    filter === 'inactive' ||
    filter === 'paused' ||
    type !== 'all' ||
    search.trim() !== ''
  )
}

export function isMatch(chat: Chat, query: ChatQuery): boolean {
  return (
    matchesFilter(chat, query.filter, query.now) &&
    matchesType(chat, query.type) &&
    matchesSearch(chat, query.search)
  )
}

/** What the default list has beyond the last 7 days: paused, needing help, or among the last 10 of all. */
async function readOlderOfDefaultList(
  mirror: MirrorDatabase,
  query: ChatQuery,
  cut: string,
): Promise<MirrorChat[]> {
  const [paused, help, last] = await Promise.all([
    mirror.chats.where('[paused+updatedAt]').between([1, Dexie.minKey], [1, cut], true, false).toArray(),
    mirror.chats.where('[help+updatedAt]').between([1, Dexie.minKey], [1, cut], true, false).toArray(),
    mirror.chats.orderBy('updatedAt').reverse().limit(RECENT_COUNT).toArray(),
  ])
  const older = new Map<string, MirrorChat>()
  for (const row of [...paused, ...help]) if (isRecentChat(row.chat, query.now)) older.set(row.id, row)
  for (const row of last) if (row.updatedAt < cut) older.set(row.id, row)
  return [...older.values()]
    .filter((row) => isMatch(row.chat, query))
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : a.id < b.id ? 1 : -1))
}
