import type { RowDescription } from '#src/domain/chats/describe-row.ts'
import { describeChannel, nameGuest } from '#src/domain/chats/names.ts'
import { readInitials } from '#src/lib/initials.ts'
import { ROW_ICONS } from '#src/lib/row-icons.ts'
import { markup, type Html } from './markup.ts'

/** What of a chat its row draws besides the description. */
export interface DrawnChat {
  displayName: string
  source: string
  messagesCount: number
  unreadable?: readonly string[] | undefined
}

/**
 * What a row's link holds, as `ChatRowContent` of the messenger draws it: the worker has no React. The unit test holds the
 * two together.
 */
export function drawRowContent(chat: DrawnChat, row: RowDescription): Html {
  const name = nameGuest(chat)
  const { lastGuestMessage: last } = row
  return markup`<span class="avatar" data-size="m" translate="no" aria-hidden="true"><span>${readInitials(name)}</span><span class="avatar-badge">${
    describeChannel(chat.source).short
  }</span></span><div class="chat-row-lines"><div class="chat-row-first">${
    !row.needsHelp &&
    markup`<span class="chat-row-dot" data-indicator="${row.indicator}" role="img" aria-label="${row.title}" title="${row.title}"></span>`
  }<bdi class="chat-row-name" translate="no">${name}</bdi>${
    last && markup`<time dateTime="${last.at}" title="Last guest message">${last.words}</time>`
  }</div>${drawSecond(chat, row)}${drawFacts(chat, row)}</div>`
}

function drawSecond(chat: DrawnChat, row: RowDescription): Html {
  const { author, words } = row.preview
  return markup`<div class="chat-row-second">${
    row.needsHelp &&
    markup`<span class="chat-row-help" data-indicator="${row.indicator}" title="${row.title}">${row.title}</span>`
  }<span class="chat-row-preview">${author !== null && markup`<span>${`${author}: `}</span>`}<bdi>${words}</bdi></span>${drawMarks(chat, row)}${
    row.isUnread &&
    markup`<span class="chat-row-unread" role="img" aria-label="unread" title="Unread"></span>`
  }</div>`
}

function drawMarks({ unreadable }: DrawnChat, { quiet, unsent }: RowDescription): Html {
  return markup`${
    unreadable &&
    markup`<span class="chat-row-tag" data-tone="bad" title="Not readable: ${unreadable.join(', ')}">partly unreadable</span>`
  }${
    quiet !== null &&
    markup`<span class="chat-row-tag" data-tone="help" title="You hold this chat and nothing is written in it. Return it to the bot?">quiet ${quiet}</span>`
  }${
    unsent &&
    markup`<span class="chat-row-tag" data-tone="${unsent.needsPerson ? 'help' : 'wait'}">${unsent.count} unsent · ${unsent.state}</span>`
  }`
}

function drawFacts(chat: DrawnChat, { pause, messages, language, started }: RowDescription): Html {
  const { isPaused, who, time, title } = pause
  return markup`<div class="chat-row-facts"><span class="chat-row-pause" title="${title}"><span class="chat-row-mode" role="img" aria-label="${
    isPaused ? 'paused by' : 'answered by'
  }">${drawIcon(isPaused ? 'pause' : 'play')}</span><bdi class="chat-row-holder" translate="no">${`${who} `}</bdi>${
    time !== null && markup`<span>${time}</span>`
  }</span><span class="chat-row-fact" title="Messages">${drawIcon('chat')}<span>${`${chat.messagesCount} `}</span><span class="visually-hidden">${messages}</span></span>${
    language &&
    markup`<span class="chat-row-fact" role="img" aria-label="${language.title}" title="${language.title}">${language.short}</span>`
  }<span title="Started"><span class="chat-row-word">since </span><span>${started}</span></span></div>`
}

function drawIcon(name: keyof typeof ROW_ICONS): Html {
  const shape: { d: string; fill?: string; stroke?: string } = ROW_ICONS[name]
  return markup`<svg width="13" height="13" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${shape.d}"${
    shape.fill !== undefined && markup` fill="${shape.fill}"`
  }${shape.stroke !== undefined && markup` stroke="${shape.stroke}"`}></path></svg>`
}
