import { SECRET_CHANGED, type AuditChange, type AuditEntry } from '#src/contract/audit.ts'
import { ROLES } from '#src/domain/roles.ts'

/** People, departments, assignees and the bot's dialogs by their ids. */
export type Names = ReadonlyMap<string, string>

/** The lists by the names of their screens; one that this console does not know by its own. */
const LISTS: Readonly<Record<string, string>> = {
  users: 'Users',
  'test-users': 'Test users',
  'typical-answers': 'Responses',
  queues: 'Departments',
  assignees: 'Assignees',
  tickets: 'Tickets',
  integrations: 'Integrations',
  alerts: 'Alerts',
  agentOnDuty: 'Agent on duty',
  intents: 'Intents',
  translations: 'Built-In Intent Strings',
  guests: 'Guests',
}

/** Fields by their labels on the screens (specification section 3). */
const FIELDS: Readonly<Record<string, string>> = {
  answer: 'Response',
  agentId: 'Assignee',
  description: 'Request',
  fbid: 'Facebook ID',
  isEnabled: 'Enabled',
  isActive: 'Active',
  isBlocked: 'Blocked',
  isAdmin: 'The house’s own',
  queueId: 'Department',
  statusId: 'Status',
  shiftStart: 'Start',
  shiftEnd: 'End',
  title: 'Location',
  unsafePassword: 'Password',
  userIds: 'Who',
  userName: 'User name',
  apiKey: 'API key',
  url: 'Link',
  requiresAuth: 'Require in-house authentication',
  externalTicketSKU: 'External SKU',
}

/** What they hold is ids. */
const NAMED_FIELDS = ['userIds', 'queueId', 'agentId', 'department', 'redirectTo']

const TICKET_STATUSES: Readonly<Record<string, string>> = {
  open: 'New',
  assigned: 'In Progress',
  blocked: 'Blocked',
  closed: 'Resolved',
}

/** Specification section 2. */
const ASSIGNEE_STATUSES: Readonly<Record<number, string>> = { 1: 'Inactive', 2: 'Active', 3: 'Break' }

export function nameList(list: string): string {
  return LISTS[list] ?? list
}

/** `Added`, `Changed`, `Deleted`, `Downloaded`. */
export function describeAction({ action }: AuditEntry): string {
  switch (action) {
    case 'create':
      return 'Added'
    case 'update':
      return 'Changed'
    case 'delete':
      return 'Deleted'
    case 'export':
      return 'Downloaded'
    case null:
      return 'Not known'
  }
}

/** A field that was changed, in words: `Response: “Hello” became “Good day”`. */
export function describeChange({ list, action }: AuditEntry, change: AuditChange, names: Names): string {
  const field = nameField(change.field)
  const [before, after] = [change.before, change.after].map((value) =>
    describeValue({ list, field: change.field, names }, value),
  )
  if (change.before === SECRET_CHANGED || change.after === SECRET_CHANGED) {
    return `${field}: ${action === 'create' ? 'set' : 'changed'}, not shown`
  }
  if (action === 'create') return `${field}: ${after}`
  if (action === 'delete') return `${field}: was ${before}`
  return `${field}: ${before} became ${after}`
}

export function describeChanges(entry: AuditEntry, names: Names): string {
  return entry.changes.map((change) => describeChange(entry, change, names)).join('; ')
}

/** `shiftStart` as `Start`, `hostSystem` as `Host system`. */
export function nameField(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return FIELDS[field] ?? words.slice(0, 1).toUpperCase() + words.slice(1)
}

interface Place {
  list: string
  field: string
  names: Names
}

function describeValue(place: Place, value: unknown): string {
  const { field } = place
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return field === 'userIds' ? 'everyone' : 'nothing'
    return value.map((item) => describeValue(place, item)).join(', ')
  }
  if (typeof value === 'string') return `“${nameWord(place, value)}”`
  if (field === 'role') return Object.entries(ROLES).find(([, role]) => role === value)?.[0] ?? String(value)
  if (field === 'statusId' && typeof value === 'number') return ASSIGNEE_STATUSES[value] ?? String(value)
  if (typeof value === 'object') return describeParts(place, value)
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** What has parts, such as a choice of an intent: those that are set, the name first and by itself. */
function describeParts(place: Place, value: object): string {
  const { name, ...parts } = { name: '', ...value }
  const words = Object.entries(parts)
    .filter(([, part]) => part !== '' && part !== null)
    .map(([field, part]) => `${nameField(field)}: ${describeValue({ ...place, field }, part)}`)
  const own = typeof name === 'string' && name !== '' ? `“${name}”` : ''
  if (own === '') return words.join(', ') || 'nothing'
  return words.length === 0 ? own : `${own} (${words.join(', ')})`
}

function nameWord({ list, field, names }: Place, word: string): string {
  if (list === 'tickets' && field === 'status') return TICKET_STATUSES[word] ?? word
  return NAMED_FIELDS.includes(field) ? (names.get(word) ?? word) : word
}
