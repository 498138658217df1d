import { describe, expect, it } from 'vitest'
import { chooseAudience, type Device, type Stage } from '#server/push/choose-audience.ts'
import { readShifts } from '#server/push/duty.ts'
import { findDuty } from '#src/domain/duty/on-duty.ts'
import { ROLES } from '#src/domain/roles.ts'

const shift = (fields: Record<string, unknown>, updatedAt = '2026-01-01T00:00:00Z') => ({
  config: { isEnabled: true, name: '', frequency: 'Daily', message: '', userIds: [], ...fields },
  updatedAt: new Date(updatedAt),
})
const day = { shiftStart: '08:00', shiftEnd: '16:00' }
const night = (fields: Record<string, unknown> = {}) => [
  shift({ shiftStart: '22:00', shiftEnd: '24:00', shiftId: 'night', ...fields }),
  shift({ shiftStart: '00:00', shiftEnd: '06:30', shiftId: 'night', ...fields }),
]
const isOnAt = (rows: ReturnType<typeof shift>[], at: string, zone = 'UTC') =>
  findDuty(readShifts(rows, zone), 'user-agent', new Date(at)) !== null

describe('who is on duty (CONTRACT section 6, agentOnDuty)', () => {
  it.each([
    ['2026-11-18T07:59:59.999Z', false],
    ['2026-11-18T08:00:00.000Z', true],
    ['2026-11-18T15:59:59.999Z', true],
    ['2026-11-18T16:00:00.000Z', false],
  ])('from the start, to the end and no longer: %s', (at, isOn) => {
    expect(isOnAt([shift(day)], at)).toBe(isOn)
  })

  it('by the clock of the shift, else of the hotel, in summer and winter', () => {
    const madrid = [shift({ ...day, timeZone: 'Europe/Madrid' })]
    expect([isOnAt(madrid, '2026-01-15T07:00:00Z'), isOnAt(madrid, '2026-01-15T06:59:00Z')]).toEqual([
      true,
      false,
    ])
    expect([isOnAt(madrid, '2026-07-15T06:00:00Z'), isOnAt(madrid, '2026-07-15T05:59:00Z')]).toEqual([
      true,
      false,
    ])
    expect(isOnAt([shift(day)], '2026-01-15T13:30:00Z', 'America/New_York')).toBe(true)
    expect(isOnAt([shift(day)], '2026-01-15T12:30:00Z', 'America/New_York')).toBe(false)
  })

  it('on weekdays and at weekends', () => {
    const weekdays = [shift({ ...day, frequency: 'Weekdays' })]
    const weekend = [shift({ ...day, frequency: 'Weekend' })]
    // Friday, Saturday, Sunday, Monday.
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((date) => `${date}T12:00:00Z`)
    expect(days.map((at) => isOnAt(weekdays, at))).toEqual([true, false, false, true])
    expect(days.map((at) => isOnAt(weekend, at))).toEqual([false, true, true, false])
  })

  it('a night of two rows counts for the day on which it begins', () => {
    const weekdays = night({ frequency: 'Weekdays' })
    expect(isOnAt(weekdays, '2026-11-20T23:00:00Z')).toBe(true)
    expect(isOnAt(weekdays, '2026-11-21T06:29:00Z')).toBe(true)
    expect(isOnAt(weekdays, '2026-11-21T06:30:00Z')).toBe(false)
    expect(isOnAt(weekdays, '2026-11-21T23:00:00Z')).toBe(false)
    expect(isOnAt(weekdays, '2026-11-23T03:00:00Z')).toBe(false)
    expect(isOnAt(weekdays.toReversed(), '2026-11-21T03:00:00Z')).toBe(true)
  })

  it('rows with one id that do not meet at midnight stay apart, and so does a whole day', () => {
    const apart = [
      shift({ shiftStart: '08:00', shiftEnd: '10:00', shiftId: 'x', frequency: 'Weekdays' }),
      shift({ shiftStart: '00:00', shiftEnd: '02:00', shiftId: 'x', frequency: 'Weekdays' }),
    ]
    expect(isOnAt(apart, '2026-11-21T01:00:00Z')).toBe(false)
    expect(isOnAt(apart, '2026-11-20T01:00:00Z')).toBe(true)
    const whole = [shift({ shiftStart: '00:00', shiftEnd: '24:00', shiftId: 'y', frequency: 'Weekend' })]
    expect(isOnAt(whole, '2026-11-21T23:59:59Z')).toBe(true)
    expect(isOnAt(whole, '2026-11-23T00:00:00Z')).toBe(false)
  })

  it('a row that ends before it starts goes over midnight', () => {
    const one = [shift({ shiftStart: '22:00', shiftEnd: '06:00', frequency: 'Weekend' })]
    expect(isOnAt(one, '2026-11-21T05:00:00Z')).toBe(false)
    expect(isOnAt(one, '2026-11-21T22:00:00Z')).toBe(true)
    expect(isOnAt(one, '2026-11-23T05:59:00Z')).toBe(true)
  })

  it('a shift that runs once does so at its first end after it was set', () => {
    const once = (at: string) => [shift({ ...day, frequency: 'Run Once' }, at)]
    expect(isOnAt(once('2026-11-18T07:00:00Z'), '2026-11-18T09:00:00Z')).toBe(true)
    expect(isOnAt(once('2026-11-18T12:00:00Z'), '2026-11-18T13:00:00Z')).toBe(true)
    expect(isOnAt(once('2026-11-18T07:00:00Z'), '2026-11-19T09:00:00Z')).toBe(false)
    expect(isOnAt(once('2026-11-18T16:00:00Z'), '2026-11-18T12:00:00Z')).toBe(false)
    expect(isOnAt(once('2026-11-18T16:00:00Z'), '2026-11-19T12:00:00Z')).toBe(true)
    const overnight = night({ frequency: 'Run Once' }).map(({ config }) =>
      shift(config, '2026-11-18T03:00:00Z'),
    )
    expect(isOnAt(overnight, '2026-11-18T05:00:00Z')).toBe(true)
    expect(isOnAt(overnight, '2026-11-18T23:00:00Z')).toBe(false)
  })

  it('not in a disabled shift, one for others, or a row that is none', () => {
    const at = '2026-11-18T12:00:00Z'
    expect(isOnAt([shift({ ...day, isEnabled: false })], at)).toBe(false)
    expect(isOnAt([shift({ ...day, userIds: ['user-maria'] })], at)).toBe(false)
    expect(isOnAt([shift({ ...day, userIds: ['user-maria', 'user-agent'] })], at)).toBe(true)
    expect(isOnAt([shift({ shiftStart: 'soon', shiftEnd: 'later' })], at)).toBe(false)
    expect(isOnAt([shift({ shiftStart: '12:00', shiftEnd: '12:00' })], at)).toBe(false)
  })
})

describe('whom a stage alerts (W5)', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const device = (name: string, role: number): Device => ({
    subscriptionId: name,
    userId: `user-${name}`,
    role,
  })
  const agent = device('agent', ROLES.agent)
  const maria = device('maria', ROLES.agent)
  const manager = device('manager', ROLES.manager)
  const admin = device('admin', ROLES.admin)
  const choose = (stage: Stage, rows: ReturnType<typeof shift>[], devices = [agent, maria, manager, admin]) =>
    chooseAudience(stage, { devices, shifts: readShifts(rows, 'UTC'), now }).map((one) => one.subscriptionId)
  const agents = [shift({ ...day, userIds: ['user-agent'], message: ' Desk 1 ' })]

  it('those on duty, then managers and above too', () => {
    expect(choose(0, agents)).toEqual(['agent'])
    expect(choose(1, agents)).toEqual(['agent'])
    expect(choose(2, agents)).toEqual(['agent', 'manager', 'admin'])
  })

  it('everybody where no shift is configured, or only disabled ones', () => {
    expect(choose(0, [])).toEqual(['agent', 'maria', 'manager', 'admin'])
    expect(choose(0, [shift({ ...day, isEnabled: false })])).toHaveLength(4)
  })

  it('managers at once where nobody on duty can be reached', () => {
    const later = [shift({ shiftStart: '18:00', shiftEnd: '20:00' })]
    expect(choose(0, later)).toEqual(['manager', 'admin'])
    expect(choose(0, agents, [maria, manager])).toEqual(['manager'])
    expect(choose(2, later, [agent])).toEqual([])
  })

  it('with the line of their own shift', () => {
    const alerted = chooseAudience(2, { devices: [agent, manager], shifts: readShifts(agents, 'UTC'), now })
    expect(alerted).toEqual([
      { subscriptionId: 'agent', line: 'Desk 1' },
      { subscriptionId: 'manager', line: null },
    ])
    const both = readShifts([shift(day), shift({ ...day, message: 'Desk 2' })], 'UTC')
    expect(chooseAudience(0, { devices: [maria], shifts: both, now })[0]?.line).toBe('Desk 2')
  })
})
