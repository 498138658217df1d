import { describe, expect, it } from 'vitest'
import {
  describeLeft,
  FACEBOOK_WINDOW_MS,
  findWindowChange,
  hasClosedSince,
  readChannelWindow,
  readClosingTime,
  WINDOW_SHOWN_MS,
  WINDOW_URGENT_MS,
} from '#src/domain/chats/window.ts'
import { at } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const facebook = (msAgo: number | null) => ({
  source: 'facebook',
  lastUserMessageDate: msAgo === null ? null : at(-msAgo),
})

describe('the Facebook window, 24 hours after the guest’s last message', () => {
  it.each<[string, number, string]>([
    ['just now', 0, 'open'],
    ['a millisecond before it is counted down', FACEBOOK_WINDOW_MS - WINDOW_SHOWN_MS - 1, 'open'],
    ['six hours before its end', FACEBOOK_WINDOW_MS - WINDOW_SHOWN_MS, 'closing'],
    ['an hour before its end', FACEBOOK_WINDOW_MS - WINDOW_URGENT_MS, 'closing'],
    ['less than an hour before its end', FACEBOOK_WINDOW_MS - WINDOW_URGENT_MS + 1, 'urgent'],
    ['at its last instant', FACEBOOK_WINDOW_MS, 'urgent'],
    ['a millisecond later', FACEBOOK_WINDOW_MS + 1, 'closed'],
  ])('%s', (_, msAgo, expected) => {
    const state = readChannelWindow(facebook(msAgo), NOON)
    const word = state.type === 'closing' && state.isUrgent ? 'urgent' : state.type
    expect(word).toBe(expected)
    if (state.type === 'closing') expect(state.leftMs).toBe(FACEBOOK_WINDOW_MS - msAgo)
  })

  it('a guest who never wrote has opened none', () => {
    expect(readChannelWindow(facebook(null), NOON)).toEqual({ type: 'closed' })
  })

  it('a time that could not be read closes nothing: the environment will say', () => {
    const chat = { ...facebook(null), unreadable: ['lastUserMessageDate'] }
    expect(readChannelWindow(chat, NOON)).toEqual({ type: 'open' })
    expect(readClosingTime({ source: 'facebook', lastUserMessageDate: 'yesterday' })).toBeNull()
  })

  it.each(['web', 'sms', 'telegram', ''])('the channel %j has none', (source) => {
    const chat = { source, lastUserMessageDate: at(-10 * FACEBOOK_WINDOW_MS) }
    expect(readChannelWindow(chat, NOON)).toEqual({ type: 'open' })
    expect(hasClosedSince(chat, NOON - FACEBOOK_WINDOW_MS * 20, NOON)).toBe(false)
  })
})

describe('when what is said of it changes', () => {
  const describeWindow = (chat: ReturnType<typeof facebook>, now: number) => {
    const state = readChannelWindow(chat, now)
    return state.type === 'closing' ? `${state.isUrgent} ${describeLeft(state.leftMs)}` : state.type
  }

  it.each<[string, number]>([
    ['just written', 0],
    ['a millisecond before it is counted down', FACEBOOK_WINDOW_MS - WINDOW_SHOWN_MS - 1],
    ['six hours before its end', FACEBOOK_WINDOW_MS - WINDOW_SHOWN_MS],
    ['an hour before its end', FACEBOOK_WINDOW_MS - WINDOW_URGENT_MS],
    ['between two minutes', FACEBOOK_WINDOW_MS - 90_500],
    ['at a full minute', FACEBOOK_WINDOW_MS - 60_000],
    ['in its last minute', FACEBOOK_WINDOW_MS - 59_999],
    ['at its last instant', FACEBOOK_WINDOW_MS],
  ])('%s: not a millisecond too late', (_, msAgo) => {
    const chat = facebook(msAgo)
    const changesAt = findWindowChange(chat, NOON) ?? Number.NaN
    expect(changesAt).toBeGreaterThan(NOON)
    const said = describeWindow(chat, NOON)
    expect(describeWindow(chat, changesAt - 1)).toBe(said)
    expect(describeWindow(chat, changesAt)).not.toBe(said)
  })

  it('never once it is closed, or where there is none', () => {
    expect(findWindowChange(facebook(FACEBOOK_WINDOW_MS + 1), NOON)).toBeNull()
    expect(findWindowChange(facebook(null), NOON)).toBeNull()
    expect(findWindowChange({ source: 'web', lastUserMessageDate: at(0) }, NOON)).toBeNull()
  })
})

describe('O10: what was written while it was open', () => {
  const closedAMinuteAgo = facebook(FACEBOOK_WINDOW_MS + 60_000)

  it.each<[string, number, boolean]>([
    ['before its end', 61_000, true],
    ['at its last instant', 60_000, true],
    ['after its end: the user knew', 59_999, false],
  ])('written %s', (_, writtenMsAgo, isMissed) => {
    expect(hasClosedSince(closedAMinuteAgo, NOON - writtenMsAgo, NOON)).toBe(isMissed)
  })

  it('is right while it is open still', () => {
    expect(hasClosedSince(facebook(FACEBOOK_WINDOW_MS), NOON - 60_000, NOON)).toBe(false)
  })
})

it.each([
  [59_999, 'less than a minute'],
  [60_000, '1 min'],
  [59 * 60_000 + 59_999, '59 min'],
  [60 * 60_000, '1 h'],
  [3 * 60 * 60_000 + 12 * 60_000, '3 h 12 min'],
])('%i ms are %s', (ms, words) => {
  expect(describeLeft(ms)).toBe(words)
})
