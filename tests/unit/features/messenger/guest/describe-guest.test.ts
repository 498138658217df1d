import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { guestInfoSchema } from '#src/contract/guest-info.ts'
import { describeExtent, describeGuest, explainNoCard } from '#src/features/messenger/guest/describe-guest.ts'

const read = (wire: unknown) => describeGuest(v.parse(guestInfoSchema, wire))
const stay = {
  RoomNumber: '1204',
  RoomType: 'King',
  Arrival: '2026-11-18',
  Departure: '2026-11-22',
  FirstName: 'Ana',
  LastName: 'Ruiz',
}

describe('the guest card (specification section 4)', () => {
  it('of a checked-in guest names the stay and the room', () => {
    const guest = read({ Data: { PUB_GuestRegister: { ...stay, Status: 'CHECKEDIN' } } })
    expect(guest.name).toBe('Ana Ruiz')
    expect(guest.status).toMatchObject({ label: 'CHECKED-IN', colour: 'blue' })
    expect(guest.facts).toEqual([
      { label: 'Check In', value: '11/18/26' },
      { label: 'Check Out', value: '11/22/26' },
      { label: 'Room Number', value: '1204' },
    ])
  })

  it('of a booked guest names what is expected', () => {
    const guest = read({ Data: { PUB_GuestRegister: { ...stay, Status: 'BOOKED' } } })
    expect(guest.facts).toEqual([
      { label: 'Expected Arrival', value: '11/18/26' },
      { label: 'Expected Departure', value: '11/22/26' },
      { label: 'Room Type', value: 'King' },
    ])
  })

  it.each([[null], [{}], [{ Data: null, fbData: null, fullContact: null, rating: null }]])(
    'of whom nothing is known is a prospect, and every fact is N/A: %j',
    (wire) => {
      const guest = wire === null ? describeGuest(null) : read(wire)
      expect(guest).toMatchObject({ name: null, vip: 'none', survey: null, profiles: [] })
      expect(guest.status?.label).toBe('PROSPECT')
      expect(guest.facts.map(({ value }) => value)).toEqual(['N/A', 'N/A', 'N/A'])
    },
  )

  it('of whom nothing was read yet has no status, and nothing is said to be missing', () => {
    const { status, facts, missing } = describeGuest(null, false)
    expect([status, missing]).toEqual([null, '…'])
    expect(facts.map(({ value }) => value)).toEqual(['…', '…', '…'])
  })

  it('takes the name from the networks where the hotel has none, and the VIP level from the most followers', () => {
    const guest = read({
      fbData: { first_name: 'Kenji', last_name: 'Mori' },
      fullContact: {
        HOP_sd_SocialData: [{ HOP_sd_SocialProfile: [{ typeId: 'x', followers: 90 }, { followers: 700 }] }],
      },
    })
    expect(guest.name).toBe('Kenji Mori')
    expect(guest.vip).toBe(2)
  })

  it('takes a picture that is in the answer itself, and nothing that is none', () => {
    const photo = (profile_pic: string) => read({ fbData: { profile_pic } }).photo
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    expect(photo(picture)).toBe(picture)
    for (const other of [
      'data:text/html,hello',
      'data:image/svg+xml,<svg/>',
      'http://photos.example/1.jpg',
      '',
    ]) {
      expect(photo(other)).toBeUndefined()
    }
  })

  it('loads pictures from elsewhere over https alone, and links nothing that would run', () => {
    const guest = read({
      fbData: { profile_pic: 'javascript:alert(1)' },
      fullContact: {
        HOP_sd_SocialData: [
          {
            HOP_sd_Photo: [{ url: 'https://photos.example/1.jpg' }],
            HOP_sd_SocialProfile: [{ typeId: 'x', url: 'javascript:alert(1)' }],
          },
        ],
      },
    })
    expect(guest.photo).toBe('https://photos.example/1.jpg')
    expect(guest.profiles[0]?.address).toBeNull()
  })

  it.each([
    [0, 0, '0 of 5 stars'],
    [4.5, 0.9, '4.5 of 5 stars'],
    [2.5, 0.5, '2.5 of 5 stars'],
    [5, 1, '5 of 5 stars'],
    [9, 1, '9 stars'],
    [-1, 0, '-1 stars'],
  ])('has that many stars for a score of %d', (rating, share, words) => {
    expect(read({ rating }).survey).toEqual({ share, words })
  })

  it('of a score that is no number says N/A', () => {
    expect(read({ rating: 'good' }).survey).toBeNull()
  })

  it('a name of 500 characters, in any script, is there in full; one that shows nothing is no name', () => {
    const long = 'ש'.repeat(500)
    expect(read({ Data: { PUB_GuestRegister: { LastName: long } } }).name).toBe(long)
    expect(read({ Data: { PUB_GuestRegister: { FirstName: '\u200b', LastName: '\u2060' } } }).name).toBeNull()
    const named = { fullContact: { HOP_sd_SocialData: [{ HOP_sd_ContactInfo: { fullName: '\u200b' } }] } }
    expect(read({ ...named, fbData: { first_name: 'Kenji' } }).name).toBe('Kenji')
  })

  it('facts that show nothing are N/A', () => {
    const guest = read({
      Data: { PUB_GuestRegister: { Status: 'CHECKEDIN', RoomNumber: ' \u200b', Arrival: 'soon' } },
    })
    expect(guest.facts.map(({ value }) => value)).toEqual(['N/A', 'N/A', 'N/A'])
  })

  it.each([
    [{ isWanted: true, problem: null }, /^Reading/],
    [{ isWanted: true, problem: 'unreachable' }, /when the line is back/],
    [{ isWanted: false, problem: null }, /when the line is back/],
    [{ isWanted: true, problem: 'not-found' }, /^The hotel gives nothing/],
    [{ isWanted: true, problem: 'refused' }, /^The hotel gives nothing/],
  ])('says why there is none: %j', (card, words) => {
    expect(explainNoCard(card)).toMatch(words)
  })

  it('a room that is a number is a room', () => {
    const guest = read({ Data: { PUB_GuestRegister: { RoomNumber: 1204 } } })
    expect(guest.facts[2]).toEqual({ label: 'Room Number', value: '1204' })
  })
})

describe('how much goes with a guest', () => {
  it.each([
    [{ chats: 1, messages: 1 }, '1 chat with 1 message'],
    [{ chats: 2, messages: 41 }, '2 chats with 41 messages'],
    [{ chats: 1, messages: 0 }, '1 chat with 0 messages'],
  ])('%j', (extent, words) => {
    expect(describeExtent(extent)).toBe(`On this device they have ${words}.`)
  })
})

describe('the campaigns that a guest has stopped', () => {
  it.each([
    ['none', undefined, []],
    ['nothing readable', 'sms', []],
    ['null', null, []],
    [
      'each channel once, and a word of a later build',
      ['sms', 'facebook', 'email', 'sms', 7, '', 'pigeon'],
      [
        'Wants no campaigns by SMS',
        'Wants no campaigns by Facebook',
        'Wants no campaigns by e-mail',
        'Wants no campaigns by pigeon',
      ],
    ],
  ])('%s', (_name, stopped, words) => {
    expect(read(stopped === undefined ? {} : { stopped }).stopped).toEqual(words)
  })
})
