import type { Message } from '#src/contract/chats.ts'
import { foldSearched } from '#src/domain/search/fold-text.ts'
import { cutSnippet, hasAllWords, type TextPart } from '#src/domain/search/match-text.ts'
import { readChatEntries, type ChatListEntry } from './chat-list.ts'
import type { MirrorMessage } from './mirror/database.ts'
import { walkDown } from './mirror/walk-down.ts'
import type { Workspace } from './workspace.ts'

/** After so many ms the page goes on before the next message is looked at: a slice may hold a few words or a million. */
const STEP_MS = 6
/** So many more hits are told of at once: as many as a slow phone draws without holding up a key press. */
const TOLD_HITS = 6
/** Characters of a message that are shown around a hit. */
const SNIPPET_CHARS = 120
const ROOM_WORD = 'room'

/** A message in which every word occurs. */
export interface MessageHit {
  messageId: string
  chatId: string
  /** The guest's name, as the environment has it. */
  displayName: string
  createdAt: string
  sentByGuest: boolean
  snippet: TextPart[]
}

/** A guest in a room that was searched for. */
export interface RoomHit {
  room: string
  entry: ChatListEntry
}

export interface SearchHits {
  rooms: RoomHit[]
  /** Newest first. */
  messages: MessageHit[]
}

export interface SearchOptions {
  /** Messages found at most; the walk ends there. */
  limit: number
  /** Aborted by the next input, or by the person: then nothing more is told. */
  signal: AbortSignal
  /** Told of all hits so far, whenever there are more. */
  onHits(hits: SearchHits): void
}

/**
 * Searches what is mirrored, online or not: rooms first, then messages from the newest down, in slices between which the
 * page goes on. `words` as `readWords` gives them. Resolves when all was looked at, the limit is reached or it was aborted.
 */
export async function findInMirror(
  workspace: Workspace,
  words: readonly string[],
  { limit, signal, onHits }: SearchOptions,
): Promise<void> {
  if (words.length === 0) return
  const hits: SearchHits = { rooms: await findRooms(workspace, words), messages: [] }
  if (signal.aborted) return
  if (hits.rooms.length > 0) onHits(hits)
  const { messages } = workspace.mirror
  await walkDown<MirrorMessage>({
    readSlice: (until, count) =>
      (until === undefined ? messages.orderBy('createdAt') : messages.where('createdAt').belowOrEqual(until))
        .reverse()
        .limit(count)
        .toArray(),
    place: ({ createdAt, id }) => ({ at: createdAt, id }),
    visit: async (rows) => {
      const found = await findInSteps(rows, words, limit - hits.messages.length, signal)
      if (signal.aborted) return false
      const described = await describeHits(workspace, found)
      for (let from = 0; from < described.length; from += TOLD_HITS) {
        if (signal.aborted) return false
        hits.messages = [...hits.messages, ...described.slice(from, from + TOLD_HITS)]
        onHits({ ...hits })
        await letOthersRun()
      }
      if (described.length === 0) await letOthersRun()
      return !signal.aborted && hits.messages.length < limit
    },
  })
}

/** Guests whose room number begins with the words: `1204`, `room 1204`. */
async function findRooms(workspace: Workspace, words: readonly string[]): Promise<RoomHit[]> {
  const wanted = (words.length > 1 && words[0] === ROOM_WORD ? words.slice(1) : words).join('')
  if (wanted === ROOM_WORD) return []
  const rooms = new Map<string, string>()
  await workspace.mirror.guestCards.each(({ chatId, info }) => {
    const room = info.Data?.PUB_GuestRegister?.RoomNumber
    if (room && foldSearched(room).replaceAll(' ', '').startsWith(wanted)) rooms.set(chatId, room)
  })
  if (rooms.size === 0) return []
  const entries = await readChatEntries(workspace, [...rooms.keys()])
  return entries
    .map((entry) => ({ room: rooms.get(entry.chat.id) ?? '', entry }))
    .sort((a, b) => a.room.localeCompare(b.room, 'en', { numeric: true }))
}

interface Found {
  row: MirrorMessage
  snippet: TextPart[]
}

/** At most `limit` of the rows that have all words; the page goes on meanwhile. Fewer where it was aborted. */
async function findInSteps(
  rows: readonly MirrorMessage[],
  words: readonly string[],
  limit: number,
  signal: AbortSignal,
): Promise<Found[]> {
  const found: Found[] = []
  let since = performance.now()
  for (const row of rows) {
    if (signal.aborted || found.length >= limit) break
    const text = row.message.type === 'event' ? '' : readText(row.message)
    if (hasAllWords(text, words)) found.push({ row, snippet: cutSnippet(text, words, SNIPPET_CHARS) })
    if (performance.now() - since < STEP_MS) continue
    await letOthersRun()
    since = performance.now()
  }
  return found
}

async function describeHits({ mirror }: Workspace, found: readonly Found[]): Promise<MessageHit[]> {
  const chats = await mirror.chats.bulkGet(found.map(({ row }) => row.chatId))
  return found.map(({ row: { id, chatId, createdAt, message }, snippet }, index) => ({
    messageId: id,
    chatId,
    displayName: chats[index]?.chat.displayName ?? '',
    createdAt,
    sentByGuest: message.sentByGuest,
    snippet,
  }))
}

/** What of a message can be read: its text, and the titles and names of what came with it. */
function readText({ text, attachments }: Message): string {
  if (attachments.length === 0) return text
  return [text, ...attachments.flatMap(({ content, name }) => [content?.title ?? '', name ?? ''])]
    .join('\n')
    .trim()
}

/** What is typed and drawn comes first. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
