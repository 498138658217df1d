import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { ChatListEntry } from '#src/db/chat-list.ts'
import type { Holder } from '#src/domain/chats/holder.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { joinClasses } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './chat-row.module.css'
import { describeRow, type RowDescription } from './describe-row.ts'
import { describeChannel, nameGuest, type Chat } from './rows.ts'
import type { MessengerSearch } from './search.ts'

interface ChatRowProps {
  entry: ChatListEntry
  search: MessengerSearch
  me: Holder
  /** The environment's clock, ms. */
  now: number
  isSelected: boolean
  /** The room that was searched for. */
  room?: string
  /** Whether Tab leads here; the list is one stop. Undefined: always. */
  isTabStop?: boolean
}

/** One chat in the list: a link to its address, with the query string kept (specification section 2). */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { entry, search, me, now, isSelected, room, isTabStop = true } = props
  const { chat } = entry
  const row = describeRow(entry, me, now)
  return (
    <Link
      to="/messenger/$chatId"
      params={{ chatId: chat.id }}
      search={{ chatFilter: search.chatFilter, chatType: search.chatType }}
      className={joinClasses(styles.row, isSelected && styles.isSelected, row.isUnread && styles.isUnread)}
      aria-current={isSelected ? 'page' : undefined}
      draggable={false}
      tabIndex={isTabStop ? undefined : -1}
    >
      <Avatar name={nameGuest(chat)} badge={describeChannel(chat.source).short} />
      <div className={styles.lines}>
        <div className={styles.first}>
          {!row.needsHelp && (
            <span
              className={styles.dot}
              data-indicator={row.indicator}
              role="img"
              aria-label={row.title}
              title={row.title}
            />
          )}
          <bdi className={styles.name}>{nameGuest(chat)}</bdi>
          {row.lastGuestMessage !== null && (
            <time dateTime={row.lastGuestMessage.at} title="Last guest message">
              {row.lastGuestMessage.words}
            </time>
          )}
        </div>
        <div className={styles.second}>
          {row.needsHelp && (
            <span className={styles.help} data-indicator={row.indicator} title={row.title}>
              {row.title}
            </span>
          )}
          <span className={styles.preview}>
            {room !== undefined && <mark>{`Room ${room}`}</mark>}
            {room !== undefined && ' · '}
            {row.preview.author !== null && `${row.preview.author}: `}
            <bdi>{row.preview.words}</bdi>
          </span>
          <Marks row={row} unreadable={chat.unreadable} />
          {row.isUnread && <span className={styles.unread} role="img" aria-label="unread" title="Unread" />}
        </div>
        <div className={styles.facts}>
          <PauseFact pause={row.pause} />
          <span className={styles.fact} title="Messages">
            <Icon name="chat" size={13} />
            {`${chat.messagesCount} `}
            <span className="visually-hidden">{row.messages}</span>
          </span>
          <span title="Started">
            <span className={styles.word}>since </span>
            {row.started}
          </span>
        </div>
      </div>
    </Link>
  )
})

/** What asks for something: beside the words, so that every fact below keeps its room. */
function Marks({
  row: { quiet, unsent },
  unreadable,
}: {
  row: RowDescription
  unreadable: Chat['unreadable']
}) {
  return (
    <>
      {unreadable && (
        <span className={styles.tag} data-tone="bad" title={`Not readable: ${unreadable.join(', ')}`}>
          partly unreadable
        </span>
      )}
      {quiet !== null && (
        <span
          className={styles.tag}
          data-tone="help"
          title="You hold this chat and nothing is written in it. Return it to the bot?"
        >
          quiet {quiet}
        </span>
      )}
      {unsent !== null && (
        <span className={styles.tag} data-tone={unsent.needsPerson ? 'help' : 'wait'}>
          {unsent.count} unsent · {unsent.state}
        </span>
      )}
    </>
  )
}

function PauseFact({ pause: { isPaused, who, time, title } }: { pause: RowDescription['pause'] }) {
  return (
    <span className={styles.pause} title={title}>
      <span className={styles.mode} role="img" aria-label={isPaused ? 'paused by' : 'answered by'}>
        <Icon name={isPaused ? 'pause' : 'play'} size={13} />
      </span>
      <bdi className={styles.holder}>{`${who} `}</bdi>
      {time !== null && <span>{time}</span>}
    </span>
  )
}
