import { foldSearch, foldSearched } from '../search/fold-text.ts'

/** Chat filters and the default list (specification section 4 and 9; CONTRACT section 5 for the address and idle). */
export const CHAT_FILTERS = ['all', 'active', 'needs-help', 'paused', 'idle', 'inactive'] as const
export type ChatFilter = (typeof CHAT_FILTERS)[number]

export const CHAT_TYPES = ['all', 'facebook', 'sms'] as const
export type ChatType = (typeof CHAT_TYPES)[number]

/** Active chat: the guest wrote within 30 minutes. */
export const ACTIVE_CHAT_MS = 30 * 60_000
/** Idle: the guest's last message is at most 24 hours old (CONTRACT section 5 (d)). */
export const IDLE_MS = 24 * 60 * 60_000
/** The default list: updated in the last 7 days, or paused, or needing help, or among the last 10. */
export const RECENT_MS = 7 * 24 * 60 * 60_000
export const RECENT_COUNT = 10

/** The part of a chat that the filters look at. Times are ISO instants. */
export interface FilteredChat {
  displayName: string
  source: string
  updatedAt: string
  lastUserMessageDate: string | null
  pausedAt: string | null
  needsHelp: boolean
  user: { id: string; name: string } | null
}

/** Whether the guest wrote within the last 30 minutes; `now` is the environment's clock in ms (I8). */
export function isActiveChat(chat: Pick<FilteredChat, 'lastUserMessageDate'>, now: number): boolean {
  return isWithin(chat.lastUserMessageDate, ACTIVE_CHAT_MS, now)
}

/** From when on this guest is no longer 'online', ms: the first instant after their 30 minutes. Null: they are not. */
export function findActiveEnd(chat: Pick<FilteredChat, 'lastUserMessageDate'>, now: number): number | null {
  const { lastUserMessageDate: last } = chat
  return last !== null && isActiveChat(chat, now) ? Date.parse(last) + ACTIVE_CHAT_MS + 1 : null
}

export function isIdleChat(chat: Pick<FilteredChat, 'lastUserMessageDate'>, now: number): boolean {
  return isWithin(chat.lastUserMessageDate, IDLE_MS, now)
}

export function matchesFilter(chat: FilteredChat, filter: ChatFilter, now: number): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'active':
      return chat.pausedAt === null
    case 'needs-help':
      return chat.needsHelp
    case 'paused':
      return chat.user !== null && chat.pausedAt !== null
    case 'idle':
      return isIdleChat(chat, now)
    case 'inactive':
      return !isIdleChat(chat, now)
  }
}

export function matchesType(chat: Pick<FilteredChat, 'source'>, type: ChatType): boolean {
  return type === 'all' || chat.source === type
}

/** Chat search: display name, whatever its case and accents (specification section 5). */
export function matchesSearch(chat: Pick<FilteredChat, 'displayName'>, search: string): boolean {
  const wanted = foldSearch(search)
  return wanted === '' || foldSearched(chat.displayName).includes(wanted)
}

/** Whether a chat belongs to the default list; its rank by `updatedAt` is counted by the caller. */
export function isRecentChat(chat: FilteredChat, now: number): boolean {
  return isWithin(chat.updatedAt, RECENT_MS, now) || chat.pausedAt !== null || chat.needsHelp
}

/** Whether chats come into a filter's list, or leave it, as time alone passes: 24 hours after their guests' last messages. */
export function isByAge(filter: ChatFilter): boolean {
  return filter === 'idle' || filter === 'inactive'
}

/** Reads the address: a filter in any spelling that people wrote down (`needs help`), else `all`. */
export function readChatFilter(value: unknown): ChatFilter {
  const word =
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .replace(/[\s_+]+/g, '-')
      : ''
  return CHAT_FILTERS.find((filter) => filter === word) ?? 'all'
}

export function readChatType(value: unknown): ChatType {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return CHAT_TYPES.find((type) => type === word) ?? 'all'
}

function isWithin(time: string | null, windowMs: number, now: number): boolean {
  return time !== null && now - Date.parse(time) <= windowMs
}
