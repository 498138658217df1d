import { isBlank } from '../text/blank.ts'
import { cutGraphemes } from '../text/graphemes.ts'
import { findEarliest } from '../earliest.ts'
import { formatListTime, formatSpan } from '../formatting.ts'
import { waitsForUser, type Operation } from '../outbox/operation.ts'
import { findActiveEnd, type FilteredChat } from './filters.ts'
import { nameLocale } from '../translations/name-locale.ts'
import { isHeldBy, type Holder } from './holder.ts'
import { indicateChat, INDICATOR_TITLES, type ChatIndicator } from './indicator.ts'
import { nameAgent } from './names.ts'
import { countQuietMs, findForgetting, isForgotten } from './reminder.ts'

/** A row's chat, as the user sees it, with what the device knows beside it. Times are ISO instants. */
export interface RowFacts {
  chat: FilteredChat & { createdAt: string; messagesCount: number; language?: string | null }
  /** The newest mirrored message. */
  preview: {
    text: string
    author: { kind: 'guest' | 'bot' | 'nobody' } | ({ kind: 'staff' } & Holder)
    attachment: string | null
  } | null
  /** What waits of it in the outbox. */
  operations: readonly Operation[]
  isUnread: boolean
  /** When its people last wrote, or its holder said 'keep it'; null: never. */
  writtenAt: string | null
}

/** What a row of the list says of its chat (specification section 2, Chat list panel). */
export interface RowDescription {
  indicator: ChatIndicator
  /** The indicator's title. */
  title: string
  needsHelp: boolean
  isUnread: boolean
  pause: { isPaused: boolean; who: string; time: string | null; title: string }
  messages: string
  /** In which the guest writes, where that is not the console's own; null too where it is not known. */
  language: { short: string; title: string } | null
  started: string
  /** When the guest wrote last: time of day if today, otherwise day and month. Null where they never wrote. */
  lastGuestMessage: { at: string; words: string } | null
  /** `author` stands before what is not the guest's. */
  preview: { author: string | null; words: string }
  /** What waits in the outbox (O9); null where nothing does. */
  unsent: { count: number; state: string; needsPerson: boolean } | null
  /** How long nothing was written in a chat of one's own that seems to be forgotten; null where it does not. */
  quiet: string | null
}

/** `now`: the environment's clock, ms (I8). Times are written in `timeZone`, undefined: the device's. */
export function describeRow(entry: RowFacts, me: Holder, now: number, timeZone?: string): RowDescription {
  const { chat, preview, operations } = entry
  const indicator = indicateChat(chat, now)
  const time = (at: string) => formatListTime(at, now, timeZone)
  const { lastUserMessageDate: last } = chat
  return {
    indicator,
    title: INDICATOR_TITLES[indicator],
    needsHelp: indicator === 'help' || indicator === 'pending',
    // What the bot or a colleague has answered needs no reader; on a new device nothing has been seen yet.
    isUnread: entry.isUnread && (chat.needsHelp || preview?.author.kind === 'guest'),
    pause: describePause(chat, me, time),
    messages: chat.messagesCount === 1 ? 'message' : 'messages',
    language: describeLanguage(chat.language),
    started: time(chat.createdAt),
    lastGuestMessage: last === null ? null : { at: last, words: time(last) },
    preview: describePreview(entry, me),
    unsent: describeWaiting(operations),
    quiet: describeQuiet(entry, me, now),
  }
}

/**
 * When what a row says changes by itself the next time, other than with a minute: its guest is no longer online, or the
 * chat seems to be forgotten. Ms of the environment's clock; null: neither.
 */
export function findRowChange(entry: RowFacts, me: Holder, now: number): number | null {
  const { chat, writtenAt } = entry
  return findEarliest([
    chat.needsHelp ? null : findActiveEnd(chat, now),
    isForgettable(entry, me) ? findForgetting(chat, now, writtenAt) : null,
  ])
}

/** The console's words are English, and those of most guests. */
const OWN_LANGUAGE = /^en\b/

function describeLanguage(language: string | null | undefined): RowDescription['language'] {
  if (!language || OWN_LANGUAGE.test(language)) return null
  return { short: language.toUpperCase(), title: `Writes ${nameLocale(language)}` }
}

/** Who paused the bot and when: an agent's name, 'Bot' where it paused itself; who answers where it is not paused. */
function describePause(
  chat: RowFacts['chat'],
  me: Holder,
  time: (at: string) => string,
): RowDescription['pause'] {
  if (chat.pausedAt === null) return { isPaused: false, who: 'Bot', time: null, title: 'The bot answers' }
  const who = chat.user === null ? 'Bot' : isHeldBy(chat.user, me) ? 'You' : nameAgent(chat.user)
  return { isPaused: true, who, time: time(chat.pausedAt), title: `Paused by ${who}` }
}

function describeWaiting(operations: RowFacts['operations']): RowDescription['unsent'] {
  if (operations.length === 0) return null
  const needsPerson = operations.some(({ state }) => waitsForUser(state))
  return { count: operations.length, state: needsPerson ? 'needs you' : 'waiting', needsPerson }
}

function describeQuiet(entry: RowFacts, me: Holder, now: number): string | null {
  const { chat, writtenAt } = entry
  if (!isForgettable(entry, me) || !isForgotten(chat, now, writtenAt)) return null
  return formatSpan(countQuietMs(chat, now, writtenAt) ?? 0)
}

/** A chat of one's own; what waits to be sent was written, and says so itself. */
function isForgettable({ chat, operations }: RowFacts, me: Holder): boolean {
  return operations.length === 0 && isHeldBy(chat.user, me)
}

/** More than any row is wide. */
const PREVIEW_CHARS = 160

/** What a row may show of a text: a browser lays out a line of 8,000 letters to show its first fifty. */
export function cutPreview(text: string): string {
  return cutGraphemes(text.trimStart(), PREVIEW_CHARS)
}

/** What waits is newer than what is there; else the newest mirrored message with who wrote it. */
function describePreview({ preview, operations }: RowFacts, me: Holder): RowDescription['preview'] {
  const waiting = operations.findLast(({ kind }) => kind === 'send' || kind === 'upload')
  if (waiting?.kind === 'send') return { author: 'You', words: cutPreview(waiting.payload.text) }
  if (waiting?.kind === 'upload') return { author: 'You', words: waiting.payload.name }
  if (!preview) return { author: null, words: '\u00a0' }
  const words = isBlank(preview.text) ? (preview.attachment ?? '') : cutPreview(preview.text)
  switch (preview.author.kind) {
    case 'guest':
    case 'nobody':
      return { author: null, words }
    case 'bot':
      return { author: 'Bot', words }
    case 'staff':
      return { author: isHeldBy(preview.author, me) ? 'You' : nameAgent(preview.author), words }
  }
}
