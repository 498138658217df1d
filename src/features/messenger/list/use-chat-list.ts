import { useEffect } from 'react'
import { readChatList, type ChatListReading } from '#src/db/chat-list.ts'
import type { ChatQuery } from '#src/db/mirror/chats.ts'
import { readClockOffset } from '#src/db/mirror/meta.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isByAge } from '#src/domain/chats/filters.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { keepClockOffset, minuteOf, type EnvironmentClock } from '../use-now.ts'

/** How long the list rests between two readings: a burst of changes is drawn in steps, the first of them at once. */
export const LIST_REST_MS = 150

/** The window that is read moves in steps of a block, and holds the blocks around what is visible. */
export const LIST_BLOCK = 30
export const LIST_WINDOW = 3 * LIST_BLOCK

/** Which chats a list shows, as of now. */
export type ListQuery = Omit<ChatQuery, 'now'>

interface WindowReading extends ChatListReading {
  offset: number
  /** Names the list that it is a window of. */
  asked: string
}

export interface ChatWindowReading extends WindowReading {
  /** Whether it answers the query that was asked, and not the one before. */
  isCurrent: boolean
}

/** What was read before there was a list: its first drawing has its rows, and need not be drawn twice until it has. */
const early = new WeakMap<Workspace, EarlyList>()

interface EarlyList {
  key: string
  reading: WindowReading
}

/**
 * Reads the beginning of a list that is to be drawn in a moment: by `readAnswered` where it is not stored yet. The id of its first
 * chat, null for none. Rejects where it can't be read. A list by age is read as of the instant that it is drawn, and not here.
 */
export async function readListEarly(
  workspace: Workspace,
  list: ListQuery,
  deviceNow: number,
  readAnswered?: typeof readChatList,
): Promise<string | null> {
  const offset = readAnswered ? 0 : await readClockOffset(workspace.mirror)
  keepClockOffset(workspace, offset)
  if (isByAge(list.filter)) return null
  const query: ChatQuery = { ...list, now: minuteOf(deviceNow + offset) }
  const reading = await readWindow(workspace, query, 0, LIST_WINDOW, undefined, readAnswered)
  early.set(workspace, { key: writeKey(query, 0, LIST_WINDOW), reading })
  return reading.entries[0]?.chat.id ?? null
}

/**
 * The window [offset, offset + limit) of the list, live. Undefined until the first answer ever. It is read anew with each
 * minute; a list by age at each instant that the clock is woken at: some guest's message made that instant, and that message
 * was a reading as well, so that readings grow by no more than that.
 */
export function useChatList(
  list: ListQuery,
  clock: EnvironmentClock,
  offset: number,
  limit: number,
): ChatWindowReading | undefined {
  const workspace = useWorkspace()
  const query: ChatQuery = { ...list, now: isByAge(list.filter) ? clock.now : clock.minute }
  const key = writeKey(query, offset, limit)
  const known = early.get(workspace)
  // The next list in these databases is drawn later than what was read for the first.
  useEffect(() => {
    void Promise.resolve(workspace.storedBehind).then(() => early.delete(workspace))
  }, [workspace])
  // The former rows stay until the new ones are there: they come within milliseconds, and an empty frame would flash.
  // A list that is no longer asked for is not searched to its end.
  const reading = useLive(
    workspace,
    key,
    (isWanted) => readWindow(workspace, query, offset, limit, isWanted),
    {
      keepsPrevious: true,
      restMs: LIST_REST_MS,
      first: known?.key === key ? known.reading : undefined,
    },
  )
  return reading && { ...reading, isCurrent: reading.asked === nameList(query) }
}

async function readWindow(
  workspace: Workspace,
  query: ChatQuery,
  offset: number,
  limit: number,
  isWanted?: () => boolean,
  read = readChatList,
): Promise<WindowReading> {
  const reading = await read(workspace, query, offset, limit, isWanted)
  return { ...reading, offset, asked: nameList(query) }
}

function nameList({ filter, type, search, isShowingAll }: ListQuery): string {
  return JSON.stringify([filter, type, search, isShowingAll])
}

function writeKey(query: ChatQuery, offset: number, limit: number): string {
  return `chats:${nameList(query)}:${query.now}:${offset}:${limit}`
}
