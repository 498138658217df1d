import type { Message } from '#src/contract/chats.ts'
import type { RatingQuestion } from '#src/contract/guest-side.ts'
import { createKey } from './create-key.ts'
import { CallFailure, openSession, readChat, sendMessage, type Session } from './guest-api.ts'
import type { Kept } from './kept.ts'
import { sendKeptRating } from './rating.ts'

/** What the page shows beside the messages. */
export interface Standing {
  messages: readonly Message[]
  /** Whether the last call reached the hotel. */
  isReachable: boolean
  /** Something that the guest should know; null where all is well. */
  notice: string | null
  /** How the hotel did, where that is asked. */
  question: RatingQuestion | null
}

/** The guest's conversation: what was said, and what is on its way. */
export interface Conversation {
  readStanding(): Standing
  /** Puts a text on its way; it is kept until the hotel has confirmed it. */
  say(text: string, displayName: string): void
  retry(key: string): void
  discard(key: string): void
  /** Fetches what is new and sends what waits. Calls that come together make one round. */
  refresh(): void
}

export interface Listeners {
  /** After every change of what is shown. */
  onChange(): void
  /** When it is known who speaks. */
  onSession(session: Session): void
  /** When the hotel has confirmed a message. */
  onSent(): void
  onUnreachable(): void
}

const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 30_000
const LOCK = 'bellhop-guest-send'

/**
 * `demoChat` plays the guest of that chat of a demonstration hotel.
 */
export function openConversation(
  kept: Kept,
  demoChat: string | null,
  { onChange, onSession, onSent, onUnreachable }: Listeners,
): Conversation {
  const messages: Message[] = []
  /** The newest message that a read gave. What a send answers does not count: others may have spoken before it. */
  let readUpTo: string | null = null
  let shownChat: string | null = null
  let isReachable = true
  let notice: string | null = null
  let question: RatingQuestion | null = null
  /** What stays to be read until the guest writes again. */
  let news: string | null = null
  let displayName = ''
  let isRunning = false
  let isWanted = false
  let retryTimer = 0
  let failures = 0

  function show(next: { isReachable?: boolean; notice?: string | null }): void {
    isReachable = next.isReachable ?? isReachable
    if (next.notice !== undefined) notice = next.notice
    onChange()
  }

  function take(news: readonly Message[]): void {
    const known = new Set(messages.map((message) => message.id))
    messages.push(...news.filter((message) => !known.has(message.id)))
    messages.sort((one, other) => one.createdAt.localeCompare(other.createdAt))
    // A message that came back by this road needs no second confirmation (O6).
    const arrived = new Set(news.flatMap((message) => message.clientId ?? []))
    if (kept.readPending().some(({ key }) => arrived.has(key))) {
      kept.changePending((pending) => pending.filter(({ key }) => !arrived.has(key)))
    }
  }

  function refresh(): void {
    isWanted = true
    if (isRunning) return
    isRunning = true
    void runRounds().finally(() => {
      isRunning = false
    })
  }

  async function runRounds(): Promise<void> {
    while (isWanted) {
      isWanted = false
      clearTimeout(retryTimer)
      try {
        await runRound()
        failures = 0
      } catch (error) {
        settleFailure(error)
      }
    }
  }

  async function runRound(): Promise<void> {
    const hasWords = kept.readPending().some(({ reason }) => reason === null)
    const session = await findSession(hasWords)
    if (session) {
      const { messages: read, rating } = await readChat(session, readUpTo)
      readUpTo = read.at(-1)?.id ?? readUpTo
      question = rating
      take(read)
      show({ isReachable: true, notice: news })
      await sendAll(session)
      question = (await sendKeptRating(session, kept)) ?? question
    }
    onChange()
  }

  /** Another tab may have begun another chat: what was read of the former one goes. */
  function showChat(session: Session): void {
    if (shownChat !== session.chatId) {
      messages.length = 0
      readUpTo = null
      question = null
      shownChat = session.chatId
    }
    onSession(session)
  }

  /** A visitor who has said nothing yet has no chat, so that looking at the page leaves nothing behind. */
  async function findSession(hasWords: boolean): Promise<Session | null> {
    const known = kept.readSession()
    if (known) {
      showChat(known)
      return known
    }
    if (!hasWords && demoChat === null) return null
    const name = displayName.trim()
    const opened = await openSession(
      demoChat === null ? (name === '' ? {} : { displayName: name }) : { demoChat },
    )
    kept.writeSession(opened)
    showChat(opened)
    return opened
  }

  /** One after the other and in one tab at a time, so that the hotel reads them in the order in which they were written. */
  async function sendAll(session: Session): Promise<void> {
    const flush = async () => {
      for (;;) {
        const next = kept.readPending().find(({ reason }) => reason === null)
        if (!next) return
        const message = await trySend(session, next.key, next.text)
        if (message) take([message])
        kept.changePending((pending) => (message ? pending.filter(({ key }) => key !== next.key) : pending))
        if (message) onSent()
        onChange()
      }
    }
    // Without the lock (an insecure address) the key still guarantees that each arrives once.
    if ('locks' in navigator) await navigator.locks.request(LOCK, flush)
    else await flush()
  }

  async function trySend(session: Session, key: string, text: string): Promise<Message | null> {
    try {
      return await sendMessage(session, key, text)
    } catch (error) {
      if (!(error instanceof CallFailure) || error.kind !== 'refused') throw error
      kept.changePending((pending) =>
        pending.map((entry) => (entry.key === key ? { ...entry, reason: error.message } : entry)),
      )
      return null
    }
  }

  function settleFailure(error: unknown): void {
    if (!(error instanceof CallFailure)) throw error
    if (error.kind === 'signedOut') {
      // The hotel does not know this visitor any more: what waits is said in a new conversation.
      kept.writeSession(null)
      news = 'Your earlier conversation is no longer here. This is a new one.'
      show({ notice: news })
      scheduleRetry(RETRY_MIN_MS)
      return
    }
    failures += 1
    if (error.kind === 'refused') show({ isReachable: true, notice: error.message })
    else if (error.kind === 'later') {
      show({ isReachable: true, notice: `${error.message} What you wrote is kept and sent by itself.` })
      scheduleRetry(error.retryAfterMs)
    } else {
      show({ isReachable: false })
      onUnreachable()
      scheduleRetry(null)
    }
  }

  function scheduleRetry(waitMs: number | null): void {
    const backoff = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures) * (0.5 + Math.random() / 2)
    retryTimer = setTimeout(refresh, waitMs ?? backoff)
  }

  return {
    readStanding: () => ({ messages, isReachable, notice, question }),
    refresh,
    say(text, name) {
      displayName = name
      news = null
      kept.changePending((pending) => [...pending, { key: createKey(), text, reason: null }])
      onChange()
      refresh()
    },
    retry(key) {
      kept.changePending((pending) =>
        pending.map((entry) => (entry.key === key ? { ...entry, reason: null } : entry)),
      )
      onChange()
      refresh()
    },
    discard(key) {
      kept.changePending((pending) => pending.filter((entry) => entry.key !== key))
      onChange()
    },
  }
}
