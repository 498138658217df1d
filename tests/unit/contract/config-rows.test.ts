import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { assigneeSchema, assigneesSchema, assigneeStatusesSchema } from '#src/contract/assignees.ts'
import { auditPageSchema } from '#src/contract/audit.ts'
import { alertSchema, alertsSchema, dutyIntervalsSchema } from '#src/contract/bot-configs.ts'
import {
  INTEGRATION_CATEGORIES,
  integrationsSchema,
  isIntegrationCategory,
} from '#src/contract/integrations.ts'
import { testUsersSchema } from '#src/contract/test-users.ts'
import { departmentsSchema, listedTicketsSchema } from '#src/contract/tickets.ts'
import { typicalAnswerSchema, typicalAnswersSchema } from '#src/contract/typical-answers.ts'
import { usersSchema } from '#src/contract/users.ts'

const TIME = '2026-11-20T12:00:00.000Z'
const USER = {
  id: 'u',
  username: 'maria',
  name: 'Maria',
  role: 4,
  fbid: null,
  createdAt: TIME,
  updatedAt: TIME,
  lastLogin: null,
}
const TICKET = {
  id: 't',
  createdOn: TIME,
  title: 'Room 7',
  description: 'Towels',
  queueId: 'q',
  agentId: null,
  status: 'open',
  guestId: null,
  chatId: null,
  room: '',
}
const ASSIGNEE = { id: 'a', name: 'Ivo', username: '', telephoneNumber: '7', queueId: null, statusId: 2 }
const SYSTEM = {
  id: 'i',
  category: 'PMS',
  hostSystem: 'x',
  userName: '',
  hostSystemIdentifier: '',
  isActive: false,
}

describe('rows of the configuration', () => {
  it.each<[string, v.GenericSchema<unknown, unknown[]>, object]>([
    ['users', usersSchema, USER],
    ['test users', testUsersSchema, { id: 'c', displayName: 'Ana' }],
    ['answers', typicalAnswersSchema, { id: 'a', label: 'Pool', answer: 'From 8' }],
    ['departments', departmentsSchema, { id: 'q', name: 'Spa', isAdmin: false }],
    ['assignees', assigneesSchema, ASSIGNEE],
    ['tickets', listedTicketsSchema, TICKET],
    ['integrations', integrationsSchema, SYSTEM],
  ])('%s are read as they are, with version and lock where they have them', (_, schema, row) => {
    const more = { etag: '"3"', undeletable: true }
    expect(v.parse(schema, [row, { ...row, ...more, colour: 'blue' }])).toEqual([row, { ...row, ...more }])
    expect(v.is(schema, { rows: [] })).toBe(false)
    // One that can't be read hides no other, and no other field of its own.
    const [wrong, other] = v.parse(schema, [{ ...row, etag: 7 }, row])
    expect(wrong).toEqual({ ...row, unreadable: ['etag'] })
    expect(other).toEqual(row)
    expect(v.parse(schema, ['row'])).toMatchObject([{ unreadable: ['row'] }])
  })

  it.each<[object, object]>([
    [{ role: '4' }, { role: null, unreadable: ['role'] }],
    [{ role: 9 }, { role: null, unreadable: ['role'] }],
    [{ createdAt: 'yesterday' }, { createdAt: null, unreadable: ['createdAt'] }],
    [{ username: 7 }, { username: '', unreadable: ['username'] }],
  ])('a user with %j is marked', (wrong, read) => {
    expect(v.parse(usersSchema, [{ ...USER, ...wrong }])).toEqual([{ ...USER, ...read }])
  })

  it('what the specification alone lacks is none', () => {
    const { fbid: _fbid, updatedAt: _updated, ...rest } = USER
    expect(v.parse(usersSchema, [rest])).toEqual([{ ...USER, updatedAt: null }])
    const { guestId: _guest, chatId: _chat, room: _room, ...ticket } = TICKET
    expect(v.parse(listedTicketsSchema, [ticket])).toEqual([TICKET])
  })

  it('a telephone number may be a number, ids too', () => {
    const row = { ...ASSIGNEE, id: 7, queueId: 8, telephoneNumber: 7_025_094_433, username: null }
    expect(v.parse(assigneeSchema, row)).toEqual({
      ...ASSIGNEE,
      id: '7',
      queueId: '8',
      telephoneNumber: '7025094433',
    })
    expect(v.parse(assigneeStatusesSchema, [{ id: 2, name: 'Active' }])).toEqual([
      { id: '2', name: 'Active' },
    ])
  })

  it('of an integration is told whether there are secrets, never which', () => {
    const row = { ...SYSTEM, apiKey: 'abc', hasApiKey: true, password: 'xyz', hasPassword: false }
    expect(v.parse(integrationsSchema, [row])).toEqual([{ ...SYSTEM, hasApiKey: true, hasPassword: false }])
  })

  it('categories have words for people (specification section 1)', () => {
    expect(INTEGRATION_CATEGORIES.TICKET).toBe('TICKETING')
    expect(Object.keys(INTEGRATION_CATEGORIES).every(isIntegrationCategory)).toBe(true)
    for (const other of ['TICKETING', '', 'toString']) expect(isIntegrationCategory(other)).toBe(false)
  })

  it.each([{}, { id: '' }, [], null, 'OK'])('%j is no single row', (answer) => {
    expect(v.is(typicalAnswerSchema, answer)).toBe(false)
    expect(v.is(alertSchema, answer)).toBe(false)
  })
})

describe('rows of bot-config', () => {
  const config = {
    isEnabled: false,
    name: 'Desk',
    type: 'SMS',
    notificationType: 'user_needs_help',
    sendTo: '7',
  }

  it('have their configuration beside their id, the type of an alert being its own', () => {
    const row = { id: 'x', type: 'alerts', config, etag: '"1"' }
    expect(v.parse(alertsSchema, [row])).toEqual([{ ...config, id: 'x', etag: '"1"' }])
    expect(v.parse(alertSchema, row)).toEqual({ ...config, id: 'x', etag: '"1"' })
  })

  it.each([undefined, null, 7, []])('are shown with the configuration %j, and marked', (none) => {
    const [row] = v.parse(alertsSchema, [{ id: 'x', type: 'alerts', config: none }])
    expect(row).toMatchObject({ id: 'x', sendTo: '', unreadable: ['config'] })
  })

  it('a shift without people is everyone’s, of an unreadable person the others are kept', () => {
    const shift = { shiftStart: '08:00', shiftEnd: '24:00', frequency: 'Daily' }
    const read = (userIds: unknown) =>
      v.parse(dutyIntervalsSchema, [{ id: 's', type: 'agentOnDuty', config: { ...shift, userIds } }])[0]
    const whole = { id: 's', ...shift, isEnabled: true, name: '', message: '' }
    expect(read(undefined)).toEqual({ ...whole, userIds: [] })
    expect(read(['a', {}, 'b'])).toEqual({ ...whole, userIds: ['a', 'b'] })
    expect(read('a')).toEqual({ ...whole, userIds: [], unreadable: ['userIds'] })
  })
})

describe('a page of the audit', () => {
  const entry = {
    id: '9',
    at: TIME,
    user: { id: 'u', name: 'Ada' },
    list: 'users',
    rowId: 'r',
    rowName: 'Maria',
    action: 'update',
    changes: [{ field: 'role', before: 0, after: 4 }],
  }

  it('is read, an entry of an unknown list too; null is as good as absent', () => {
    const rooms = { ...entry, list: 'rooms', changes: [{ field: 'floor', after: 2 }] }
    expect(v.parse(auditPageSchema, { rows: [entry, rooms], next: 9 })).toEqual({
      rows: [entry, { ...rooms, changes: [{ field: 'floor', before: null, after: 2 }] }],
      next: '9',
    })
    expect(v.parse(auditPageSchema, { rows: [] })).toEqual({ rows: [], next: null })
    expect(v.is(auditPageSchema, [])).toBe(false)
  })

  it('marks what it can not read', () => {
    const { rows } = v.parse(auditPageSchema, {
      rows: [{ ...entry, action: 'paint', user: 'Ada', changes: 7 }],
    })
    expect(rows).toEqual([
      { ...entry, action: null, user: null, changes: [], unreadable: ['user', 'action', 'changes'] },
    ])
  })
})
