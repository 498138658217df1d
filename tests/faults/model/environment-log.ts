import type { Chat, Message, StaffRef } from '#src/contract/chats.ts'

export type FrameType = 'new_message' | 'chat_changed' | 'needs_help'

/** One entry of the change log: which chat changed, and with which message. */
export interface LogEntry {
  seq: number
  type: FrameType
  chatId: string
  messageId: string | null
}

/** A message before the commit gives it its time. */
export type NewMessage = Pick<Message, 'text' | 'sentByGuest'> &
  Partial<Pick<Message, 'type' | 'user' | 'clientId' | 'attachments'>>

export interface ChatPatch {
  /** `bot-paused`: the bot paused itself. */
  holder?: StaffRef | 'bot' | 'bot-paused'
  needsHelp?: boolean
}

const CHATS = 5
const LAST_CHATS = 2
const DAY_MS = 24 * 60 * 60_000

/** Chats, messages and the change log of a simulated environment, in memory (CONTRACT sections 2 and 5, E3). */
export class EnvironmentLog {
  readonly chats = new Map<string, Chat>()
  readonly messages = new Map<string, Message>()
  readonly entries: LogEntry[] = []
  readonly #now: () => number
  #threads = new Map<string, Message[]>()
  #epoch = 1
  #floor = 0
  #lastMessage = 0
  #watchers = new Set<(entry: LogEntry, prev: string) => void>()

  constructor(now: () => number) {
    this.#now = now
    for (let index = 0; index < CHATS; index += 1) this.#addChat(`chat-${index}`)
  }

  /** Calls back after each commit, with the cursor before it. */
  watch(watcher: (entry: LogEntry, prev: string) => void): void {
    this.#watchers.add(watcher)
  }

  thread(chatId: string): readonly Message[] {
    return this.#threads.get(chatId) ?? []
  }

  /** The default list: what changed in this world's time, is paused or needs help, and the last few of all. */
  recent(): Chat[] {
    const all = [...this.chats.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    return all.filter(
      ({ updatedAt, createdAt, pausedAt, needsHelp }, place) =>
        place < LAST_CHATS || updatedAt > createdAt || pausedAt !== null || needsHelp,
    )
  }

  cursorAt(seq: number): string {
    return `${this.#epoch}:${seq}`
  }

  newest(): number {
    return this.entries.at(-1)?.seq ?? 0
  }

  /** The entry after which a cursor reads on; null where it can't, which is a reset. */
  readCursor(cursor: string | null): number | null {
    const [epoch, seq, after] = (cursor ?? '').split(':').map(Number)
    if (
      epoch !== this.#epoch ||
      after !== undefined ||
      seq === undefined ||
      seq > this.newest() ||
      seq < this.#floor
    )
      return null
    return seq
  }

  /** A cursor between two pages of a reset: where the log is read on after the last one, and the chat that was given last. */
  resetCursorAt(seq: number, after: string): string {
    return `${this.cursorAt(seq)}:${after}`
  }

  /** Where a reset goes on; at its beginning where the cursor is none of a reset that is under way. */
  readResetCursor(cursor: string | null): { seq: number; after: string } {
    const [epoch, seq, after] = (cursor ?? '').split(':')
    if (Number(epoch) !== this.#epoch || after === undefined) return { seq: this.newest(), after: '' }
    return { seq: Number(seq), after }
  }

  /** No cursor that was given before is known any more: another database, or a log that was cut. */
  forgetCursors(): void {
    this.#epoch += 1
    this.#floor = this.newest()
  }

  /** A chat goes, with its messages. */
  removeChat(chatId: string): void {
    this.chats.delete(chatId)
    for (const { id } of this.thread(chatId)) this.messages.delete(id)
    this.#threads.delete(chatId)
    this.#publish({ type: 'chat_changed', chatId, messageId: null })
  }

  /** Writes one change; times rise strictly within a chat, and `rev` with every change of it. */
  commit(type: FrameType, chatId: string, patch: ChatPatch, made: NewMessage | null): Message | null {
    const chat = this.chats.get(chatId)
    if (!chat) throw new Error(`there is no ${chatId}`)
    const last = this.thread(chatId).at(-1)
    const at = new Date(Math.max(this.#now(), last ? Date.parse(last.createdAt) + 1 : 0)).toISOString()
    const message = made && this.#addMessage(chatId, at, made)
    const seq = this.newest() + 1
    const next: Chat = { ...chat, updatedAt: at, rev: seq }
    if (message) next.messagesCount += 1
    if (message?.sentByGuest) next.lastUserMessageDate = at
    if (patch.needsHelp !== undefined) {
      next.needsHelp = patch.needsHelp
      next.helpAt = patch.needsHelp ? at : null
    }
    if (patch.holder !== undefined) {
      next.pausedAt = patch.holder === 'bot' ? null : at
      next.user = typeof patch.holder === 'object' ? patch.holder : null
    }
    this.chats.set(chatId, next)
    this.#publish({ type, chatId, messageId: message?.id ?? null })
    return message
  }

  #publish(change: Omit<LogEntry, 'seq'>): void {
    const prev = this.cursorAt(this.newest())
    const entry = { seq: this.newest() + 1, ...change }
    this.entries.push(entry)
    for (const watcher of this.#watchers) watcher(entry, prev)
  }

  #addMessage(chatId: string, createdAt: string, made: NewMessage): Message {
    this.#lastMessage += 1
    const message: Message = {
      id: `message-${this.#lastMessage}`,
      chatId,
      text: made.text,
      sentByGuest: made.sentByGuest,
      type: made.type ?? 'text',
      createdAt,
      attachments: made.attachments ?? [],
      user: made.user ?? null,
      clientId: made.clientId ?? null,
    }
    this.messages.set(message.id, message)
    this.#threads.set(chatId, [...this.thread(chatId), message])
    return message
  }

  #addChat(id: string): void {
    const createdAt = new Date(this.#now() - DAY_MS).toISOString()
    this.chats.set(id, {
      id,
      displayName: `Guest ${id}`,
      source: 'web',
      botName: 'Bot',
      messagesCount: 0,
      createdAt,
      updatedAt: createdAt,
      lastUserMessageDate: null,
      pausedAt: null,
      needsHelp: false,
      user: null,
      guestId: `guest-of-${id}`,
      helpAt: null,
      rev: 0,
    })
    this.#threads.set(id, [])
  }
}
