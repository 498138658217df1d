import { isBlank } from '#src/domain/text/blank.ts'
import type { Message } from '#src/contract/chats.ts'
import type { RatingQuestion } from '#src/contract/guest-side.ts'
import { createKey } from './create-key.ts'
import { sendEndings } from './endings.ts'
import { CallFailure, openSession, sendMessage, type Session } from './guest-api.ts'
import type { Kept } from './kept.ts'
import { sendKeptRating } from './rating.ts'
import type { Notice } from './refusal.ts'
import { runAlone } from './run-alone.ts'
import { openTranscript } from './transcript.ts'

/** What the page shows beside the messages. */
export interface Standing {
  messages: readonly Message[]
  /** Whether older ones can be loaded. */
  hasOlder: boolean
  /** Whether the last call reached the hotel. */
  isReachable: boolean
  /** Something that the guest should know; null where all is well. */
  notice: Notice | null
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
  /** Reads the page before the oldest message; where that fails, it can be asked for again. */
  loadOlder(): Promise<void>
  /** Ends the conversation: this device forgets it at once, the hotel hears of it as soon as there is a line. */
  end(): void
  /** Another tab has written: what it has ended is forgotten here too. */
  follow(): void
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
  /** The conversation was ended, in this tab or another: nothing of it may be left on the page. */
  onForgotten(): void
}

const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 30_000

/**
 * `demoChat` plays the guest of that chat of a demonstration hotel.
 */
export function openConversation(
  kept: Kept,
  demoChat: string | null,
  { onChange, onSession, onSent, onUnreachable, onForgotten }: Listeners,
): Conversation {
  /** Another one for each conversation, so that what a call brings in too late is shown nowhere. */
  let transcript = openTranscript()
  let forgotten = kept.readForgotten()
  let shownChat: string | null = null
  let isReachable = true
  let notice: Notice | null = null
  let question: RatingQuestion | null = null
  /** What stays to be read until the guest writes again. */
  let news: Notice | null = null
  let isRunning = false
  let isWanted = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function show(next: { isReachable?: boolean; notice?: Notice | null }): void {
    isReachable = next.isReachable ?? isReachable
    if (next.notice !== undefined) notice = next.notice
    onChange()
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
      const started = forgotten
      clearTimeout(retryTimer)
      try {
        await runRound()
        failures = 0
      } catch (error) {
        // What was ended meanwhile has no failures; its end has begun another round.
        if (forgotten === started) settleFailure(error)
      }
    }
  }

  async function runRound(): Promise<void> {
    await sendEndings(kept)
    const hasWords = kept.readPending().some(({ reason }) => reason === null)
    const session = await findSession(hasWords)
    if (session) {
      const told = transcript
      // What may have arrived is confirmed before it is read, so that it never stands there twice.
      const failure = await sendAll(session).catch((error: unknown) => readPassing(error))
      const rating = await told.catchUp(session)
      if (told !== transcript) return
      question = rating
      show({ isReachable: true, notice: news })
      if (failure !== null) throw failure
      const answered = await sendKeptRating(session, kept)
      if (told === transcript) question = answered ?? question
    }
    onChange()
  }

  /** Another tab may have begun another chat: what was read of the former one goes. */
  function showChat(session: Session): void {
    if (shownChat !== session.chatId) {
      transcript = openTranscript()
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
    // Tabs see each other's words: only one of them begins a chat for these.
    return runAlone('session', () => beginChat())
  }

  async function beginChat(): Promise<Session | null> {
    const known = kept.readSession()
    if (known) {
      showChat(known)
      return known
    }
    const started = forgotten
    const name = kept.readName()
    const opened = await openSession(
      demoChat === null ? (name === '' ? {} : { displayName: name }) : { demoChat },
    )
    // Ended while it was being opened: nobody speaks in it.
    if (forgotten !== started) {
      kept.changeEndings((tokens) => [...tokens, opened.token])
      isWanted = true
      return null
    }
    kept.writeSession(opened)
    kept.writeName('')
    showChat(opened)
    return opened
  }

  /** One after the other and in one tab at a time, so that the hotel reads them in the order in which they were written. */
  async function sendAll(session: Session): Promise<null> {
    const told = transcript
    const flush = async () => {
      for (;;) {
        if (told !== transcript) return
        const next = kept.readPending().find(({ reason }) => reason === null)
        if (!next) return
        const message = await trySend(session, next.key, next.text)
        if (message) told.add([message])
        kept.changePending((pending) => (message ? pending.filter(({ key }) => key !== next.key) : pending))
        if (message) onSent()
        onChange()
      }
    }
    // Without locks the key still guarantees that each arrives once.
    await runAlone('send', flush)
    return null
  }

  /** What asks to wait holds up no reading. Throws any other failure. */
  function readPassing(error: unknown): CallFailure {
    if (error instanceof CallFailure && error.kind === 'later') return error
    throw error
  }

  function forgetHere(): void {
    forgotten = kept.readForgotten()
    transcript = openTranscript()
    shownChat = null
    question = null
    news = null
    notice = null
    onForgotten()
    refresh()
  }

  async function trySend(session: Session, key: string, text: string): Promise<Message | null> {
    try {
      return await sendMessage(session, key, text)
    } catch (error) {
      if (!(error instanceof CallFailure) || error.kind !== 'refused') throw error
      kept.changePending((pending) =>
        pending.map((entry) => (entry.key === key ? { ...entry, reason: error.refusal } : entry)),
      )
      return null
    }
  }

  function settleFailure(error: unknown): void {
    if (!(error instanceof CallFailure)) throw error
    if (error.kind === 'signedOut') {
      // The hotel does not know this visitor any more: what waits is said in a new conversation.
      kept.writeSession(null)
      news = { kind: 'newConversation' }
      show({ notice: news })
      scheduleRetry(RETRY_MIN_MS)
      return
    }
    failures += 1
    const { kind, refusal } = error
    if (kind === 'refused') show({ isReachable: true, notice: { kind, refusal } })
    else if (kind === 'later') {
      show({ isReachable: true, notice: { kind, refusal } })
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
    readStanding: () => ({
      messages: transcript.messages,
      hasOlder: transcript.hasOlder(),
      isReachable,
      notice,
      question,
    }),
    refresh,
    end() {
      kept.forget()
      forgetHere()
    },
    follow() {
      if (kept.readForgotten() === forgotten) refresh()
      else forgetHere()
    },
    async loadOlder() {
      const session = kept.readSession()
      const told = transcript
      if (!session || !told.hasOlder()) return
      try {
        await told.loadOlder(session)
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        if (error.kind === 'unreachable') onUnreachable()
      }
      if (told === transcript) onChange()
    },
    say(text, name) {
      if (!kept.readSession()) kept.writeName(isBlank(name) ? '' : name.trim())
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
