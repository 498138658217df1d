import { useRef } from 'react'
import { readChatList, type ChatListReading } from '#src/db/chat-list.ts'
import type { ChatQuery } from '#src/db/mirror/chats.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { isByAge } from '#src/domain/chats/filters.ts'
import type { EnvironmentClock } from './use-now.ts'

/** How long the list rests between two readings: a burst of changes is drawn in steps, the first of them at once. */
export const LIST_REST_MS = 150

/** Which chats a list shows, as of now. */
export type ListQuery = Omit<ChatQuery, 'now'>

export interface ChatWindowReading extends ChatListReading {
  offset: number
  /** Names the list that it is a window of. */
  asked: string
  /** Whether it answers the query that was asked, and not the one before. */
  isCurrent: boolean
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
  const asked = JSON.stringify([query.filter, query.type, query.search, query.isShowingAll])
  const key = `chats:${asked}:${query.now}:${offset}:${limit}`
  // A list that is no longer asked for is not searched to its end.
  const latest = useRef(key)
  latest.current = key
  const isWanted = () => latest.current === key
  // The former rows stay until the new ones are there: they come within milliseconds, and an empty frame would flash.
  const reading = useLive(
    workspace,
    key,
    async () => ({ ...(await readChatList(workspace, query, offset, limit, isWanted)), offset, asked }),
    { keepsPrevious: true, restMs: LIST_REST_MS },
  )
  return reading && { ...reading, isCurrent: reading.asked === asked }
}
