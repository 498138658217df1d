import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { capabilitiesSchema, NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import { environmentsSchema } from '#src/contract/environments.ts'
import { staffSchema } from '#src/contract/staff.ts'
import { departmentsSchema, isTicketStatus, TICKET_STATUSES, ticketSchema } from '#src/contract/tickets.ts'

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

  it.each([
    {},
    '<html>',
    null,
    [{ name: 'no id' }],
    [{ id: '', name: 'empty' }],
    [{ id: 'q' }],
    ['Front Desk'],
  ])('%j are none', (answer) => {
    expect(v.is(departmentsSchema, answer)).toBe(false)
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

  it.each([{ role: 5 }, { role: '0' }, { name: null }, { id: null }, { online: 'yes' }])(
    'are not read with %j',
    (wrong) => {
      expect(v.is(staffSchema, [{ id: 'u', name: 'Maria', role: 0, online: true, ...wrong }])).toBe(false)
    },
  )
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
