import { useEffect, useRef } from 'react'
import type { ThreadReading } from '#src/db/thread.ts'
import { findNewMessages, noteMessages, type KnownMessages } from '#src/domain/chats/new-messages.ts'
import type { Holder } from '#src/domain/chats/holder.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { SpokenWords, useSpokenWords } from '#src/ui/spoken-words.tsx'
import { announceMessages } from './describe-news.ts'

/**
 * Reads out what comes into the open chat, each message once. The log itself is silent: a message there is drawn with its
 * time and state, and one's own anew with each state that it is in.
 */
export function MessageNews({ reading, me }: { reading: ThreadReading; me: Holder }) {
  const { words, say } = useSpokenWords()
  const known = useRef<KnownMessages | null>(null)
  const isSettled = isAtThreadEnd(reading)

  useEffect(() => {
    const messages = reading.entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []))
    const guestName = reading.chat ? nameGuest(reading.chat) : 'Guest'
    announceMessages(findNewMessages(known.current, messages), guestName, me).forEach(say)
    known.current = isSettled ? noteMessages(messages) : null
  }, [reading, isSettled, me, say])

  return <SpokenWords label="New messages" words={words} isBusy={!isSettled} />
}

/** Whether the thread's end is read: from there on what comes is new. */
function isAtThreadEnd({ newerUntil, thread }: ThreadReading): boolean {
  return newerUntil === undefined && (thread.isComplete || thread.historyFrom !== null)
}
