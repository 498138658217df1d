import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import type { Elements } from '#src/lib/elements.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { findEarliest } from '#src/domain/earliest.ts'
import { markOnce } from '#src/lib/marks.ts'
import { PHONE_MEDIA } from '#src/ui/media.ts'
import { listDrawn } from '#src/ui/even-rows.ts'
import { useEvenRows } from '#src/ui/use-even-rows.ts'
import { LIST_ATTRIBUTE, readStartScroll, removeStartLayer } from '#src/lib/start-layer.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { ChatRow } from './chat-row.tsx'
import styles from './chat-rows.module.css'
import { findRowChange } from '#src/domain/chats/describe-row.ts'
import type { MessengerSearch } from '../search.ts'
import {
  LIST_BLOCK,
  LIST_WINDOW,
  useChatList,
  type ChatWindowReading,
  type ListQuery,
} from './use-chat-list.ts'
import { useEnvironmentClock, useWakeAt } from '../use-now.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useStillWhilePressed } from '#src/lib/use-still-while-pressed.ts'

/** A row's height in px; phones get more room to hit. The same as in chat-rows.module.css. */
const ROW_PX = 84
const PHONE_ROW_PX = 90
const SPARE_ROWS = 6
const SKELETONS = 8

interface ChatRowsProps {
  query: ListQuery
  /** Whether more was typed than `query` has yet. */
  isTyping: boolean
  search: MessengerSearch
  chatId: string | undefined
  /** Whether the environment was read at all: before that nothing is known to be empty. */
  hasBeenRead: boolean
  /** Whether no newer chat is still to come. */
  isNewestKnown: boolean
  onNewest(chatId: string): void
  ref: Ref<ChatRowsHandle>
  /** What follows the last row: what else was found. */
  children?: Elements
}

/** What a keyboard does with the list from elsewhere. */
export interface ChatRowsHandle {
  /** Moves the focus by so many rows, from the row that has it or had it last, else from the open chat's. */
  moveFocus(by: number): void
}

/** The list itself. It reads and draws the rows around what is visible, never all of them (STYLE rule 11). */
export function ChatRows(props: ChatRowsProps) {
  const { query, isTyping, search, chatId, hasBeenRead, isNewestKnown, onNewest, ref, children } = props
  const me = useWorkspace().user
  const clock = useEnvironmentClock()
  const rowPx = useMedia(PHONE_MEDIA) ? PHONE_ROW_PX : ROW_PX
  // What was read before the list was there is read on in the same place.
  const [startTop] = useState(readStartScroll)
  const { attach, shown, scrollTo, jumpTo } = useEvenRows({ rowPx, startTop })
  const offset = Math.max(0, (Math.floor(shown.first / LIST_BLOCK) - 1) * LIST_BLOCK)
  const { shown: reading, press } = useStillWhilePressed(useChatList(query, clock, offset, LIST_WINDOW))
  const count = useKnownCount(reading)
  const listKey = JSON.stringify([query.filter, query.type, query.search, query.isShowingAll])

  const drawn = listDrawn(shown, count, SPARE_ROWS)
  const entryAt = (index: number) => reading?.entries[index - reading.offset]
  const changes = drawn.map((index) => {
    const entry = entryAt(index)
    return entry ? findRowChange(entry, me, clock.now) : null
  })
  useWakeAt(clock, findEarliest([...changes, reading?.changesAt ?? null]))
  const focus = useRowFocus({
    count,
    isBehind: isTyping || !reading?.isCurrent,
    selected: chatId,
    rows: drawn.map((index) => ({ index, id: entryAt(index)?.chat.id })),
    firstVisible: shown.first,
    findIndex: (id) => findIndex(reading, id),
    scrollTo,
  })
  useImperativeHandle(ref, () => ({ moveFocus: focus.move }))

  // Another list begins at its top; the first one where its reader has scrolled the start layer to.
  const drawnKey = useRef(listKey)
  useEffect(() => {
    if (drawnKey.current === listKey) return
    drawnKey.current = listKey
    jumpTo(0)
  }, [listKey, jumpTo])

  const newest = reading?.isCurrent && reading.offset === 0 ? reading.entries[0]?.chat.id : undefined
  useEffect(() => {
    if (newest === undefined) return
    markOnce('bellhop:rows-visible')
    markOnce('bellhop:rows-live')
    if (isNewestKnown) onNewest(newest)
  }, [newest, isNewestKnown, onNewest])

  const isDrawn = reading !== undefined && (count > 0 || hasBeenRead)
  const isEmpty = isDrawn && count === 0
  useEffect(() => {
    if (isEmpty) markOnce('bellhop:no-rows')
  }, [isEmpty])
  // In the same frame as the list's first drawing, at the place to which its reader has scrolled meanwhile (W6).
  useLayoutEffect(() => {
    if (!isDrawn) return
    const top = readStartScroll()
    if (top > 0) jumpTo(top)
    removeStartLayer()
  }, [isDrawn, jumpTo])

  if (!isDrawn) return <SkeletonRows />
  return (
    <div ref={attach} className={styles.scroller} {...{ [LIST_ATTRIBUTE]: '' }}>
      {isEmpty ? (
        <EmptyList query={query} />
      ) : (
        // The role is said because Safari drops it from lists without markers.
        <ul
          ref={focus.list}
          role="list"
          aria-label="Chats"
          className={styles.rows}
          style={{ height: count * rowPx }}
          onPointerDown={press}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
        >
          {drawn.map((index) => {
            const entry = entryAt(index)
            return (
              <li
                key={entry?.chat.id ?? `row-${index}`}
                className={styles.item}
                style={{ transform: `translateY(${index * rowPx}px)` }}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={reading.hasMore && reading.total === null ? -1 : count}
              >
                {entry ? (
                  <ChatRow
                    entry={entry}
                    search={search}
                    me={me}
                    now={clock.now}
                    isSelected={entry.chat.id === chatId}
                    isTabStop={entry.chat.id === focus.tabStop}
                  />
                ) : (
                  <SkeletonRow />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {children}
    </div>
  )
}

/** Where a chat stands in the list; -1 where it is not within what was read. */
function findIndex(reading: ChatWindowReading | undefined, id: string | undefined): number {
  const at = reading?.entries.findIndex((entry) => entry.chat.id === id) ?? -1
  return reading && at >= 0 ? reading.offset + at : -1
}

/** How long the list is as far as it was read; it never shrinks while there may be more, so that nothing jumps. */
function useKnownCount(reading: ChatWindowReading | undefined): number {
  const known = useRef({ asked: '', count: 0 })
  if (!reading) return 0
  if (reading.total !== null) return Math.max(reading.total, reading.offset + reading.entries.length)
  const before = known.current.asked === reading.asked ? known.current.count : 0
  const seen = reading.offset + reading.entries.length
  known.current = {
    asked: reading.asked,
    count: reading.hasMore ? Math.max(before, seen + LIST_BLOCK) : seen,
  }
  return known.current.count
}

function SkeletonRows() {
  return (
    <div className={styles.scroller} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading chats
      </span>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={styles.standing}>
          <SkeletonRow />
        </div>
      ))}
    </div>
  )
}

function SkeletonRow() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <i />
      <div>
        <b />
        <b />
        <b />
      </div>
    </div>
  )
}

function EmptyList({ query }: { query: ListQuery }) {
  // What else has the words follows below.
  if (query.search.trim() !== '')
    return <p className={styles.note}>No chats match. This list goes by the guest’s name.</p>
  const isNarrowed = query.filter !== 'all' || query.type !== 'all'
  return (
    <p className={styles.empty}>
      {isNarrowed ? 'No chats match. Choose another filter.' : 'No messages in system yet.'}
    </p>
  )
}
