import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { ROLES, type RoleName } from '#src/domain/roles.ts'
import { createClient, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** A call with an answer that changes nothing: `status` is what whoever is allowed gets. */
interface Call {
  method: string
  /** As the route is written. */
  route: string
  path: string
  least: RoleName
  status: number
  json?: unknown
  /** What a guest's token gets; 401 unless it says otherwise (CONTRACT section 8). */
  guest?: number
  /** Ends the session with which it is made. */
  endsSession?: boolean
}

const get = (route: string, path: string, status = 200): Call => ({
  method: 'GET',
  route,
  path,
  least: 'agent',
  status,
})

/** Every call of the environment that asks who calls (CONTRACT sections 2, 5 and 6). */
const CALLS: Call[] = [
  get('/api/info/chats', '/api/info/chats'),
  get('/api/info/chats/:id', '/api/info/chats/free'),
  get('/api/info/chats/:id/messages', '/api/info/chats/free/messages'),
  get('/api/info/message/:id', '/api/info/message/free-m0'),
  get('/api/info/typical-answers', '/api/info/typical-answers'),
  get('/api/inhouse-guest-info/:chatId', '/api/inhouse-guest-info/long'),
  get('/api/sync', '/api/sync'),
  get('/api/takeover/pause/:chatId', '/api/takeover/pause/none', 404),
  get('/api/takeover/play/:chatId', '/api/takeover/play/none', 404),
  get('/api/takeover/resolve/:chatId', '/api/takeover/resolve/none', 404),
  {
    ...get('/api/takeover/send/:chatId', '/api/takeover/send/free', 422),
    method: 'POST',
    json: { text: ' ' },
  },
  { ...get('/api/takeover/upload/:chatId', '/api/takeover/upload/free', 400), method: 'POST', json: {} },
  {
    ...get('/api/takeover/pass/:chatId', '/api/takeover/pass/none', 422),
    method: 'POST',
    json: { userId: 'nobody' },
  },
  get('/api/staff', '/api/staff'),
  get('/api/ticketing/Queues', '/api/ticketing/Queues/'),
  { ...get('/api/add-ticket', '/api/add-ticket', 422), method: 'POST', json: {} },
  { ...get('/api/bot-config', '/api/bot-config/?type=alerts'), least: 'admin' },
  { ...get('/api/bot-config/:id', '/api/bot-config/none?type=alerts', 404), least: 'admin' },
  { ...get('/api/bot-config', '/api/bot-config', 422), method: 'POST', json: {}, least: 'admin' },
  { ...get('/api/bot-config/:id', '/api/bot-config/none', 422), method: 'POST', json: {}, least: 'admin' },
  { ...get('/api/bot-config/:id', '/api/bot-config/none', 422), method: 'PUT', json: {}, least: 'admin' },
  {
    ...get('/api/bot-config/:id', '/api/bot-config/none?type=alerts', 404),
    method: 'DELETE',
    least: 'admin',
  },
  { ...get('/api/admin/deliveries', '/api/admin/deliveries'), least: 'admin' },
  {
    ...get('/api/admin/alerts/:id/test', '/api/admin/alerts/none/test', 404),
    method: 'POST',
    least: 'admin',
  },
  { ...get('/api/push/subscription', '/api/push/subscription', 422), method: 'PUT', json: {} },
  { ...get('/api/push/subscription', '/api/push/subscription', 422), method: 'DELETE', json: {} },
  { ...get('/api/push/test', '/api/push/test', 404), method: 'POST' },
  { ...get('/api/attachments/:id', '/api/attachments/none', 404), guest: 404 },
  { ...get('/api/pictures/:name', '/api/pictures/none', 404), guest: 404 },
  { ...get('/api/auth', '/api/auth', 204), method: 'DELETE', endsSession: true },
]

/** Calls that anybody may make, and the guests' own (CONTRACT sections 1 and 8). */
const OPEN = [
  'GET /api/auth',
  'POST /api/auth',
  'GET /api/capabilities',
  'GET /api/health',
  'POST /api/guest/session',
]
const GUESTS = ['GET /api/guest/messages', 'POST /api/guest/messages']

const ROLE_NAMES: RoleName[] = ['agent', 'manager', 'marketing', 'operator', 'admin']
let server: TestServer
let guest: Client
const staff = new Map<RoleName, Client>()

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  for (const role of ROLE_NAMES) staff.set(role, await signIn(server, role))
  const session = await createClient(server).call('/api/guest/session', { method: 'POST', json: {} })
  guest = createClient(server, String(readField(session.body, 'token')))
})
afterAll(() => server.stop())

const make = async (client: Client, { method, path, json }: Call) =>
  client.call(path, { method, ...(json === undefined ? {} : { json }) })
const nameOf = ({ method, route }: Pick<Call, 'method' | 'route'>) => `${method} ${route}`

describe('who may make which call', () => {
  it.each(ROLE_NAMES.flatMap((role) => CALLS.map((call) => [role, nameOf(call), call] as const)))(
    '%s: %s',
    async (role, _, call) => {
      const client = call.endsSession ? await signIn(server, role) : staff.get(role)
      if (!client) throw new Error(`nobody is signed in as ${role}`)
      const { status, body } = await make(client, call)
      const isAllowed = ROLES[role] >= ROLES[call.least]
      expect(status).toBe(isAllowed ? call.status : 403)
      if (!isAllowed) expect(body).toMatchObject({ code: 'forbidden' })
    },
  )

  it.each(CALLS.map((call) => [nameOf(call), call] as const))(
    'nobody without a session: %s',
    async (_, call) => {
      for (const client of [createClient(server), createClient(server, 'unknown')]) {
        const { status, body } = await make(client, call)
        expect(status).toBe(401)
        expect(body).toMatchObject({ code: 'unauthorized' })
      }
      const { status } = await make(guest, call)
      expect(status).toBe(call.guest ?? 401)
    },
  )

  it('no role makes a guest’s calls', async () => {
    for (const client of staff.values()) {
      expect((await client.call('/api/guest/messages')).status).toBe(401)
      const json = { text: 'I am the guest' }
      expect((await client.call('/api/guest/messages', { method: 'POST', json })).status).toBe(401)
    }
    expect((await guest.call('/api/guest/messages')).status).toBe(200)
  })

  it('every call is in this table', () => {
    const routes = createApp(server.context).routes
    const there = new Set(
      routes
        .filter(({ method, path }) => method !== 'ALL' && /^\/(api|analytics)\//.test(path))
        .map(({ method, path }) => nameOf({ method, route: path })),
    )
    const listed = [...CALLS.map(nameOf), ...OPEN, ...GUESTS]
    expect([...there].sort()).toEqual([...new Set(listed)].sort())
  })
})
