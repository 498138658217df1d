import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ChatListEntry } from '#src/db/chat-list.ts'
import { describeRow } from '#src/domain/chats/describe-row.ts'
import { FORGOTTEN_MS } from '#src/domain/chats/reminder.ts'
import { ChatRowContent } from '#src/features/messenger/list/chat-row.tsx'
import { drawRowContent } from '#sw/start-layer/draw-row.ts'
import { at, makeChatRow, makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const ME = { id: 'me', name: 'Maria' }

function makeEntry(
  chat: Parameters<typeof makeChatRow>[1],
  rest: Partial<ChatListEntry> = {},
): ChatListEntry {
  const row = makeChatRow('c', chat)
  return { chat: row, preview: null, operations: [], isUnread: false, writtenAt: null, ...rest }
}

const said = (text: string, author: NonNullable<ChatListEntry['preview']>['author']) => ({
  preview: { messageId: 'm', createdAt: at(-1), text, author, attachment: null },
})

describe('a row that the worker draws (W6)', () => {
  it.each<[string, ChatListEntry]>([
    ['of a guest who is online', makeEntry({ lastUserMessageDate: at(-1_000) })],
    ['of a guest who never wrote', makeEntry({ lastUserMessageDate: null })],
    ['that needs help', makeEntry({ needsHelp: true, messagesCount: 1 }, { isUnread: true })],
    ['that needs help and is taken', makeEntry({ needsHelp: true, user: ME, pausedAt: at(-5_000) })],
    ['of a colleague', makeEntry({ user: { id: 'x', name: 'Bo <b>' }, pausedAt: at(-5_000) })],
    ['that seems to be forgotten', makeEntry({ user: ME, pausedAt: at(-FORGOTTEN_MS - 60_000) })],
    ['with unsent work', makeEntry({}, { operations: [makeOperation({ lane: 'c' })] })],
    ['that is not readable whole', makeEntry({ unreadable: ['source', 'user'] })],
    ['of a guest who writes German', makeEntry({ language: 'de' })],
    ['of a guest whose language is none', makeEntry({ language: 'de-00' })],
    ['of nobody', makeEntry({ displayName: ' \u200b', source: 'telegram' })],
    [
      'with words that look like HTML',
      makeEntry(
        { displayName: `<img src=x onerror="alert('x')"> & Co` },
        said(`"><script>alert('$&')</script>`, { kind: 'guest' }),
      ),
    ],
    ['with the bot’s words', makeEntry({}, said('Good evening', { kind: 'bot' }))],
    ['with a colleague’s words', makeEntry({}, said('hi', { kind: 'staff', id: 'x', name: 'Bo' }))],
  ])('is what the page draws: %s', (_, entry) => {
    const row = describeRow(entry, ME, NOON)
    const ofPage = renderToStaticMarkup(<ChatRowContent chat={entry.chat} row={row} />)
    expect(drawRowContent(entry.chat, row).text).toBe(ofPage)
  })
})
