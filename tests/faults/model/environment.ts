import type { Chat, Message } from '#src/contract/chats.ts'
import { EnvironmentLog, type LogEntry } from './environment-log.ts'
import type { Colleague } from './environment-people.ts'
import { EnvironmentRefusal, type Answer, type Call } from './environment-wire.ts'
import { routeCall } from './environment-routes.ts'

export type Manner = 'all' | 'none'

/** What a call has changed, for who compares what was written with what became of it. */
export interface Effect {
  /** ms of the environment's clock. */
  at: number
  kind: 'send' | 'upload' | 'pause' | 'play' | 'resolve' | 'pass' | 'ticket'
  userId: string
  key: string | null
  chatId: string
  /** Of an upload, the file's name. */
  text: string
  /** Who held the chat before, `bot` for nobody. */
  before: string
}

/** A connection over which frames go. */
export interface Subscriber {
  token: string
  hear(frame: object): void
  close(code: number): void
}

/** How often `beat` is to be called. */
export const HEARTBEAT_MS = 20_000
const SESSION_ENDED = 4401

/**
 * An environment as CONTRACT.md has it, in memory and without a line: one object that answers calls and emits frames, with all
 * extensions or with the specification alone. `tests/faults/environment.test.ts` compares it with the real one.
 */
export class Environment {
  readonly log: EnvironmentLog
  readonly effects: Effect[] = []
  readonly tickets: { id: string; description: string; agentId: string }[] = []
  readonly subscribers = new Set<Subscriber>()
  readonly now: () => number
  readonly #sessions = new Map<string, Colleague>()
  readonly #answers = new Map<string, { content: string; give: () => Answer }>()
  /** So many entries of its log are a page at most, however many are asked for. */
  pageEntries = Infinity
  /** All that it ever gave. */
  readonly tokens = new Set<string>()

  /** `mark`: in every token, so that it is unlike those of others. */
  constructor(
    readonly manner: Manner,
    now: () => number,
    private readonly mark = '',
  ) {
    this.now = now
    this.log = new EnvironmentLog(now)
    this.log.watch((entry, prev) => this.#emit(entry, prev))
  }

  /** Answers one call. Never throws. */
  answer(call: Call): Answer {
    try {
      return routeCall(this, call)
    } catch (error) {
      if (error instanceof EnvironmentRefusal) return error.answer
      throw error
    }
  }

  /** Begins a session and gives its token. */
  begin(who: Colleague): string {
    const token = `secret-token-${this.mark}${who.username}-${this.tokens.size + 1}`
    this.tokens.add(token)
    this.#sessions.set(token, who)
    return token
  }

  whoIs(token: string | null): Colleague | undefined {
    return token === null ? undefined : this.#sessions.get(token)
  }

  end(token: string): void {
    this.#sessions.delete(token)
    for (const subscriber of [...this.subscribers]) {
      if (subscriber.token === token) subscriber.close(SESSION_ENDED)
    }
  }

  /** Every session of a user ends, as by a change of the password. */
  endAllOf(userId: string): void {
    for (const [token, who] of this.#sessions) if (who.id === userId) this.end(token)
  }

  /** Runs a change once per key and user; a repeat gets the first one's answer (CONTRACT section 2). */
  once(key: string | null, userId: string, content: unknown, change: () => () => Answer): Answer {
    if (key === null || this.manner === 'none') return change()()
    const name = `${userId} ${key}`
    const known = this.#answers.get(name)
    const said = JSON.stringify(content)
    if (known) {
      if (known.content === said) return known.give()
      throw new EnvironmentRefusal(422, 'idempotency_mismatch', 'The key was used for something else.')
    }
    const give = change()
    this.#answers.set(name, { content: said, give })
    return give()
  }

  /** Whether a call's key was answered before. */
  knows({ key, token }: Pick<Call, 'key' | 'token'>): boolean {
    return this.#answers.has(`${this.whoIs(token)?.id} ${key}`)
  }

  join(subscriber: Subscriber): void {
    if (!this.whoIs(subscriber.token)) return subscriber.close(SESSION_ENDED)
    this.subscribers.add(subscriber)
    const people = new Set([...this.subscribers].map(({ token }) => this.whoIs(token)?.id))
    for (const each of this.subscribers) each.hear({ type: 'admin_joined', chatId: null, value: people.size })
  }

  /** To be called every `HEARTBEAT_MS`. */
  beat(): void {
    if (this.manner === 'none') return
    for (const { hear } of this.subscribers) hear({ type: 'heartbeat' })
  }

  /** A guest writes; the bot answers where nobody has taken the chat, or asks for help. */
  guestSays(chatId: string, text: string, asksForHelp: boolean): void {
    const chat = this.log.chats.get(chatId)
    if (!chat) return
    this.log.commit('new_message', chatId, {}, { text, sentByGuest: true })
    if (asksForHelp) this.log.commit('needs_help', chatId, { needsHelp: true }, null)
    else if (chat.pausedAt === null)
      this.log.commit('new_message', chatId, {}, { text: `The bot has read: ${text}`, sentByGuest: false })
  }

  present(chat: Chat): object {
    if (this.manner === 'all') return chat
    const { rev: _rev, helpAt: _helpAt, ...plain } = chat
    return plain
  }

  presentMessage(message: Message): object {
    if (this.manner === 'all') return message
    const { clientId: _clientId, ...plain } = message
    return plain
  }

  #emit({ seq, type, chatId, messageId }: LogEntry, prev: string): void {
    const chat = this.log.chats.get(chatId)
    const hint = { type, chatId, value: messageId }
    const message = messageId === null ? null : (this.log.messages.get(messageId) ?? null)
    const change = { prev, seq: this.log.cursorAt(seq), chat, message }
    const frame = this.manner === 'all' && chat ? { ...hint, ...change } : hint
    for (const { hear } of this.subscribers) hear(frame)
  }
}
