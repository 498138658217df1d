import { describe, expect, it } from 'vitest'
import { describeGuestStatus } from '#src/domain/guests/status.ts'
import { countFollowers, rateVip } from '#src/domain/guests/vip.ts'
import { hasRole, mayBlockGuests, mayHandleGuestData, ROLES, type RoleName } from '#src/domain/roles.ts'

describe('VIP rating (specification section 5)', () => {
  it.each([
    [null, 'none'],
    [undefined, 'none'],
    [Number.NaN, 'none'],
    [-5, 'none'],
    [0, 'none'],
    [100, 'none'],
    [100.5, '?'],
    [101, '?'],
    [101.5, 1],
    [102, 1],
    [500, 1],
    [501, 2],
    [1000, 2],
    [1001, 3],
    [Number.MAX_SAFE_INTEGER, 3],
  ] as const)('%s followers', (followers, level) => {
    expect(rateVip(followers)).toBe(level)
  })

  it('counts the largest followers of a guest (CONTRACT section 5)', () => {
    expect(countFollowers([{ followers: 7 }, {}, { followers: null }, { followers: 900 }])).toBe(900)
    expect(countFollowers([{}, { followers: null }])).toBeNull()
    expect(countFollowers([])).toBeNull()
  })
})

describe('guest statuses (specification section 4)', () => {
  it.each([
    ['PROSPECT', 'PROSPECT', 'none'],
    ['CHECKEDIN', 'CHECKED-IN', 'blue'],
    ['BOOKED', 'BOOKED', 'yellow'],
    ['PASTGUEST', 'PAST GUEST', 'light-blue'],
    ['checkedin', 'PROSPECT', 'none'],
    ['__proto__', 'PROSPECT', 'none'],
    ['', 'PROSPECT', 'none'],
    [null, 'PROSPECT', 'none'],
    [undefined, 'PROSPECT', 'none'],
  ])('%s', (status, label, colour) => {
    expect(describeGuestStatus(status)).toMatchObject({ label, colour })
  })
})

describe('roles (specification section 6)', () => {
  const names = Object.keys(ROLES) as RoleName[]
  it.each(names.flatMap((own) => names.map((least) => [own, least] as const)))(
    '%s asks as %s',
    (own, least) => {
      expect(hasRole(ROLES[own], least)).toBe(names.indexOf(own) >= names.indexOf(least))
    },
  )
})

describe('what may be done about a guest (CONTRACT section 6, guests)', () => {
  it.each([
    ['agent', false, false],
    ['manager', false, false],
    ['marketing', false, false],
    ['operator', true, false],
    ['admin', true, true],
  ] as const)('%s: block %s, download and delete %s', (name, mayBlock, mayHandleData) => {
    expect(mayBlockGuests(ROLES[name])).toBe(mayBlock)
    expect(mayHandleGuestData(ROLES[name])).toBe(mayHandleData)
  })
})
