import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { capabilitiesSchema } from '#src/contract/capabilities-answer.ts'
import { NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import { environmentsSchema } from '#src/contract/environments.ts'
import { isKnownId } from '#src/contract/lenient.ts'
import { staffSchema } from '#src/contract/staff.ts'
import { departmentsSchema, isTicketStatus, TICKET_STATUSES, ticketSchema } from '#src/contract/tickets.ts'
import { typicalAnswersSchema } from '#src/contract/typical-answers.ts'

const TICKET = {
  id: 't',
  createdOn: '2026-11-20T12:00:00.000Z',
  title: 'Room 1204',
  description: 'Two towels',
  queueId: 'q',
  agentId: 'a',
  status: 'open',
  guestId: 'g',
  chatId: 'c',
  room: '1204',
}

describe('departments', () => {
  it('are read with ids of any kind; a missing isAdmin is none', () => {
    expect(v.parse(departmentsSchema, [{ id: 7, name: 'Front Desk' }])).toEqual([
      { id: '7', name: 'Front Desk', isAdmin: false },
    ])
    expect(v.parse(departmentsSchema, [])).toEqual([])
  })

  it.each([{}, '<html>', null, 7])('%j are none', (answer) => {
    expect(v.is(departmentsSchema, answer)).toBe(false)
  })

  it.each<[unknown, object, boolean]>([
    [{ name: 'no id' }, { name: 'no id', unreadable: ['id'] }, false],
    [{ id: '', name: 'empty' }, { name: 'empty', unreadable: ['id'] }, false],
    [{ id: null, name: 'none' }, { name: 'none', unreadable: ['id'] }, false],
    ['Front Desk', { name: '', isAdmin: false, unreadable: ['row'] }, false],
    [null, { name: '', isAdmin: false, unreadable: ['row'] }, false],
    [{ id: 'q' }, { id: 'q', name: '' }, true],
    [{ id: 'q', name: 7 }, { id: 'q', name: '', unreadable: ['name'] }, true],
    [
      { id: 'q', name: 'Spa', isAdmin: 'no' },
      { id: 'q', name: 'Spa', isAdmin: false, unreadable: ['isAdmin'] },
      true,
    ],
  ])('%j hides no other, is shown and marked', (wrong, read, isKnown) => {
    const rows = v.parse(departmentsSchema, [
      { id: 'a', name: 'Front Desk' },
      wrong,
      { id: 'z', name: 'Bar' },
    ])
    expect(rows.map(({ id }) => id).filter((id) => 'az'.includes(id))).toEqual(['a', 'z'])
    expect(rows[1]).toMatchObject(read)
    expect(isKnownId(rows[1]?.id ?? '')).toBe(isKnown)
    expect(v.parse(departmentsSchema, [wrong])[0]?.id).toBe(rows[1]?.id)
  })
})

describe('a ticket', () => {
  it('is read as it is', () => {
    expect(v.parse(ticketSchema, TICKET)).toEqual(TICKET)
  })

  it('may lack what the specification alone does not have', () => {
    const { agentId, guestId, chatId, room, ...rest } = TICKET
    expect([agentId, guestId, chatId, room]).not.toContain(null)
    const none = { agentId: null, guestId: null, chatId: null, room: null }
    expect(v.parse(ticketSchema, rest)).toEqual({ ...rest, ...none })
    expect(v.parse(ticketSchema, { ...rest, ...none })).toEqual({ ...rest, ...none })
  })

  it.each(['id', 'createdOn', 'title', 'description', 'queueId', 'status'] as const)(
    'needs its %s',
    (field) => {
      const { [field]: _, ...rest } = TICKET
      expect(v.is(ticketSchema, rest)).toBe(false)
    },
  )

  it('has one of four states, with words for people (specification section 9)', () => {
    expect(TICKET_STATUSES).toEqual({
      open: 'New',
      assigned: 'In Progress',
      blocked: 'Blocked',
      closed: 'Resolved',
    })
    expect(Object.keys(TICKET_STATUSES).every(isTicketStatus)).toBe(true)
    for (const other of ['New', '', 'toString', '__proto__', 'constructor'])
      expect(isTicketStatus(other)).toBe(false)
  })
})

describe('colleagues', () => {
  it('are read; without a word about it nobody is online', () => {
    expect(v.parse(staffSchema, [{ id: 3, name: 'Maria', role: 0 }])).toEqual([
      { id: '3', name: 'Maria', role: 0, online: false },
    ])
  })

  it('may be called the same: ids tell them apart', () => {
    const twins = [1, 2].map((id) => ({ id: String(id), name: 'Kim Lee', role: 0, online: true }))
    expect(v.parse(staffSchema, twins)).toEqual(twins)
  })

  it.each([
    [{ role: 5 }, { id: 'u', role: null, unreadable: ['role'] }],
    [{ role: '0' }, { id: 'u', role: null, unreadable: ['role'] }],
    [{ name: null }, { id: 'u', name: '', unreadable: ['name'] }],
    [{ id: null }, { name: 'Maria', unreadable: ['id'] }],
    [{ online: 'yes' }, { id: 'u', online: false, unreadable: ['online'] }],
  ])('with %j one is marked, and hides no other', (wrong, read) => {
    const whole = { id: 'a', name: 'Alex', role: 4, online: true }
    const rows = v.parse(staffSchema, [{ id: 'u', name: 'Maria', role: 0, online: true, ...wrong }, whole])
    expect(rows[0]).toMatchObject(read)
    expect(rows[1]).toEqual(whole)
  })
})

describe('saved answers', () => {
  it('that are partly unreadable hide no other', () => {
    const whole = { id: 'a', label: 'Pool', answer: 'Until 9.' }
    const rows = v.parse(typicalAnswersSchema, [whole, { id: 7, label: ['x'], answer: 'From 7.' }, 'Bar'])
    expect(rows.slice(0, 2)).toEqual([
      whole,
      { id: '7', label: '', answer: 'From 7.', unreadable: ['label'] },
    ])
    expect(rows[2]).toMatchObject({ label: '', answer: '', unreadable: ['row'] })
    expect(v.is(typicalAnswersSchema, { answers: [] })).toBe(false)
  })
})

describe('what an environment offers', () => {
  it('is nothing but what it announces', () => {
    expect(v.parse(capabilitiesSchema, {})).toEqual(NO_CAPABILITIES)
    expect(v.parse(capabilitiesSchema, { staff: true }).staff).toBe(true)
    expect(v.is(capabilitiesSchema, { staff: 'yes' })).toBe(false)
  })
})

describe('environments', () => {
  const entry = { key: 'local', label: 'Local', value: 'local' }

  it('are secure, and without address, dashboards and app, unless they say otherwise', () => {
    expect(v.parse(environmentsSchema, [entry])).toEqual([
      { ...entry, url: '', botType: '', secure: true, dashboards: {} },
    ])
  })

  it.each([
    [],
    {},
    [{ ...entry, value: 'moon' }],
    [{ ...entry, dashboards: { hotel: [{ title: 'No url' }] } }],
  ])('%j is no list', (list) => {
    expect(v.is(environmentsSchema, list)).toBe(false)
  })
})
