import { sql } from 'kysely'
import type { Chat, Message } from '#src/contract/chats.ts'
import type { Log } from '../log.ts'
import type { Pulse } from '../pulse.ts'
import { SingleFlight } from '../single-flight.ts'
import { presentChat, presentMessage } from '../store/chats/present.ts'
import { readLogState, writeCursor } from '../store/log/log-cursor.ts'
import type { ChangeType } from '../store/log/log-tables.ts'
import { readLogOn, type LogEntry } from '../store/log/read-log-on.ts'
import type { Store } from '../store/store.ts'

/** One committed entry of the log with the rows as they are now; null where a row was removed since. */
export interface FeedEvent {
  type: ChangeType
  chatId: string
  messageId: string | null
  /** Cursors before and after the entry. */
  prev: string
  seq: string
  chat: Chat | null
  message: Message | null
}

const BATCH_ENTRIES = 500

/**
 * Reads the log on from where this process stands: on NOTIFY, after each LISTEN, and where the pulse finds something new
 * (E3). A lost notification therefore delays, and never loses.
 */
export class ChangeFeed {
  readonly #store: Store
  readonly #pulse: Pulse
  readonly #subscribers = new Set<(event: FeedEvent) => void>()
  readonly #flight: SingleFlight
  #epoch = ''
  #seq = 0
  #ends: (() => void)[] = []

  constructor(store: Store, log: Log, pulse: Pulse) {
    this.#store = store
    this.#pulse = pulse
    this.#flight = new SingleFlight(
      () => this.#readOn(),
      (error) => log.error('change feed', error),
    )
  }

  async start(): Promise<void> {
    await this.#standAtEnd()
    const wake = () => void this.#flight.wake()
    this.#ends = [
      await this.#store.listen('bellhop_changes', wake),
      this.#pulse.watch(sql`select max(seq) from changes`, (newest) => {
        if (newest !== this.#seq) wake()
      }),
    ]
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end()
    await this.#flight.stop()
  }

  /** Calls back for every entry in commit order; returns the way to stop. */
  subscribe(subscriber: (event: FeedEvent) => void): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  async #standAtEnd(): Promise<void> {
    const state = await readLogState(this.#store.db)
    this.#epoch = state.epoch
    this.#seq = state.newest
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { epoch, entries } = await readLogOn(this.#store.db, this.#seq, BATCH_ENTRIES)
      if (epoch !== this.#epoch) return this.#standAtEnd()
      for (const entry of entries) this.#publish(entry)
      if (entries.length < BATCH_ENTRIES) return
    }
  }

  #publish({ seq, type, chatId, messageId, chat, message }: LogEntry): void {
    const prev = writeCursor({ epoch: this.#epoch, seq: this.#seq })
    this.#seq = seq
    const event: FeedEvent = {
      type,
      chatId,
      messageId,
      prev,
      seq: writeCursor({ epoch: this.#epoch, seq }),
      chat: chat && presentChat(chat),
      message: message && presentMessage(message),
    }
    for (const subscriber of this.#subscribers) subscriber(event)
  }
}
