import { memo } from 'react'
import type { Chat } from '#src/contract/chats.ts'
import type { ChatListEntry } from '#src/db/chat-list.ts'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import type { Holder } from '#src/domain/chats/holder.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Icon } from '#src/ui/icon.tsx'
import './chat-row.css'
import { describeRow, type RowDescription } from '#src/domain/chats/describe-row.ts'
import type { MessengerSearch } from '../search.ts'
import { ChatLink } from './chat-link.tsx'

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
    <ChatLink
      chatId={chat.id}
      search={search}
      className="chat-row"
      data-unread={row.isUnread || undefined}
      aria-current={isSelected ? 'page' : undefined}
      tabIndex={isTabStop ? undefined : -1}
    >
      <ChatRowContent chat={chat} row={row} room={room} />
    </ChatLink>
  )
})

/** What is within the link. The worker draws the same at a start: sw/start-layer/draw-rows.ts. */
export function ChatRowContent({
  chat,
  row,
  room,
}: {
  chat: Chat
  row: RowDescription
  room?: string | undefined
}) {
  return (
    <>
      <Avatar name={nameGuest(chat)} badge={describeChannel(chat.source).short} />
      <div className="chat-row-lines">
        <div className="chat-row-first">
          {!row.needsHelp && (
            <span
              className="chat-row-dot"
              data-indicator={row.indicator}
              role="img"
              aria-label={row.title}
              title={row.title}
            />
          )}
          <bdi className="chat-row-name" translate="no">
            {nameGuest(chat)}
          </bdi>
          {row.lastGuestMessage !== null && (
            <time dateTime={row.lastGuestMessage.at} title="Last guest message">
              {row.lastGuestMessage.words}
            </time>
          )}
        </div>
        <div className="chat-row-second">
          {row.needsHelp && (
            <span className="chat-row-help" data-indicator={row.indicator} title={row.title}>
              {row.title}
            </span>
          )}
          <span className="chat-row-preview">
            {room !== undefined && <mark>{`Room ${room}`}</mark>}
            {room !== undefined && <span> · </span>}
            {row.preview.author !== null && <span>{`${row.preview.author}: `}</span>}
            <bdi>{row.preview.words}</bdi>
          </span>
          <Marks row={row} unreadable={chat.unreadable} />
          {row.isUnread && <span className="chat-row-unread" role="img" aria-label="unread" title="Unread" />}
        </div>
        <div className="chat-row-facts">
          <PauseFact pause={row.pause} />
          <span className="chat-row-fact" title="Messages">
            <Icon name="chat" size={13} />
            <span>{`${chat.messagesCount} `}</span>
            <span className="visually-hidden">{row.messages}</span>
          </span>
          {row.language !== null && (
            <span
              className="chat-row-fact"
              role="img"
              aria-label={row.language.title}
              title={row.language.title}
            >
              {row.language.short}
            </span>
          )}
          <span title="Started">
            <span className="chat-row-word">since </span>
            <span>{row.started}</span>
          </span>
        </div>
      </div>
    </>
  )
}

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
        <span className="chat-row-tag" data-tone="bad" title={`Not readable: ${unreadable.join(', ')}`}>
          partly unreadable
        </span>
      )}
      {quiet !== null && (
        <span
          className="chat-row-tag"
          data-tone="help"
          title="You hold this chat and nothing is written in it. Return it to the bot?"
        >{`quiet ${quiet}`}</span>
      )}
      {unsent !== null && (
        <span
          className="chat-row-tag"
          data-tone={unsent.needsPerson ? 'help' : 'wait'}
        >{`${unsent.count} unsent · ${unsent.state}`}</span>
      )}
    </>
  )
}

function PauseFact({ pause: { isPaused, who, time, title } }: { pause: RowDescription['pause'] }) {
  return (
    <span className="chat-row-pause" title={title}>
      <span className="chat-row-mode" role="img" aria-label={isPaused ? 'paused by' : 'answered by'}>
        <Icon name={isPaused ? 'pause' : 'play'} size={13} />
      </span>
      <bdi className="chat-row-holder" translate="no">{`${who} `}</bdi>
      {time !== null && <span>{time}</span>}
    </span>
  )
}
