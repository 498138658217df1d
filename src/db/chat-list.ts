import type { Chat } from '#src/contract/chats.ts'
import { IDLE_MS, isByAge } from '#src/domain/chats/filters.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { chatIdOf, type Operation } from '#src/domain/outbox/operation.ts'
import { overlayChat } from '#src/domain/outbox/overlay.ts'
import { isMatch, readChatWindow, type ChatQuery, type ChatWindow } from './mirror/chats.ts'
import type { ChatPreview, MirrorChat, MirrorDatabase } from './mirror/database.ts'
import { findWindowEnd } from './mirror/guest-times.ts'
import { readKeptTimes } from './outbox/kept-chats.ts'
import { readOperations } from './outbox/operations.ts'
import { readSeen } from './outbox/seen.ts'
import { readMe } from './me.ts'
import type { Workspace } from './workspace.ts'

/** A row of the chat list: the chat with the outbox laid over it (D3), and what waits in it. */
export interface ChatListEntry {
  chat: Chat
  preview: ChatPreview | null
  /** The chat's operations in order. */
  operations: Operation[]
  isUnread: boolean
  /** When its people last wrote, or its holder said 'keep it', an ISO instant: for the reminder. Null: never. */
  writtenAt: string | null
}

export interface ChatListReading {
  entries: ChatListEntry[]
  hasMore: boolean
  /** How long the whole list is; null where that is not known before its end was read. */
  total: number | null
  /** When time alone moves a chat into the list or out of it, ms of the environment's clock; null: not. */
  changesAt: number | null
}

/**
 * The rows [offset, offset + limit) of the list as the user sees it. Outbox first, then mirror (O6). It stops where
 * `isWanted` says so; what it gives then is of no use.
 */
export async function readChatList(
  workspace: Workspace,
  query: ChatQuery,
  offset: number,
  limit: number,
  isWanted: () => boolean = () => true,
): Promise<ChatListReading> {
  const { mirror, outbox } = workspace
  const lanes = groupByChat(await readOperations(outbox))
  // One transaction for all of it: opening one costs more than what is read in it.
  const { rows, hasMore, total, changesAt } = await mirror.transaction('r', mirror.chats, async () => {
    const window = await readChatWindow(mirror, query, offset, limit, isWanted)
    const changesAt = isByAge(query.filter) ? await findWindowEnd(mirror, IDLE_MS, query.now) : null
    if (offset > 0) return { ...window, changesAt }
    return { ...window, changesAt, rows: await addTouchedChats(mirror, window, [...lanes.keys()]) }
  })
  const entries = await toEntries(workspace, rows, lanes, (chat) => isMatch(chat, query))
  return { entries, hasMore, total, changesAt }
}

/** The rows of some chats, those that are mirrored, in their order. */
export async function readChatEntries(
  workspace: Workspace,
  chatIds: readonly string[],
): Promise<ChatListEntry[]> {
  const lanes = groupByChat(await readOperations(workspace.outbox))
  const rows = await workspace.mirror.chats.bulkGet([...chatIds])
  const known = rows.filter((row) => row !== undefined)
  return toEntries(workspace, known, lanes, () => true)
}

async function toEntries(
  workspace: Workspace,
  rows: readonly MirrorChat[],
  lanes: ReadonlyMap<string, Operation[]>,
  isShown: (chat: Chat) => boolean,
): Promise<ChatListEntry[]> {
  const me = readMe(workspace)
  const shown = rows.flatMap((row) => {
    const operations = lanes.get(row.id) ?? []
    const chat = overlayChat(row.chat, operations, me)
    return isShown(chat) ? [{ row, chat, operations }] : []
  })
  const ids = shown.map(({ row }) => row.id)
  const mine = shown.filter(({ chat }) => isHeldBy(chat.user, me)).map(({ row }) => row.id)
  const { outbox } = workspace
  const [seen, kept] = await outbox.transaction('r', [outbox.seen, outbox.meta], () =>
    Promise.all([readSeen(outbox, ids), readKeptTimes(outbox, mine)]),
  )
  return shown.map(({ row, chat, operations }) =>
    toEntry(row, chat, operations, seen.get(row.id), kept.get(row.id)),
  )
}

/** `seenAt`: until when this person has read it; `keptAt`: when they last said 'keep it'. Neither for never. */
export function toEntry(
  { preview }: Pick<MirrorChat, 'preview'>,
  chat: Chat,
  operations: Operation[],
  seenAt = '',
  keptAt: string | null = null,
): ChatListEntry {
  const isUnread = (chat.lastUserMessageDate ?? '') > seenAt
  return { chat, preview, operations, isUnread, writtenAt: readWrittenAt(chat, preview, keptAt) }
}

/** The newest of what guest and staff wrote, and of 'keep it': what the reminder counts from. */
function readWrittenAt(chat: Chat, preview: ChatPreview | null, keptAt: string | null): string | null {
  const byPerson = preview && preview.author.kind !== 'bot' ? preview.createdAt : null
  const times = [chat.lastUserMessageDate, byPerson, keptAt].filter((time) => time !== null)
  return times.sort().at(-1) ?? null
}

/** A chat that an unsent takeover moves into this list is not in the mirror's window yet: few, so read by id. */
async function addTouchedChats(
  mirror: MirrorDatabase,
  { rows, hasMore }: ChatWindow,
  touched: string[],
): Promise<MirrorChat[]> {
  const known = new Set(rows.map((row) => row.id))
  const missing = touched.filter((id) => !known.has(id))
  if (missing.length === 0) return rows
  const found = await mirror.chats.bulkGet(missing)
  const oldest = rows.at(-1)?.updatedAt ?? ''
  const added = found.flatMap((row) => (row && (!hasMore || row.updatedAt > oldest) ? [row] : []))
  return [...rows, ...added].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
}

/** A ticket belongs to the chat that it was written at, whatever its lane. */
function groupByChat(operations: readonly Operation[]): Map<string, Operation[]> {
  const lanes = new Map<string, Operation[]>()
  for (const operation of operations) {
    const chatId = chatIdOf(operation)
    const lane = lanes.get(chatId)
    if (lane) lane.push(operation)
    else lanes.set(chatId, [operation])
  }
  return lanes
}
