import { memo } from 'react'
import type { MessageHit } from '#src/db/search.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { findEarliest } from '#src/domain/earliest.ts'
import { formatListTime } from '#src/domain/formatting.ts'
import { Button } from '#src/ui/button.tsx'
import { ChatRow } from './chat-row.tsx'
import { findRowChange } from '#src/domain/chats/describe-row.ts'
import { MessengerLink } from '../messenger-link.tsx'
import type { MessengerSearch } from '../search.ts'
import styles from './search-hits.module.css'
import { useEnvironmentClock, useWakeAt } from '../use-now.ts'
import { isSearching, MOST_HITS, useFinding, type Finding } from './use-finding.ts'

interface SearchHitsProps {
  /** What was typed. */
  text: string
  search: MessengerSearch
  chatId: string | undefined
}

/** What else on this device has the words: guests by their room, and messages. Comes after the first letter typed. */
export function FoundElsewhere({ text, search, chatId }: SearchHitsProps) {
  const me = useWorkspace().user
  const { finding, stop, again } = useFinding(text)
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
      <section className={styles.section} aria-label="In messages" aria-busy={isSearching(finding)}>
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
        <div className={styles.note}>
          <p role="status" aria-label="Search">
            {describeState(state, hits.messages.length, isFull)}
          </p>
          {(state === 'long' || state === 'stopped') && (
            // One button, so that whoever presses it by keyboard stays where they are.
            <Button look="link" onClick={state === 'stopped' ? again : stop}>
              {state === 'stopped' ? 'Search again' : 'Stop'}
            </Button>
          )}
        </div>
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

/** Opens the chat at the message. Those that were found are not drawn again with each that is found after them. */
const MessageLink = memo(function MessageLink({ hit, search, now, isSelected }: MessageLinkProps) {
  return (
    <MessengerLink
      chatId={hit.chatId}
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
    </MessengerLink>
  )
})

function describeState(state: Finding['state'], count: number, isFull: boolean): string {
  if (state === 'failed') return 'The messages on this device can’t be searched right now.'
  if (state === 'stopped') return 'The search was stopped. Older messages were not looked at.'
  if (state === 'searching' || state === 'long') return count === 0 ? 'Searching…' : 'Searching on…'
  if (isFull) return `The newest ${count} are shown. More words find less.`
  return count === 0 ? 'No message on this device has these words.' : 'That is all on this device.'
}
