import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { findInMirror, type MessageHit, type SearchHits } from '#src/db/search.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { findEarliest } from '#src/domain/earliest.ts'
import { readWords } from '#src/domain/search/match-text.ts'
import { formatListTime } from '#src/domain/formatting.ts'
import { logger } from '#src/lib/logger.ts'
import { ChatRow } from './chat-row.tsx'
import { findRowChange } from '#src/domain/chats/describe-row.ts'
import type { MessengerSearch } from '../search.ts'
import styles from './search-hits.module.css'
import { useEnvironmentClock, useWakeAt } from '../use-now.ts'

const MOST_HITS = 50
/** One letter is in every message; a sign of many a script is a word. */
const SHORTEST = /^[ -~]$/

interface SearchHitsProps {
  /** What was typed. */
  text: string
  search: MessengerSearch
  chatId: string | undefined
}

interface Finding {
  hits: SearchHits
  state: 'searching' | 'done' | 'failed'
}
const NOTHING: SearchHits = { rooms: [], messages: [] }

/** What else on this device has the words: guests by their room, and messages. Comes after the first letter typed. */
export function FoundElsewhere({ text, search, chatId }: SearchHitsProps) {
  const me = useWorkspace().user
  const finding = useFinding(text)
  const clock = useEnvironmentClock()
  const { now } = clock
  const rooms = finding?.hits.rooms ?? []
  useWakeAt(clock, findEarliest(rooms.map(({ entry }) => findRowChange(entry, me, now))))
  if (!finding) return null
  const { hits, state } = finding
  const isFull = hits.messages.length >= MOST_HITS
  return (
    <>
      {rooms.length > 0 && (
        <section className={styles.section} aria-label="Rooms">
          <h2 className={styles.title}>Rooms</h2>
          <ul role="list">
            {rooms.map(({ room, entry }) => (
              <li key={entry.chat.id} className={styles.room}>
                <ChatRow
                  entry={entry}
                  search={search}
                  me={me}
                  now={now}
                  isSelected={entry.chat.id === chatId}
                  room={room}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.section} aria-label="In messages" aria-busy={state === 'searching'}>
        <h2 className={styles.title}>In messages</h2>
        <ul role="list">
          {hits.messages.map((hit) => (
            <li key={hit.messageId}>
              <MessageLink
                hit={hit}
                search={search}
                now={now}
                isSelected={hit.messageId === search.message}
              />
            </li>
          ))}
        </ul>
        <p className={styles.note} role="status" aria-label="Search">
          {describeState(state, hits.messages.length, isFull)}
        </p>
      </section>
    </>
  )
}

interface MessageLinkProps {
  hit: MessageHit
  search: MessengerSearch
  now: number
  isSelected: boolean
}

/** Opens the chat at the message. */
function MessageLink({ hit, search, now, isSelected }: MessageLinkProps) {
  return (
    <Link
      to="/messenger/$chatId"
      params={{ chatId: hit.chatId }}
      search={{ chatFilter: search.chatFilter, chatType: search.chatType, message: hit.messageId }}
      className={styles.hit}
      aria-current={isSelected ? 'true' : undefined}
      draggable={false}
    >
      <span className={styles.who}>
        <bdi>{nameGuest(hit)}</bdi>
        <time dateTime={hit.createdAt}>{formatListTime(hit.createdAt, now)}</time>
      </span>
      <span className={styles.snippet} dir="auto">
        {hit.snippet.map(({ text, isHit }, index) =>
          isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </Link>
  )
}

/** Searches anew with each input, and ends the search before it. Undefined while there is nothing to search for. */
function useFinding(text: string): Finding | undefined {
  const workspace = useWorkspace()
  const [finding, setFinding] = useState<Finding | undefined>(undefined)
  const key = readWords(text).join(' ')
  const isTooShort = key === '' || SHORTEST.test(key)
  useEffect(() => {
    if (isTooShort) return setFinding(undefined)
    const abort = new AbortController()
    const { signal } = abort
    const show = (change: Partial<Finding>) => {
      if (signal.aborted) return
      setFinding((before) => ({ hits: before?.hits ?? NOTHING, state: 'searching', ...change }))
    }
    // The former hits stay until there are others, so that nothing flickers while a word is typed.
    show({})
    let hasFound = false
    const onHits = (hits: SearchHits) => {
      hasFound = true
      show({ hits })
    }
    findInMirror(workspace, key.split(' '), { limit: MOST_HITS, signal, onHits }).then(
      () => show({ state: 'done', ...(hasFound ? {} : { hits: NOTHING }) }),
      (error: unknown) => {
        logger.warn('the messages on this device could not be searched', { error: String(error) })
        show({ state: 'failed' })
      },
    )
    return () => abort.abort()
  }, [workspace, key, isTooShort])
  return isTooShort ? undefined : finding
}

function describeState(state: Finding['state'], count: number, isFull: boolean): string {
  if (state === 'failed') return 'The messages on this device can’t be searched right now.'
  if (state === 'searching') return count === 0 ? 'Searching…' : 'Searching on…'
  if (isFull) return `The newest ${count} are shown. More words find less.`
  return count === 0 ? 'No message on this device has these words.' : 'That is all on this device.'
}
