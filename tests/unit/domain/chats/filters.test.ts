import { describe, expect, it } from 'vitest'
import {
  ACTIVE_CHAT_MS,
  findActiveEnd,
  IDLE_MS,
  isActiveChat,
  isIdleChat,
  isRecentChat,
  matchesFilter,
  matchesSearch,
  matchesType,
  readChatFilter,
  readChatType,
  RECENT_MS,
  type ChatFilter,
} from '#src/domain/chats/filters.ts'
import { holderKey, isHeldBy } from '#src/domain/chats/holder.ts'
import { indicateChat, INDICATOR_TITLES } from '#src/domain/chats/indicator.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const AGENT = { id: 'u1', name: 'Agent' }

describe('time windows of chats (specification sections 4 and 9, CONTRACT section 5)', () => {
  it.each([
    [0, true],
    [-ACTIVE_CHAT_MS + 1, true],
    [-ACTIVE_CHAT_MS, true],
    [-ACTIVE_CHAT_MS - 1, false],
    // A guest's clock is the environment's; a device that lags behind must not call the guest offline.
    [5_000, true],
  ])('an active chat: guest wrote at %i ms from now', (ms, isActive) => {
    expect(isActiveChat({ lastUserMessageDate: at(ms) }, NOON)).toBe(isActive)
  })

  it.each([0, -1, -ACTIVE_CHAT_MS + 1, -ACTIVE_CHAT_MS, 5_000])(
    'a guest who wrote at %i ms from now is online up to an instant, and not a millisecond longer',
    (ms) => {
      const chat = { lastUserMessageDate: at(ms) }
      const end = findActiveEnd(chat, NOON) ?? Number.NaN
      expect(end).toBeGreaterThan(NOON)
      expect(isActiveChat(chat, end - 1)).toBe(true)
      expect(isActiveChat(chat, end)).toBe(false)
      expect(findActiveEnd(chat, end)).toBeNull()
    },
  )

  it.each([at(-ACTIVE_CHAT_MS - 1), null, 'yesterday'])('online until %j: not at all', (last) => {
    expect(findActiveEnd({ lastUserMessageDate: last }, NOON)).toBeNull()
  })

  it.each([
    [-IDLE_MS, true],
    [-IDLE_MS - 1, false],
  ])('an idle chat: guest wrote %i ms from now', (ms, isIdle) => {
    const chat = makeChatRow('c', { lastUserMessageDate: at(ms) })
    expect(isIdleChat(chat, NOON)).toBe(isIdle)
    expect(matchesFilter(chat, 'idle', NOON)).toBe(isIdle)
    expect(matchesFilter(chat, 'inactive', NOON)).toBe(!isIdle)
  })

  it('a chat whose guest never wrote is neither active nor idle', () => {
    const chat = makeChatRow('c', { lastUserMessageDate: null })
    expect(isActiveChat(chat, NOON)).toBe(false)
    expect(matchesFilter(chat, 'idle', NOON)).toBe(false)
    expect(matchesFilter(chat, 'inactive', NOON)).toBe(true)
  })

  it.each([
    ['within 7 days', { updatedAt: at(-RECENT_MS) }, true],
    ['a millisecond more', { updatedAt: at(-RECENT_MS - 1) }, false],
    ['older but paused', { updatedAt: at(-RECENT_MS - 1), pausedAt: at(-1) }, true],
    ['older but needing help', { updatedAt: at(-RECENT_MS - 1), needsHelp: true }, true],
  ])('the default list: %s', (_, fields, isRecent) => {
    expect(isRecentChat(makeChatRow('c', fields), NOON)).toBe(isRecent)
  })
})

describe('chat filters (specification section 4)', () => {
  const free = makeChatRow('free')
  const mine = makeChatRow('mine', { pausedAt: at(-1), user: AGENT })
  const botPaused = makeChatRow('bot-paused', { pausedAt: at(-1) })
  const help = makeChatRow('help', { needsHelp: true })
  const old = makeChatRow('old', { lastUserMessageDate: at(-IDLE_MS - 1) })
  const all = [free, mine, botPaused, help, old]

  it.each<[ChatFilter, string[]]>([
    ['all', ['free', 'mine', 'bot-paused', 'help', 'old']],
    ['active', ['free', 'help', 'old']],
    ['needs-help', ['help']],
    ['paused', ['mine']],
    ['idle', ['free', 'mine', 'bot-paused', 'help']],
    ['inactive', ['old']],
  ])('%s', (filter, ids) => {
    expect(all.filter((chat) => matchesFilter(chat, filter, NOON)).map((chat) => chat.id)).toEqual(ids)
  })

  it('filters by channel and searches the display name whatever its case', () => {
    expect(matchesType({ source: 'sms' }, 'sms')).toBe(true)
    expect(matchesType({ source: 'web' }, 'facebook')).toBe(false)
    expect(matchesType({ source: 'carrier pigeon' }, 'all')).toBe(true)
    expect(matchesSearch({ displayName: 'Élodie Ruiz' }, '  éLODIE ')).toBe(true)
    expect(matchesSearch({ displayName: 'Ana' }, '')).toBe(true)
    expect(matchesSearch({ displayName: 'Ana' }, 'z')).toBe(false)
  })

  it.each([
    ['A\u200bna\u2060 Ruiz', 'ana ruiz'],
    ['Ana', '\u200ban\ufeffa\u200b'],
    ['\u202eAna', 'ANA'],
    ['Iris', 'iris'],
  ])('finds %j by %j: what nobody sees is not searched for', (displayName, search) => {
    expect(matchesSearch({ displayName }, search)).toBe(true)
    expect(matchesSearch({ displayName }, `${search}x`)).toBe(false)
  })

  it.each([
    ['needs help', 'needs-help'],
    ['Needs_Help', 'needs-help'],
    ['needs+help', 'needs-help'],
    [' IDLE ', 'idle'],
    ['nonsense', 'all'],
    [undefined, 'all'],
    [{ filter: 'idle' }, 'all'],
  ])('reads the address: %s', (value, filter) => {
    expect(readChatFilter(value)).toBe(filter)
  })

  it('reads the channel from the address, else all', () => {
    expect(readChatType('SMS')).toBe('sms')
    expect(readChatType('pigeon')).toBe('all')
    expect(readChatType(7)).toBe('all')
  })
})

describe('the chat indicator (specification section 4)', () => {
  it.each([
    ['pending', { needsHelp: true, user: AGENT }, 'User needs help'],
    ['help', { needsHelp: true }, 'User needs help'],
    ['active', { lastUserMessageDate: at(-ACTIVE_CHAT_MS) }, 'online'],
    ['inactive', { lastUserMessageDate: at(-ACTIVE_CHAT_MS - 1) }, 'offline'],
    ['inactive', { lastUserMessageDate: null }, 'offline'],
  ] as const)('%s', (indicator, fields, title) => {
    expect(indicateChat(makeChatRow('c', fields), NOON)).toBe(indicator)
    expect(INDICATOR_TITLES[indicator]).toBe(title)
  })
})

describe('who holds a chat (CONTRACT section 5: two Marias must not share a chat)', () => {
  it.each([
    [null, false],
    [{ id: 'u1', name: 'Somebody' }, true],
    [{ id: 'u2', name: 'Maria' }, false],
    [{ id: '', name: 'Maria' }, true],
    [{ id: '', name: 'maria' }, false],
  ])('holder %j', (holder, isMine) => {
    expect(isHeldBy(holder, { id: 'u1', name: 'Maria' })).toBe(isMine)
  })

  it('names the holder for the wire', () => {
    expect([null, { id: 'u1', name: 'A' }, { id: '', name: 'A' }].map(holderKey)).toEqual([
      'bot',
      'u1',
      'name:A',
    ])
  })
})
