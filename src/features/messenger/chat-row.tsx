import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { ChatListEntry } from '#src/db/chat-list.ts'
import { indicateChat, INDICATOR_TITLES } from '#src/domain/chats/indicator.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import { formatListTime } from '#src/domain/formatting.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { joinClasses } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './chat-row.module.css'
import { describeChannel, nameGuest, type Chat } from './rows.ts'
import type { MessengerSearch } from './search.ts'

interface ChatRowProps {
  entry: ChatListEntry
  search: MessengerSearch
  me: Holder
  /** The environment's clock, ms. */
  now: number
  isSelected: boolean
}

/** One chat in the list: a link to its address, with the query string kept (specification section 2). */
export const ChatRow = memo(function ChatRow({ entry, search, me, now, isSelected }: ChatRowProps) {
  const { chat, preview, operations } = entry
  // What the bot or a colleague has answered needs no reader; on a new device nothing has been seen yet.
  const isUnread = entry.isUnread && (chat.needsHelp || preview?.author.kind === 'guest')
  const indicator = indicateChat(chat, now)
  const needsHelp = indicator === 'help' || indicator === 'pending'
  const needsPerson = operations.some(({ state }) => state === 'held' || state === 'failed')
  return (
    <Link
      to="/messenger/$chatId"
      params={{ chatId: chat.id }}
      search={{ chatFilter: search.chatFilter, chatType: search.chatType }}
      className={joinClasses(styles.row, isSelected && styles.isSelected, isUnread && styles.isUnread)}
      aria-current={isSelected ? 'page' : undefined}
      draggable={false}
    >
      <Avatar name={nameGuest(chat)} badge={describeChannel(chat.source).short} />
      <div className={styles.lines}>
        <div className={styles.first}>
          {!needsHelp && (
            <span
              className={styles.dot}
              data-indicator={indicator}
              role="img"
              aria-label={INDICATOR_TITLES[indicator]}
              title={INDICATOR_TITLES[indicator]}
            />
          )}
          <span className={styles.name}>{nameGuest(chat)}</span>
          {chat.lastUserMessageDate !== null && (
            <time dateTime={chat.lastUserMessageDate} title="Last guest message">
              {formatListTime(chat.lastUserMessageDate, now)}
            </time>
          )}
        </div>
        <div className={styles.second}>
          {needsHelp && (
            <span className={styles.help} data-indicator={indicator} title={INDICATOR_TITLES[indicator]}>
              {INDICATOR_TITLES[indicator]}
            </span>
          )}
          <span className={styles.preview}>{describePreview(entry, me)}</span>
          {isUnread && <span className={styles.unread} role="img" aria-label="unread" title="Unread" />}
        </div>
        <div className={styles.facts}>
          <PauseFact chat={chat} me={me} now={now} />
          <span className={styles.fact} title="Messages">
            <Icon name="chat" size={13} />
            {`${chat.messagesCount} `}
            <span className="visually-hidden">{chat.messagesCount === 1 ? 'message' : 'messages'}</span>
          </span>
          <span className={styles.since} title="Started">
            <span className={styles.word}>since </span>
            {formatListTime(chat.createdAt, now)}
          </span>
          <span className={styles.marks}>
            {chat.unreadable && (
              <span
                className={styles.tag}
                data-tone="bad"
                title={`Not readable: ${chat.unreadable.join(', ')}`}
              >
                partly unreadable
              </span>
            )}
            {operations.length > 0 && (
              <span className={styles.tag} data-tone={needsPerson ? 'help' : 'wait'}>
                {operations.length} unsent
              </span>
            )}
          </span>
        </div>
      </div>
    </Link>
  )
})

/** Who paused the bot and when: an agent's name, 'Bot' where it paused itself; who answers where it is not paused. */
function PauseFact({ chat, me, now }: { chat: Chat; me: Holder; now: number }) {
  const isPaused = chat.pausedAt !== null
  const who = chat.user === null ? 'Bot' : isHeldBy(chat.user, me) ? 'You' : chat.user.name || 'Agent'
  return (
    <span className={styles.pause} title={isPaused ? `Paused by ${who}` : 'The bot answers'}>
      <span className={styles.mode} role="img" aria-label={isPaused ? 'paused by' : 'answered by'}>
        <Icon name={isPaused ? 'pause' : 'play'} size={13} />
      </span>
      <span className={styles.holder}>{isPaused ? `${who} ` : 'Bot '}</span>
      {chat.pausedAt !== null && <span>{formatListTime(chat.pausedAt, now)}</span>}
    </span>
  )
}

/** What waits is newer than what is there; else the newest mirrored message with who wrote it. */
function describePreview({ preview, operations }: ChatListEntry, me: Holder): string {
  const waiting = operations.findLast(({ kind }) => kind === 'send' || kind === 'upload')
  if (waiting?.kind === 'send') return `You: ${waiting.payload.text}`
  if (waiting?.kind === 'upload') return `You: ${waiting.payload.name}`
  if (!preview) return '\u00a0'
  const words = preview.text.trim() === '' ? (preview.attachment ?? '') : preview.text
  switch (preview.author.kind) {
    case 'guest':
    case 'nobody':
      return words
    case 'bot':
      return `Bot: ${words}`
    case 'staff':
      return `${isHeldBy(preview.author, me) ? 'You' : preview.author.name}: ${words}`
  }
}
