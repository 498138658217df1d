import type * as v from 'valibot'
import { assigneeSchema, assigneesSchema } from '#src/contract/assignees.ts'
import {
  alertSchema,
  alertsSchema,
  dutyIntervalSchema,
  dutyIntervalsSchema,
} from '#src/contract/bot-configs.ts'
import { integrationSchema, integrationsSchema } from '#src/contract/integrations.ts'
import { intentSchema, intentsSchema } from '#src/contract/intents.ts'
import type { ListName } from '#src/contract/lists.ts'
import { testUserSchema, testUsersSchema } from '#src/contract/test-users.ts'
import {
  departmentSchema,
  departmentsSchema,
  listedTicketSchema,
  listedTicketsSchema,
} from '#src/contract/tickets.ts'
import { typicalAnswerSchema, typicalAnswersSchema } from '#src/contract/typical-answers.ts'
import { userSchema, usersSchema } from '#src/contract/users.ts'
import type { RoleName } from '#src/domain/roles.ts'
import { readField, type Answer, type Client } from './api-client.ts'

/** A list of the configuration as its calls know it. */
export interface ConfigListCase {
  list: ListName
  /** The list's address. */
  path: string
  rows: v.GenericSchema<unknown, { id: string; unreadable?: string[] }[]>
  row: v.GenericSchema<unknown, { id: string; unreadable?: string[] }>
  /** The least role that writes it. */
  writer: RoleName
  /** A row that can be added; `nth` keeps names apart. */
  add(nth: number): { method: string; path: string; json?: object }
  /** Where adding one answers its id alone (specification section 7). */
  givesId?: true
  /** What changes a row; none where a row has nothing to change. */
  change: object | null
  /** A change that is refused with 422. */
  wrong: object
  /** How a row is addressed. */
  at(id: string): string
  /** The audit's name of the row that `add(1)` makes, and of which field `change` makes what. */
  told: { rowName: string; change: { field: string; before: unknown; after: unknown } | null }
}

const SHIFT = { shiftStart: '08:00', shiftEnd: '16:00', frequency: 'Daily', name: 'Early' }
const ALERT = { name: 'Desk', type: 'SMS', notificationType: 'user_needs_help', sendTo: '7025094433' }
const post = (path: string, json: object) => ({ method: 'POST', path, json })
const changed = (field: string, before: unknown, after: unknown) => ({ field, before, after })

/** Every list whose rows are added, changed and deleted by the same kind of call (CONTRACT section 6). */
export const CONFIG_LISTS: ConfigListCase[] = [
  {
    list: 'users',
    path: '/api/admin/users',
    rows: usersSchema,
    row: userSchema,
    writer: 'admin',
    add: (nth) => post('/api/admin/users', { name: `kim${nth}`, unsafePassword: 'quiet harbour light' }),
    change: { role: 3 },
    wrong: { role: '3' },
    at: (id) => `/api/admin/users/${id}`,
    told: { rowName: 'kim1', change: changed('role', 0, 3) },
  },
  {
    list: 'typical-answers',
    path: '/api/manager/typical-answers',
    rows: typicalAnswersSchema,
    row: typicalAnswerSchema,
    writer: 'manager',
    add: (nth) => post('/api/manager/typical-answers', { label: `Pool ${nth}`, answer: 'From 8 to 20.' }),
    change: { answer: 'From 9 to 20.' },
    wrong: { answer: ' ' },
    at: (id) => `/api/manager/typical-answers/${id}`,
    told: { rowName: 'Pool 1', change: changed('answer', 'From 8 to 20.', 'From 9 to 20.') },
  },
  {
    list: 'queues',
    path: '/api/ticketing/Queues',
    rows: departmentsSchema,
    row: departmentSchema,
    writer: 'admin',
    add: (nth) => post('/api/ticketing/Queues', { name: `Spa ${nth}` }),
    change: { name: 'Spa and Pool' },
    wrong: { name: '' },
    at: (id) => `/api/ticketing/Queues/${id}`,
    told: { rowName: 'Spa 1', change: changed('name', 'Spa 1', 'Spa and Pool') },
  },
  {
    list: 'assignees',
    path: '/api/ticketing/Agents',
    rows: assigneesSchema,
    row: assigneeSchema,
    writer: 'admin',
    add: (nth) => post('/api/ticketing/Agents', { name: `Ivo ${nth}`, telephoneNumber: '7025094433' }),
    change: { queueId: 'housekeeping' },
    wrong: { telephoneNumber: 'none' },
    at: (id) => `/api/ticketing/Agents/${id}`,
    told: { rowName: 'Ivo 1', change: changed('queueId', null, 'housekeeping') },
  },
  {
    list: 'tickets',
    path: '/api/ticketing/Tickets',
    rows: listedTicketsSchema,
    row: listedTicketSchema,
    writer: 'operator',
    add: (nth) =>
      post('/api/add-ticket', { queueId: 'housekeeping', title: `Room ${nth}`, description: 'Towels' }),
    change: { status: 'assigned' },
    wrong: { status: 'New' },
    at: (id) => `/api/ticketing/Tickets/${id}`,
    told: { rowName: 'Room 1', change: changed('status', 'open', 'assigned') },
  },
  {
    list: 'integrations',
    path: '/api/admin/integration',
    rows: integrationsSchema,
    row: integrationSchema,
    writer: 'admin',
    add: (nth) => post('/api/admin/integration', { category: 'PMS', hostSystem: `Ledger ${nth}` }),
    change: { isActive: true },
    wrong: { isActive: 'yes' },
    at: (id) => `/api/admin/integration/${id}`,
    told: { rowName: 'Ledger 1', change: changed('isActive', false, true) },
  },
  {
    list: 'intents',
    path: '/api/luis/intents',
    rows: intentsSchema,
    row: intentSchema,
    writer: 'operator',
    add: (nth) => post('/api/luis/intents', { name: `Heliport ${nth}` }),
    givesId: true,
    change: { name: 'Heliport and pier' },
    wrong: { name: ' ' },
    at: (id) => `/api/luis/intents/${id}`,
    told: { rowName: 'Heliport 1', change: changed('name', 'Heliport 1', 'Heliport and pier') },
  },
  {
    list: 'alerts',
    path: '/api/bot-config?type=alerts',
    rows: alertsSchema,
    row: alertSchema,
    writer: 'admin',
    add: () => post('/api/bot-config', { type: 'alerts', config: ALERT }),
    change: { type: 'alerts', config: { ...ALERT, isEnabled: false } },
    wrong: { type: 'alerts', config: { ...ALERT, type: 'pigeon' } },
    at: (id) => `/api/bot-config/${id}?type=alerts`,
    told: { rowName: 'Desk', change: changed('isEnabled', true, false) },
  },
  {
    list: 'agentOnDuty',
    path: '/api/bot-config?type=agentOnDuty',
    rows: dutyIntervalsSchema,
    row: dutyIntervalSchema,
    writer: 'admin',
    add: () => post('/api/bot-config', { type: 'agentOnDuty', config: SHIFT }),
    change: { type: 'agentOnDuty', config: { ...SHIFT, shiftEnd: '17:00' } },
    wrong: { type: 'agentOnDuty', config: { ...SHIFT, shiftEnd: 'late' } },
    at: (id) => `/api/bot-config/${id}?type=agentOnDuty`,
    told: { rowName: 'Early', change: changed('shiftEnd', '16:00', '17:00') },
  },
  {
    list: 'test-users',
    path: '/api/test-users',
    rows: testUsersSchema,
    row: testUserSchema,
    writer: 'admin',
    add: (nth) => ({ method: 'PUT', path: `/api/test-users/old-${nth}` }),
    change: null,
    wrong: {},
    at: (id) => `/api/test-users/${id}`,
    told: { rowName: 'Guest of old-1', change: null },
  },
]

/** The id of a row that was added. */
export function readAddedId({ givesId }: ConfigListCase, { body }: Answer): string {
  return String(givesId ? body : readField(body, 'id'))
}

/** Adds a row and gives the answer that has it; throws where it was not added. */
export async function addRow(
  client: Client,
  one: ConfigListCase,
  nth: number,
): Promise<Answer & { id: string }> {
  const { path, ...options } = one.add(nth)
  const answer = await client.call(path, options)
  if (answer.status !== 201) throw new Error(`not added: ${answer.status} ${JSON.stringify(answer.body)}`)
  const id = readAddedId(one, answer)
  return { ...(one.givesId ? await client.call(one.at(id)) : answer), id }
}
