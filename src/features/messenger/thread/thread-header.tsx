import { useRef, useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import type { Chat } from '#src/contract/chats.ts'
import type { ThreadReading } from '#src/db/thread.ts'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import { isBlankName, isolateName } from '#src/domain/guests/name.ts'
import { formatListTime, formatSpan } from '#src/domain/formatting.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeConnection, isDown, PORTAL_ADDRESS } from '#src/lib/connection-words.ts'
import { Icon } from '#src/ui/icon.tsx'
import { MessengerLink } from '../messenger-link.tsx'
import type { MessengerSearch } from '../search.ts'
import { ThreadActions } from './thread-actions.tsx'
import styles from './thread-header.module.css'
import { ThreadNotices } from './thread-notices.tsx'
import { useGuestCard } from '../guest/use-guest-card.ts'
import { useCollision } from './use-collision.ts'
import { useDeviceNow } from '../use-now.ts'

const MINUTE_MS = 60_000

interface ThreadHeaderProps {
  chatId: string
  reading: ThreadReading
  search: MessengerSearch
  isMine: boolean
}

/** Who this is, who holds the chat, and what its holder can do. */
export function ThreadHeader({ chatId, reading, search, isMine }: ThreadHeaderProps) {
  const now = useDeviceNow()
  const connection = useConnection()
  const room = useGuestCard(chatId)?.info?.Data?.PUB_GuestRegister?.RoomNumber
  const [problem, setProblem] = useState<string | null>(null)
  const actedAt = useRef(0)
  const { collision, dismiss } = useCollision(reading, actedAt)
  const { chat, thread } = reading
  const list = { chatFilter: search.chatFilter, chatType: search.chatType }
  const facts = [
    room ? `Room ${room}` : null,
    chat ? describeChannel(chat.source).long : null,
    chat ? describeHolder(chat, isMine, now) : null,
    isDown(connection) && thread.asOf > 0 && now - thread.asOf >= MINUTE_MS
      ? `as of ${formatSpan(now - thread.asOf)} ago`
      : null,
  ].filter((fact) => fact !== null)

  function act(action: Promise<unknown>) {
    actedAt.current = Date.now()
    dismiss()
    setProblem(null)
    action.catch((error: unknown) => setProblem(explainFailure(error)))
  }

  return (
    <header className={styles.header}>
      <MessengerLink chatId={undefined} search={list} className={styles.back} aria-label="Back" title="Back">
        <Icon name="back" />
      </MessengerLink>
      <div className={styles.who}>
        <h1 dir="auto">{chat ? nameGuest(chat) : '\u00a0'}</h1>
        <p title={facts.join(' · ')}>{facts.length > 0 ? facts.join(' · ') : '\u00a0'}</p>
      </div>
      {chat !== null && <ThreadActions chat={chat} isMine={isMine} act={act} />}
      <MessengerLink
        chatId={chatId}
        search={search.panel === 'guest' ? list : { ...list, panel: 'guest' }}
        className={styles.guest}
        aria-label="Guest card"
        title="Guest card"
      >
        <Icon name="guest" />
      </MessengerLink>
      {/* On a phone the chat has the whole screen, and the header with the line's state is not there. */}
      {isDown(connection) && (
        <p className={styles.line} role="status" aria-label="Connection">
          {connection.kind === 'captive-portal' ? (
            <a href={PORTAL_ADDRESS} target="_blank" rel="noopener noreferrer">
              {describeConnection(connection)}
            </a>
          ) : (
            describeConnection(connection)
          )}
        </p>
      )}
      <ThreadNotices
        chatId={chatId}
        reading={reading}
        search={search}
        isMine={isMine}
        collision={collision}
        dismiss={dismiss}
        act={act}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </header>
  )
}

function describeHolder(chat: Chat, isMine: boolean, now: number): string {
  if (chat.pausedAt === null) return 'the bot answers'
  const since = `since ${formatListTime(chat.pausedAt, now)}`
  if (isMine) return `yours ${since}`
  return chat.user === null
    ? `paused by the bot ${since}`
    : `held by ${isBlankName(chat.user.name) ? 'an agent' : isolateName(chat.user.name)} ${since}`
}
