import { describe, expect, it } from 'vitest'
import { readStars } from '#server/campaigns/answer-campaign.ts'
import { findUnknownVariables, fillWords } from '#server/campaigns/fill-words.ts'
import type { GuestFacts } from '#server/campaigns/guest-facts.ts'
import { waitForMorning } from '#server/campaigns/quiet-hours.ts'
import { US_STATES } from '#server/campaigns/us-states.ts'

const guest: GuestFacts = {
  guestId: 'g',
  name: 'Ana Ruiz',
  firstName: 'Ana',
  lastName: 'Ruiz',
  room: '',
  status: 'BOOKED',
  arrival: '2026-11-27',
  departure: null,
  country: null,
  state: null,
  lastContactAt: null,
  isBlocked: false,
  isTest: false,
  language: null,
  chats: [],
  contacts: {},
}

describe('variables', () => {
  it('are filled, and leave no gap where nothing is known', () => {
    expect(fillWords('Dear { firstName }, see you on {arrival}.', guest)).toBe(
      'Dear Ana, see you on 2026-11-27.',
    )
    expect(fillWords('Room {room}, until {departure} .', guest)).toBe('Room, until.')
  })
  it('what is none stays, and is found', () => {
    expect(fillWords('{a b} {code} {}', guest)).toBe('{a b} {code} {}')
    expect(findUnknownVariables('Hello {firstName}, {code} and {code}, {a b}')).toEqual(['code'])
  })
  it('two blanks of the hotel’s own stay', () => {
    expect(fillWords('{firstName}:  yes', guest)).toBe('Ana:  yes')
  })
})

describe('stars', () => {
  it.each([
    ['5', 5],
    [' 4 stars!', 4],
    ['I give you a 3', 3],
    ['4/5', 4],
    ['2 out of 5', 2],
    ['five', 5],
    ['⭐⭐⭐', 3],
    ['★★★★★', 5],
    ['0', null],
    ['6', null],
    ['10', null],
    ['1 or 2', null],
    ['a taxi at 5 tomorrow morning for my family of three please', null],
    ['hello', null],
    ['⭐⭐⭐⭐⭐⭐', null],
  ])('%s', (words, stars) => {
    expect(readStars(words)).toBe(stars)
  })
})

describe('quiet hours, by the hotel’s clock', () => {
  const wait = (at: string) => waitForMorning(new Date(at), 'Europe/Madrid')
  it('nobody is written to between 21:00 and 08:00', () => {
    expect(wait('2026-11-25T07:00:00.000Z')).toBe(0)
    expect(wait('2026-11-25T19:59:59.999Z')).toBe(0)
    expect(wait('2026-11-25T20:00:00.000Z')).toBe(11 * 3_600_000)
    expect(wait('2026-11-25T06:59:59.000Z')).toBe(1_000)
    expect(wait('2026-11-24T23:00:00.000Z')).toBe(8 * 3_600_000)
  })
})

describe('the states', () => {
  it('touch each other both ways, and no area code is of two', () => {
    for (const { code, neighbours } of US_STATES) {
      for (const other of neighbours) {
        expect(US_STATES.find((state) => state.code === other)?.neighbours, `${code} and ${other}`).toContain(
          code,
        )
      }
    }
    const codes = US_STATES.flatMap(({ areaCodes }) => areaCodes)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => /^[2-9]\d\d$/.test(code))).toBe(true)
    expect(US_STATES).toHaveLength(51)
  })
})
