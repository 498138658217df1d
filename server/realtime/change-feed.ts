import type { Chat, Message } from '#src/contract/chats.ts'
import type { Log } from '../log.ts'
import { SingleFlight } from '../single-flight.ts'
import { presentChat, presentMessage } from '../store/chats/present.ts'
import { readLogState, writeCursor } from '../store/log/log-cursor.ts'
import type { ChangesTable, ChangeType } from '../store/log/log-tables.ts'
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

const POLL_MS = 2_000
const BATCH_ENTRIES = 500

/**
 * Reads the log on from where this process stands: on NOTIFY, after each LISTEN, and every 2 s (E3). A lost
 * notification therefore delays, and never loses.
 */
export class ChangeFeed {
  readonly #store: Store
  readonly #subscribers = new Set<(event: FeedEvent) => void>()
  readonly #flight: SingleFlight
  #epoch = ''
  #seq = 0
  #timer: NodeJS.Timeout | null = null
  #unlisten: () => void = () => undefined

  constructor(store: Store, log: Log) {
    this.#store = store
    this.#flight = new SingleFlight(
      () => this.#readOn(),
      (error) => log.error('change feed', error),
    )
  }

  async start(): Promise<void> {
    const state = await readLogState(this.#store.db)
    this.#epoch = state.epoch
    this.#seq = state.newest
    this.#unlisten = await this.#store.listen('bellhop_changes', () => void this.#flight.wake())
    this.#timer = setInterval(() => void this.#flight.wake(), POLL_MS)
  }

  async stop(): Promise<void> {
    this.#unlisten()
    if (this.#timer) clearInterval(this.#timer)
    await this.#flight.stop()
  }

  /** Calls back for every entry in commit order; returns the way to stop. */
  subscribe(subscriber: (event: FeedEvent) => void): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const state = await readLogState(this.#store.db)
      if (state.epoch !== this.#epoch) {
        this.#epoch = state.epoch
        this.#seq = state.newest
        return
      }
      if (state.newest <= this.#seq) return
      const entries = await this.#store.db
        .selectFrom('changes')
        .selectAll()
        .where('seq', '>', this.#seq)
        .orderBy('seq')
        .limit(BATCH_ENTRIES)
        .execute()
      if (entries.length === 0) return
      await this.#publish(entries)
    }
  }

  async #publish(entries: ChangesRow[]): Promise<void> {
    const { chats, messages } = await readRowsOf(this.#store, entries)
    for (const entry of entries) {
      const prev = writeCursor({ epoch: this.#epoch, seq: this.#seq })
      this.#seq = entry.seq
      const event: FeedEvent = {
        type: entry.type,
        chatId: entry.chatId,
        messageId: entry.messageId,
        prev,
        seq: writeCursor({ epoch: this.#epoch, seq: entry.seq }),
        chat: chats.get(entry.chatId) ?? null,
        message: entry.messageId === null ? null : (messages.get(entry.messageId) ?? null),
      }
      for (const subscriber of this.#subscribers) subscriber(event)
    }
  }
}

type ChangesRow = Pick<ChangesTable, 'seq' | 'type' | 'chatId' | 'messageId'>

async function readRowsOf(store: Store, entries: ChangesRow[]) {
  const chatIds = [...new Set(entries.map((entry) => entry.chatId))]
  const messageIds = entries.flatMap((entry) => entry.messageId ?? [])
  const chats = await store.db.selectFrom('chats').selectAll().where('id', 'in', chatIds).execute()
  const messages =
    messageIds.length === 0
      ? []
      : await store.db.selectFrom('messages').selectAll().where('id', 'in', messageIds).execute()
  return {
    chats: new Map(chats.map((row) => [row.id, presentChat(row)])),
    messages: new Map(messages.map((row) => [row.id, presentMessage(row)])),
  }
}
