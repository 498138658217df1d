import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import type { ThreadEntry, ThreadReading } from '#src/db/thread.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { dayKey, formatDay } from '#src/domain/formatting.ts'
import { logger } from '#src/lib/logger.ts'
import { markLatest } from '#src/lib/marks.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { MessageItem } from './message-item.tsx'
import styles from './message-log.module.css'
import { OperationItem } from './operation-item.tsx'
import { nameGuest } from './rows.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { useDeviceNow } from './use-now.ts'
import { TOP_PX, useScrollHold } from './use-scroll-hold.ts'

const DAY_MS = 24 * 60 * 60_000

interface MessageLogProps {
  chatId: string
  reading: ThreadReading
  /** Reads more of what is mirrored. */
  onMore(): void
}

/** The thread: newest at the bottom, older paged in above, what waits to be sent at its end. */
export function MessageLog({ chatId, reading, onMore }: MessageLogProps) {
  const workspace = useWorkspace()
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLOListElement>(null)
  const now = useDeviceNow()
  const { thread, hasOlderMirrored, wants } = reading
  const canAskOlder = !thread.isComplete && thread.historyFrom !== null && !wants.older

  const onNearTop = useCallback(() => {
    if (hasOlderMirrored) return onMore()
    if (!canAskOlder) return undefined
    return void askFor(workspace, { kind: 'older', chatId }, Date.now()).catch((error: unknown) =>
      logger.warn('older messages could not be asked for', { error }),
    )
  }, [hasOlderMirrored, canAskOlder, onMore, workspace, chatId])

  const { isAtEnd, note, jumpToEnd } = useScrollHold(scroller, content, onNearTop)
  useMarkSeen(chatId, reading, isAtEnd)
  const hasEntries = reading.entries.length > 0
  useEffect(() => {
    if (hasEntries) markLatest('bellhop:thread-visible')
  }, [hasEntries])
  const countBelow = useCountBelow(reading.entries, isAtEnd)
  // What arrived may leave the reader near the top still, or be shorter than the window: no scrolling would ask.
  useEffect(() => {
    if (hasEntries && (scroller.current?.scrollTop ?? TOP_PX) < TOP_PX) onNearTop()
  }, [onNearTop, hasEntries])

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-busy={!hasEntries && wants.thread !== undefined}
        className={styles.log}
        data-empty={!hasEntries}
        tabIndex={0}
        onScroll={note}
      >
        <TopOfThread reading={reading} />
        <ol ref={content} className={styles.entries}>
          {listWithDays(reading.entries, now, (entry) =>
            entry.type === 'message' ? (
              <MessageItem
                message={entry.message}
                guestName={reading.chat ? nameGuest(reading.chat) : 'Guest'}
                me={workspace.user}
              />
            ) : (
              <OperationItem
                operation={entry.operation}
                place={entry.place}
                serverChat={reading.serverChat}
              />
            ),
          )}
        </ol>
      </div>
      {!isAtEnd && (
        <Button className={styles.jump} onClick={jumpToEnd}>
          <Icon name="down" size={16} />
          {countBelow > 0
            ? `${countBelow} new ${countBelow === 1 ? 'message' : 'messages'}`
            : 'Newest messages'}
        </Button>
      )}
    </div>
  )
}

function TopOfThread({ reading: { entries, thread, wants, hasOlderMirrored } }: { reading: ThreadReading }) {
  const problem = wants.older?.problem ?? (entries.length === 0 ? wants.thread?.problem : null)
  if (problem != null) {
    return (
      <p className={styles.top}>
        {problem === 'not-found'
          ? 'This chat is not there any more.'
          : 'More messages will be read when the line is back.'}
      </p>
    )
  }
  if (wants.older || (wants.thread && entries.length === 0))
    return <p className={styles.top}>Loading messages…</p>
  if (entries.length === 0 && thread.historyFrom === null && !thread.isComplete) {
    return <p className={styles.top}>No messages of this chat are on this device yet.</p>
  }
  if (entries.length === 0) return <p className={styles.top}>No messages yet.</p>
  return (
    <p className={styles.top}>
      {thread.isComplete && !hasOlderMirrored ? 'Start of the conversation' : '\u00a0'}
    </p>
  )
}

/** The entries with a line wherever a day begins. Unsent things belong to the day they were written on. */
function listWithDays(
  entries: readonly ThreadEntry[],
  now: number,
  draw: (entry: ThreadEntry) => ReactNode,
): ReactNode[] {
  let day = ''
  return entries.flatMap((entry) => {
    const time = entry.type === 'message' ? entry.message.createdAt : entry.operation.createdAt
    const isNewDay = dayKey(time) !== day
    day = dayKey(time)
    const drawn = <li key={entry.key}>{draw(entry)}</li>
    if (!isNewDay) return [drawn]
    return [
      <li key={`day-${day}-${entry.key}`} className={styles.day}>
        {describeDay(time, now)}
      </li>,
      drawn,
    ]
  })
}

function describeDay(time: string | number, now: number): string {
  if (dayKey(time) === dayKey(now)) return 'Today'
  if (dayKey(time) === dayKey(now - DAY_MS)) return 'Yesterday'
  return formatDay(time)
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
