import { describe, expect, it } from 'vitest'
import { countQuietMs, findForgetting, FORGOTTEN_MS, isForgotten } from '#src/domain/chats/reminder.ts'
import { at } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const ME = { id: 'me', name: 'Me' }
const held = (pausedMsAgo: number) => ({ user: ME, pausedAt: at(-pausedMsAgo) })
const HOUR_MS = 60 * 60_000

describe('a chat that is held and forgotten', () => {
  it.each<[string, number, boolean]>([
    ['a millisecond before 30 minutes', FORGOTTEN_MS - 1, false],
    ['at 30 minutes', FORGOTTEN_MS, true],
    ['after 34 minutes', 34 * 60_000, true],
  ])('%s without a word', (_, quietMs, isIt) => {
    expect(isForgotten(held(2 * HOUR_MS), NOON, at(-quietMs))).toBe(isIt)
  })

  it('taken just now it is not, however old its last word', () => {
    expect(isForgotten(held(60_000), NOON, at(-5 * HOUR_MS))).toBe(false)
    expect(isForgotten(held(FORGOTTEN_MS), NOON, at(-5 * HOUR_MS))).toBe(true)
  })

  it('taken and never written in, it counts from the takeover', () => {
    expect(isForgotten(held(FORGOTTEN_MS - 1), NOON, null)).toBe(false)
    expect(isForgotten(held(FORGOTTEN_MS), NOON, null)).toBe(true)
  })

  it('the bot’s chats are nobody’s to forget, paused or not', () => {
    expect(isForgotten({ user: null, pausedAt: null }, NOON, at(-HOUR_MS))).toBe(false)
    expect(isForgotten({ user: null, pausedAt: at(-HOUR_MS) }, NOON, at(-HOUR_MS))).toBe(false)
  })

  it('a word from ahead of the clock, or a time that is none, reminds nobody', () => {
    expect(isForgotten(held(HOUR_MS), NOON, at(HOUR_MS))).toBe(false)
    expect(isForgotten({ user: ME, pausedAt: 'yesterday' }, NOON, null)).toBe(false)
  })

  it.each<[string, number, number | null]>([
    ['just written in', 2 * HOUR_MS, 0],
    ['a millisecond before', 2 * HOUR_MS, -FORGOTTEN_MS + 1],
    ['taken after the last word', 60_000, -HOUR_MS],
    ['never written in', 60_000, null],
    ['a word from ahead of the clock', HOUR_MS, 5_000],
  ])('%s: from an instant on, not a millisecond earlier', (_, pausedMsAgo, writtenAt) => {
    const last = writtenAt === null ? null : at(writtenAt)
    const from = findForgetting(held(pausedMsAgo), NOON, last) ?? Number.NaN
    expect(from).toBeGreaterThan(NOON)
    expect(isForgotten(held(pausedMsAgo), from - 1, last)).toBe(false)
    expect(isForgotten(held(pausedMsAgo), from, last)).toBe(true)
  })

  it('once forgotten, or nobody’s, it does not become so', () => {
    expect(findForgetting(held(FORGOTTEN_MS), NOON, null)).toBeNull()
    expect(findForgetting({ user: null, pausedAt: at(-1) }, NOON, null)).toBeNull()
  })

  it('says how long it has been quiet', () => {
    expect(countQuietMs(held(HOUR_MS), NOON, at(-34 * 60_000))).toBe(34 * 60_000)
    expect(countQuietMs({ user: null, pausedAt: null }, NOON, null)).toBeNull()
  })
})
