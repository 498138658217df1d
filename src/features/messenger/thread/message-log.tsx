import { useCallback, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import type { ThreadEntry, ThreadReading } from '#src/db/thread.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import { isMessageKind } from '#src/domain/outbox/operation.ts'
import { dayKey, formatDayLine } from '#src/domain/formatting.ts'
import { logger } from '#src/lib/logger.ts'
import { markLatest } from '#src/lib/marks.ts'
import { waitForFrame } from '#src/lib/turns.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { DeliveryNews } from './delivery-news.tsx'
import { MessageItem } from './message-item.tsx'
import { MessageNews } from './message-news.tsx'
import styles from './message-log.module.css'
import { OperationItem } from './operation-item.tsx'
import { useDrawnEntries } from './use-drawn-entries.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { useDeviceNow } from '../use-now.ts'
import { useNewFrom } from './use-new-from.ts'
import { EDGE_PX, useScrollHold } from './use-scroll-hold.ts'
import type { ThreadTarget } from './use-thread-window.ts'
import { EntryKeyContext, useWholeTexts, WholeTextsContext } from './whole-texts.ts'

interface MessageLogProps {
  chatId: string
  reading: ThreadReading
  /** The message that the thread opens at. */
  target: ThreadTarget | null
  /** Whether what the device lacks of this chat was asked for: until then nothing can be said to be missing. */
  isAsked: boolean
  /** Puts words into the draft; undefined where this person can't write here. */
  onWriteAgain: ((text: string) => void) | undefined
  showOlder(): void
  showNewer(): void
  showNewest(): void
}

/** The thread: newest at the bottom, older paged in above, what waits to be sent at its end. */
export function MessageLog(props: MessageLogProps) {
  const { chatId, reading, target, isAsked, onWriteAgain, showOlder, showNewer, showNewest } = props
  const workspace = useWorkspace()
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLOListElement>(null)
  const now = useDeviceNow()
  const newFrom = useNewFrom(chatId)
  const { thread, hasOlderMirrored, fetchRequests, entries } = reading
  const canAskOlder = !thread.isComplete && thread.historyFrom !== null && !fetchRequests.older
  const isOpenEnd = reading.newerUntil === undefined
  const { drawn, isWhole, isDrawing, drawMore } = useDrawnEntries(entries, target !== null || !isOpenEnd)

  const onNearTop = useCallback(() => {
    if (isDrawing) return undefined
    if (!isWhole) return drawMore()
    if (hasOlderMirrored) return showOlder()
    if (!canAskOlder) return undefined
    return void askFor(workspace, { kind: 'older', chatId }, Date.now()).catch((error: unknown) =>
      logger.warn('older messages could not be asked for', { error }),
    )
  }, [isDrawing, isWhole, drawMore, hasOlderMirrored, canAskOlder, showOlder, workspace, chatId])

  const edges = { isOpenEnd, onNearTop, onNearBottom: showNewer }
  const { isAtEnd, note, jumpToEnd, showElement, holdHere } = useScrollHold(scroller, content, edges)
  const wholeTexts = useWholeTexts(entries, target, holdHere)
  useMarkSeen(chatId, reading, isAtEnd)
  const hasEntries = entries.length > 0
  const isLoading = !hasEntries && (!isAsked || fetchRequests.thread !== undefined)
  useEffect(() => {
    if (hasEntries) markLatest('bellhop:thread-visible')
  }, [hasEntries])
  const countBelow = useCountBelow(entries, isAtEnd)
  // What arrived may leave the reader near the top still, or be shorter than the window: no scrolling would ask. A log that
  // was just opened is at its end once it has been laid out.
  useEffect(() => {
    if (!hasEntries) return undefined
    let isOver = false
    void waitForFrame().then(() => {
      if (!isOver && (scroller.current?.scrollTop ?? EDGE_PX) < EDGE_PX) onNearTop()
    })
    return () => {
      isOver = true
    }
  }, [onNearTop, hasEntries])

  const goToEnd = useCallback(() => {
    showNewest()
    jumpToEnd()
  }, [showNewest, jumpToEnd])
  useOwnWork(reading, goToEnd)
  useTarget(target, content, showElement)

  const marker = findFirstNew(entries, newFrom, workspace.user)
  const draw = (entry: ThreadEntry) =>
    entry.type === 'message' ? (
      <MessageItem
        message={entry.message}
        guestName={reading.chat ? nameGuest(reading.chat) : 'Guest'}
        me={workspace.user}
        onWriteAgain={onWriteAgain}
      />
    ) : (
      <OperationItem operation={entry.operation} place={entry.place} serverChat={reading.serverChat} />
    )
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        // What comes is read out beside it, once and without what else is drawn (MessageNews).
        aria-live="off"
        aria-busy={isDrawing || isLoading}
        className={styles.log}
        data-empty={!hasEntries}
        tabIndex={0}
        onScroll={note}
      >
        <TopOfThread reading={reading} isLoading={isLoading} isWhole={isWhole} />
        <ol ref={content} className={styles.entries}>
          <WholeTextsContext value={wholeTexts}>{listWithDays(drawn, now, marker, draw)}</WholeTextsContext>
        </ol>
      </div>
      <MessageNews reading={reading} me={workspace.user} />
      <DeliveryNews entries={entries} me={workspace.user} />
      {target !== null && target.state !== 'here' && (
        <p className={styles.seeking} role="status">
          {target.state === 'earlier'
            ? 'Reading back to that message…'
            : 'That message is not in this chat any more.'}
        </p>
      )}
      {!isAtEnd && (
        <Button className={styles.jump} onClick={goToEnd}>
          <Icon name="down" size={16} />
          <span>
            {isOpenEnd && countBelow > 0
              ? `${countBelow} new ${countBelow === 1 ? 'message' : 'messages'}`
              : 'Newest messages'}
          </span>
        </Button>
      )}
    </div>
  )
}

interface TopOfThreadProps {
  reading: ThreadReading
  /** The first words are on their way. */
  isLoading: boolean
  /** All that is read of it is drawn. */
  isWhole: boolean
}

function TopOfThread({ reading, isLoading, isWhole }: TopOfThreadProps) {
  const { entries, thread, fetchRequests, hasOlderMirrored } = reading
  const problem =
    fetchRequests.older?.problem ?? (entries.length === 0 ? fetchRequests.thread?.problem : null)
  if (problem != null) {
    return (
      <p className={styles.top}>
        {problem === 'not-found'
          ? 'This chat is not there any more.'
          : 'More messages will be read when the line is back.'}
      </p>
    )
  }
  if (fetchRequests.older || isLoading) return <p className={styles.top}>Loading messages…</p>
  if (entries.length === 0 && thread.historyFrom === null && !thread.isComplete) {
    return <p className={styles.top}>No messages of this chat are on this device yet.</p>
  }
  if (entries.length === 0) return <p className={styles.top}>No messages yet.</p>
  return (
    <p className={styles.top}>
      {isWhole && thread.isComplete && !hasOlderMirrored ? 'Start of the conversation' : '\u00a0'}
    </p>
  )
}

/** The entries with a line wherever a day begins. Unsent things belong to the day they were written on. */
function listWithDays(
  entries: readonly ThreadEntry[],
  now: number,
  marker: string | null,
  draw: (entry: ThreadEntry) => ReactNode,
): ReactNode[] {
  let day = ''
  return entries.flatMap((entry) => {
    const time = entry.type === 'message' ? entry.message.createdAt : entry.operation.createdAt
    const isNewDay = dayKey(time) !== day
    day = dayKey(time)
    const drawn = (
      <li key={entry.key} data-message={entry.type === 'message' ? entry.message.id : undefined}>
        <EntryKeyContext value={entry.key}>{draw(entry)}</EntryKeyContext>
      </li>
    )
    return [
      ...(isNewDay
        ? [
            <li key={`day-${day}-${entry.key}`} data-line className={styles.day}>
              {formatDayLine(time, now)}
            </li>,
          ]
        : []),
      ...(entry.key === marker
        ? [
            <li key="new-messages" data-line className={styles.marker}>
              <span>New messages</span>
            </li>,
          ]
        : []),
      drawn,
    ]
  })
}

/** The first message that is new to this person, unless all that is drawn is: then a line would part nothing. */
function findFirstNew(entries: readonly ThreadEntry[], seenAt: string | null, me: Holder): string | null {
  if (seenAt === null || seenAt === '') return null
  const at = entries.findIndex(
    (entry) =>
      entry.type === 'message' &&
      entry.message.createdAt > seenAt &&
      (entry.message.sentByGuest || !isHeldBy(entry.message.user, me)),
  )
  return at > 0 ? (entries[at]?.key ?? null) : null
}

/** What a person just wrote is shown to them, wherever in the thread they were reading. */
function useOwnWork({ operations }: ThreadReading, goToEnd: () => void): void {
  const newest = operations.findLast(({ kind }) => isMessageKind(kind))?.id ?? ''
  const known = useRef(newest)
  useEffect(() => {
    const isNew = newest > known.current
    if (newest !== '') known.current = newest
    if (isNew) goToEnd()
  }, [newest, goToEnd])
}

/** Brings the message that was looked for into view, once; the style lets it stand out for a moment. */
function useTarget(
  target: ThreadTarget | null,
  content: RefObject<HTMLElement | null>,
  showElement: (element: HTMLElement) => void,
): void {
  const shown = useRef<string | null>(null)
  // Before anything is painted or an edge is passed: the log does not begin at its end here.
  useLayoutEffect(() => {
    if (target === null) shown.current = null
    if (target?.state !== 'here' || shown.current === target.id) return
    const element = [...(content.current?.children ?? [])].find(
      (child): child is HTMLElement => child instanceof HTMLElement && child.dataset['message'] === target.id,
    )
    if (!element) return
    shown.current = target.id
    element.dataset['highlight'] = 'true'
    showElement(element)
  })
}

/** How many messages came since the reader left the end. */
function useCountBelow(entries: readonly ThreadEntry[], isAtEnd: boolean): number {
  const last = useRef<string | undefined>(undefined)
  const newest = entries.at(-1)?.key
  useEffect(() => {
    if (isAtEnd) last.current = newest
  }, [isAtEnd, newest])
  if (isAtEnd) return 0
  const at = entries.findIndex((entry) => entry.key === last.current)
  return at < 0 ? 0 : entries.length - 1 - at
}
