import { describe, expect, it } from 'vitest'
import { ALL_GUESTS, type SegmentFilter } from '#src/contract/segments.ts'
import type { GuestFacts } from '#server/campaigns/guest-facts.ts'
import { matchesBuiltIn, matchesSegment, type SegmentClock } from '#server/campaigns/match-segment.ts'

const NOW = new Date('2026-11-25T12:00:00.000Z')
const CLOCK: SegmentClock = { now: NOW, today: '2026-11-25', hotel: { country: 'US', state: 'NV' } }

function makeGuest(facts: Partial<GuestFacts> = {}): GuestFacts {
  return {
    guestId: 'g',
    name: 'Ana Ruiz',
    firstName: 'Ana',
    lastName: 'Ruiz',
    room: '',
    status: 'PROSPECT',
    arrival: null,
    departure: null,
    country: null,
    state: null,
    lastContactAt: null,
    isBlocked: false,
    isTest: false,
    language: null,
    chats: [],
    contacts: {},
    ...facts,
  }
}
const at = (address: string): GuestFacts['contacts'] => ({ sms: { address, chatId: null, isStopped: false } })
const matches = (facts: Partial<GuestFacts>, filter: Partial<SegmentFilter>, clock = CLOCK) =>
  matchesSegment(makeGuest(facts), { ...ALL_GUESTS, ...filter }, clock)

const PROSPECT = {}
const INCOMING = { status: 'BOOKED', arrival: '2026-11-27', departure: '2026-11-30' } as const
const INHOUSE = { status: 'CHECKEDIN', arrival: '2026-11-23', departure: '2026-11-26' } as const
const PREVIOUS = { status: 'PASTGUEST', arrival: '2026-11-01', departure: '2026-11-04' } as const

describe('user types', () => {
  it.each([
    ['prospects', [true, false, false, false]],
    ['incoming', [false, true, false, false]],
    ['inhouse', [false, false, true, false]],
    ['previous', [false, false, false, true]],
    ['all', [true, true, true, true]],
  ] as const)('%s', (userType, expected) => {
    expect([PROSPECT, INCOMING, INHOUSE, PREVIOUS].map((facts) => matches(facts, { userType }))).toEqual(
      expected,
    )
  })

  it('a register that lags behind the calendar: who was to leave has left', () => {
    const left = { ...INHOUSE, departure: '2026-11-24' }
    expect([matches(left, { userType: 'inhouse' }), matches(left, { userType: 'previous' })]).toEqual([
      false,
      true,
    ])
  })
})

describe('never is not long ago', () => {
  it.each(['24h', '7d', '30d', '365d'] as const)('within %s', (period) => {
    expect(matches({ lastContactAt: null }, { lastContacted: period })).toBe(false)
    expect(matches(PROSPECT, { lastStay: period })).toBe(false)
    expect(matches(INCOMING, { lastStay: period })).toBe(false)
    expect(matches(INHOUSE, { lastStay: period })).toBe(true)
  })

  it('to the millisecond of a day', () => {
    const ago = (ms: number) => ({ lastContactAt: new Date(NOW.getTime() - ms) })
    expect(matches(ago(86_400_000), { lastContacted: '24h' })).toBe(true)
    expect(matches(ago(86_400_001), { lastContacted: '24h' })).toBe(false)
    expect(matches(ago(86_400_001), { lastContacted: '7d' })).toBe(true)
  })

  it('a stay by its days', () => {
    expect(matches({ ...PREVIOUS, departure: '2026-11-18' }, { lastStay: '7d' })).toBe(true)
    expect(matches({ ...PREVIOUS, departure: '2026-11-17' }, { lastStay: '7d' })).toBe(false)
    expect(matches({ ...PREVIOUS, departure: null }, { lastStay: '365d' })).toBe(false)
  })
})

describe('where a guest is at home', () => {
  const PLACES: [string, Partial<GuestFacts>, boolean[]][] = [
    ['registered in the state', { country: 'USA', state: 'Nevada' }, [true, false, true, false]],
    ['registered next door', { country: 'United States', state: 'UT' }, [false, true, true, false]],
    ['registered far away', { country: 'US', state: 'FL' }, [false, false, true, false]],
    ['registered abroad', { country: 'Spain', state: 'Madrid' }, [false, false, false, true]],
    ['a number of the state', { contacts: at('+17025550199') }, [true, false, true, false]],
    ['a number of next door', { contacts: at('+16025550199') }, [false, true, true, false]],
    ['a number abroad', { contacts: at('+34600111222') }, [false, false, false, true]],
    ['a number of Canada', { contacts: at('+14165550199') }, [false, false, false, true]],
    ['nothing known', {}, [false, false, false, false]],
    [
      'the register before the number',
      { country: 'ES', contacts: at('+17025550199') },
      [false, false, false, true],
    ],
    ['a country that is none', { country: 'Atlantis' }, [false, false, false, false]],
  ]
  it.each(PLACES)('%s', (_name, facts, expected) => {
    const found = (['withinstate', 'neighbor', 'national', 'international'] as const).map((location) =>
      matches(facts, { location }),
    )
    expect(found).toEqual(expected)
  })

  it('a hotel that has not said where it is means nobody', () => {
    expect(matches({ country: 'US' }, { location: 'national' }, { ...CLOCK, hotel: null })).toBe(false)
  })
})

describe('the rest', () => {
  it('area codes are the digits after the country’s code', () => {
    expect(matches({ contacts: at('+17025550199') }, { areaCodes: ['602', '702'] })).toBe(true)
    expect(matches({ contacts: at('+17025550199') }, { areaCodes: ['1'] })).toBe(false)
    expect(matches({ contacts: at('+34600111222') }, { areaCodes: ['600'] })).toBe(true)
    expect(matches({}, { areaCodes: ['702'] })).toBe(false)
  })

  it('demo means test users alone', () => {
    expect([matches({ isTest: true }, { demo: true }), matches({}, { demo: true })]).toEqual([true, false])
  })

  it('a contact method is one by which the guest is reached', () => {
    const chat = { id: 'c', source: 'facebook', isWithStaff: false, lastGuestAt: null }
    expect(matches({ chats: [chat] }, { contactMethod: 'facebook' })).toBe(true)
    expect(matches({ chats: [chat] }, { contactMethod: 'sms' })).toBe(false)
    expect(matches({ contacts: at('+17025550199') }, { contactMethod: 'sms' })).toBe(true)
  })

  it('built in: who arrives today, has booked, has just left, never stayed', () => {
    const of = (facts: Partial<GuestFacts>) =>
      (['arriving', 'reserved', 'checkedout', 'prospects'] as const).filter((segment) =>
        matchesBuiltIn(makeGuest(facts), segment, '2026-11-25'),
      )
    expect(of(PROSPECT)).toEqual(['prospects'])
    expect(of(INCOMING)).toEqual(['reserved'])
    expect(of({ ...INCOMING, arrival: '2026-11-25' })).toEqual(['arriving', 'reserved'])
    expect(of({ ...PREVIOUS, departure: '2026-11-25' })).toEqual(['checkedout'])
    expect(of({ ...PREVIOUS, departure: '2026-11-24' })).toEqual(['checkedout'])
    expect(of(PREVIOUS)).toEqual([])
    expect(of(INHOUSE)).toEqual([])
  })
})
