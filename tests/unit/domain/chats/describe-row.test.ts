import { describe, expect, it } from 'vitest'
import type { ChatListEntry } from '#src/db/chat-list.ts'
import { ACTIVE_CHAT_MS } from '#src/domain/chats/filters.ts'
import { FORGOTTEN_MS } from '#src/domain/chats/reminder.ts'
import { describeRow, findRowChange } from '#src/domain/chats/describe-row.ts'
import { at, makeChatRow, makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const ME = { id: 'me', name: 'Maria' }
const OTHER_MARIA = { id: 'other', name: 'Maria' }
const NEW_YORK = 'America/New_York'
const HOUR = 3_600_000

function makeEntry(
  chat: Parameters<typeof makeChatRow>[1] = {},
  rest: Partial<ChatListEntry> = {},
): ChatListEntry {
  return {
    chat: makeChatRow('c', chat),
    preview: null,
    operations: [],
    isUnread: false,
    writtenAt: null,
    ...rest,
  }
}

const mine = (pausedAt: number) => ({ pausedAt: at(pausedAt), user: ME })

const describeNow = (entry: ChatListEntry, timeZone = 'UTC', now = NOON) =>
  describeRow(entry, ME, now, timeZone)

describe('a row of the chat list (specification section 2)', () => {
  it('says when it began and when the guest wrote: time of day today, day and month before, in the zone', () => {
    // Noon is 7 in the morning in New York: five hours earlier was midnight there.
    const entry = makeEntry({ createdAt: at(-12 * HOUR - 1), lastUserMessageDate: at(-7 * HOUR) })
    expect(describeNow(entry)).toMatchObject({
      started: '19 Nov',
      lastGuestMessage: { at: at(-7 * HOUR), words: '05:00 AM' },
    })
    expect(describeNow(entry, NEW_YORK)).toMatchObject({
      started: '19 Nov',
      lastGuestMessage: { words: '12:00 AM' },
    })
    const before = makeEntry({ lastUserMessageDate: at(-7 * HOUR - 1) })
    expect(describeNow(before, NEW_YORK).lastGuestMessage?.words).toBe('19 Nov')
    expect(describeNow(makeEntry({ lastUserMessageDate: null })).lastGuestMessage).toBeNull()
  })

  it.each([
    [{ pausedAt: null, user: null }, false, 'Bot', null, 'The bot answers'],
    [{ pausedAt: at(0), user: null }, true, 'Bot', '12:00 PM', 'Paused by Bot'],
    [{ pausedAt: at(0), user: ME }, true, 'You', '12:00 PM', 'Paused by You'],
    [{ pausedAt: at(0), user: OTHER_MARIA }, true, 'Maria', '12:00 PM', 'Paused by Maria'],
    [{ pausedAt: at(0), user: { id: '', name: 'Maria' } }, true, 'You', '12:00 PM', 'Paused by You'],
    [{ pausedAt: at(0), user: { id: 'x', name: '' } }, true, 'Agent', '12:00 PM', 'Paused by Agent'],
    [{ pausedAt: at(0), user: { id: 'x', name: '\u200b' } }, true, 'Agent', '12:00 PM', 'Paused by Agent'],
  ])('paused %j', (chat, isPaused, who, time, title) => {
    expect(describeNow(makeEntry(chat)).pause).toEqual({ isPaused, who, time, title })
  })

  it.each([
    [{ needsHelp: true }, 'help', 'User needs help', true],
    [{ needsHelp: true, user: OTHER_MARIA }, 'pending', 'User needs help', true],
    [{ lastUserMessageDate: at(-ACTIVE_CHAT_MS) }, 'active', 'online', false],
    [{ lastUserMessageDate: at(-ACTIVE_CHAT_MS - 1) }, 'inactive', 'offline', false],
  ] as const)('the indicator of %j', (chat, indicator, title, needsHelp) => {
    expect(describeNow(makeEntry(chat))).toMatchObject({ indicator, title, needsHelp })
  })

  it('says what waits to be sent, and whether it needs the user', () => {
    const waiting = makeOperation()
    const refused = makeOperation({}, undefined, {
      state: 'failed',
      claim: null,
      reason: { code: 'forbidden' },
    })
    expect(describeNow(makeEntry()).unsent).toBeNull()
    expect(describeNow(makeEntry({}, { operations: [waiting] })).unsent).toEqual({
      count: 1,
      state: 'waiting',
      needsPerson: false,
    })
    expect(describeNow(makeEntry({}, { operations: [waiting, refused] })).unsent).toEqual({
      count: 2,
      state: 'needs you',
      needsPerson: true,
    })
  })

  it('reminds of a chat of one’s own in which nothing is written for 30 minutes', () => {
    const held = mine(-2 * HOUR)
    const quiet = (writtenAt: number, rest: Partial<ChatListEntry> = {}, chat = held) =>
      describeNow(makeEntry(chat, { writtenAt: at(writtenAt), ...rest })).quiet
    expect(quiet(-FORGOTTEN_MS)).toBe('30 min')
    expect(quiet(-FORGOTTEN_MS + 1)).toBeNull()
    expect(quiet(-FORGOTTEN_MS, {}, { ...held, user: OTHER_MARIA })).toBeNull()
    expect(quiet(-FORGOTTEN_MS, { operations: [makeOperation()] })).toBeNull()
    expect(quiet(-3 * HOUR, {}, { ...held, pausedAt: at(-FORGOTTEN_MS + 1) })).toBeNull()
  })

  it.each<[string, ChatListEntry, number]>([
    ['online', makeEntry({ lastUserMessageDate: at(-ACTIVE_CHAT_MS) }), 1],
    [
      'online, mine, and forgotten before that',
      makeEntry({ ...mine(-2 * HOUR), lastUserMessageDate: at(0) }, { writtenAt: at(-FORGOTTEN_MS + 7) }),
      7,
    ],
    ['mine, and taken lately', makeEntry({ ...mine(-1), lastUserMessageDate: null }), FORGOTTEN_MS - 1],
  ])('%s: says something else at an instant, not a millisecond too late', (_, entry, inMs) => {
    const changesAt = findRowChange(entry, ME, NOON) ?? Number.NaN
    const said = (now: number) => {
      const { title, quiet } = describeNow(entry, 'UTC', now)
      return { title, isQuiet: quiet !== null }
    }
    expect(changesAt).toBe(NOON + inMs)
    expect(said(changesAt - 1)).toEqual(said(NOON))
    expect(said(changesAt)).not.toEqual(said(NOON))
  })

  it.each<[string, ChatListEntry]>([
    ['a guest who needs help', makeEntry({ needsHelp: true })],
    ['a guest who is offline', makeEntry({ lastUserMessageDate: at(-HOUR) })],
    ['a colleague’s chat', makeEntry({ ...mine(-1), user: OTHER_MARIA, lastUserMessageDate: null })],
    [
      'one in which something waits',
      makeEntry({ ...mine(-1), lastUserMessageDate: null }, { operations: [makeOperation()] }),
    ],
  ])('%s: time alone changes nothing', (_, entry) => {
    expect(findRowChange(entry, ME, NOON)).toBeNull()
  })

  it('shows the newest words: what waits, else the mirror’s, with whose they are', () => {
    const preview = (author: NonNullable<ChatListEntry['preview']>['author'], text = 'Hello') => ({
      preview: { messageId: 'm', createdAt: at(0), text, author, attachment: 'Photo' },
    })
    const read = (rest: Partial<ChatListEntry>) => describeNow(makeEntry({}, rest)).preview
    expect(read(preview({ kind: 'guest' }))).toEqual({ author: null, words: 'Hello' })
    expect(read(preview({ kind: 'guest' }, ' '))).toEqual({ author: null, words: 'Photo' })
    expect(read(preview({ kind: 'bot' }))).toEqual({ author: 'Bot', words: 'Hello' })
    expect(read(preview({ kind: 'staff', ...ME }))).toEqual({ author: 'You', words: 'Hello' })
    expect(read(preview({ kind: 'staff', ...OTHER_MARIA }))).toEqual({ author: 'Maria', words: 'Hello' })
    // No row is as wide as a message may be long.
    expect(read(preview({ kind: 'guest' }, `\n\n${'a'.repeat(8_000)}`)).words).toBe('a'.repeat(160))
    expect(read({ ...preview({ kind: 'guest' }), operations: [makeOperation()] })).toEqual({
      author: 'You',
      words: 'hello',
    })
  })

  it('is unread where a guest wrote last, or somebody is needed', () => {
    const guest = {
      messageId: 'm',
      createdAt: at(0),
      text: '',
      author: { kind: 'guest' },
      attachment: null,
    } as const
    const bot = { ...guest, author: { kind: 'bot' } } as const
    expect(describeNow(makeEntry({}, { isUnread: true, preview: guest })).isUnread).toBe(true)
    expect(describeNow(makeEntry({}, { isUnread: true, preview: bot })).isUnread).toBe(false)
    expect(describeNow(makeEntry({ needsHelp: true }, { isUnread: true, preview: bot })).isUnread).toBe(true)
    expect(describeNow(makeEntry({}, { isUnread: false, preview: guest })).isUnread).toBe(false)
  })
})
