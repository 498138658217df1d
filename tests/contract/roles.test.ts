import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { ROLES, type RoleName } from '#src/domain/roles.ts'
import { createClient, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { GUEST_CALLS, OPEN_CALLS } from '#tests/support/open-calls.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** A call with an answer, which changes nothing but that questions are trained again as they are: `status` is what whoever is allowed gets. */
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

/** A call of the configuration: `status` is what whoever is allowed gets. */
const config = (least: RoleName, method: string, route: string, path: string, status: number): Call => ({
  method,
  route,
  path,
  least,
  status,
  // Nothing that could be written.
  ...(method === 'POST' || method === 'PUT' ? { json: { name: 7, label: 7, title: 7, category: 7 } } : {}),
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
  ...(['alerts', 'agentOnDuty', 'cronCampaigns'] as const).flatMap((type): Call[] => {
    const least = type === 'cronCampaigns' ? 'marketing' : 'admin'
    const json = { type, config: { frequency: 7, sendTo: 7 } }
    return [
      { ...get('/api/bot-config', '/api/bot-config', 422), method: 'POST', json, least },
      { ...get('/api/bot-config/:id', '/api/bot-config/none', 422), method: 'POST', json, least },
      { ...get('/api/bot-config/:id', '/api/bot-config/none', 422), method: 'PUT', json, least },
    ]
  }),
  config('admin', 'GET', '/api/bot-config', '/api/bot-config/?type=cronCampaigns', 200),
  config('marketing', 'GET', '/api/bot-config/:id', '/api/bot-config/none?type=cronCampaigns', 404),
  config('admin', 'DELETE', '/api/bot-config/:id', '/api/bot-config/none?type=cronCampaigns', 404),
  config('marketing', 'GET', '/api/segment', '/api/segment/', 200),
  config('admin', 'POST', '/api/segment', '/api/segment/', 422),
  config('admin', 'PUT', '/api/segment/:id', '/api/segment/none', 422),
  config('admin', 'DELETE', '/api/segment/:id', '/api/segment/none', 404),
  { ...config('admin', 'POST', '/api/segment-preview', '/api/segment-preview', 422), json: { userType: 7 } },
  config('admin', 'POST', '/api/run-campaign/:id', '/api/run-campaign/none', 404),
  config('admin', 'GET', '/api/campaign-preview/:id', '/api/campaign-preview/none', 404),
  config('marketing', 'GET', '/api/campaign-runs', '/api/campaign-runs', 200),
  config('admin', 'POST', '/api/campaign-runs/:id/stop', '/api/campaign-runs/none/stop', 404),
  {
    ...get('/api/bot-config/:id', '/api/bot-config/none?type=alerts', 404),
    method: 'DELETE',
    least: 'admin',
  },
  config('manager', 'GET', '/api/manager/typical-answers', '/api/manager/typical-answers/', 200),
  config('manager', 'POST', '/api/manager/typical-answers', '/api/manager/typical-answers/', 422),
  config('manager', 'PUT', '/api/manager/typical-answers/:id', '/api/manager/typical-answers/none', 422),
  config('manager', 'DELETE', '/api/manager/typical-answers/:id', '/api/manager/typical-answers/none', 404),
  config('operator', 'GET', '/api/ticketing/Tickets', '/api/ticketing/Tickets/', 200),
  config('operator', 'GET', '/api/ticketing/Tickets/:status', '/api/ticketing/Tickets/assigned', 200),
  config('operator', 'PUT', '/api/ticketing/Tickets/:id', '/api/ticketing/Tickets/none', 422),
  config('operator', 'DELETE', '/api/ticketing/Tickets/:id', '/api/ticketing/Tickets/none', 404),
  config('operator', 'GET', '/api/ticketing/AgentStatuses', '/api/ticketing/AgentStatuses', 200),
  config('operator', 'GET', '/api/ticketing/Agents', '/api/ticketing/Agents/', 200),
  config('admin', 'POST', '/api/ticketing/Agents', '/api/ticketing/Agents/', 422),
  config('admin', 'PUT', '/api/ticketing/Agents/:id', '/api/ticketing/Agents/none', 422),
  config('admin', 'DELETE', '/api/ticketing/Agents/:id', '/api/ticketing/Agents/none', 404),
  config('admin', 'POST', '/api/ticketing/Queues', '/api/ticketing/Queues/', 422),
  config('admin', 'PUT', '/api/ticketing/Queues/:id', '/api/ticketing/Queues/none', 422),
  config('admin', 'DELETE', '/api/ticketing/Queues/:id', '/api/ticketing/Queues/none', 404),
  config(
    'operator',
    'GET',
    '/api/admin/integrationByCategory/:category',
    '/api/admin/integrationByCategory/PMS',
    200,
  ),
  config('admin', 'GET', '/api/admin/integration', '/api/admin/integration/', 200),
  config('admin', 'POST', '/api/admin/integration', '/api/admin/integration/', 422),
  config('admin', 'PUT', '/api/admin/integration/:id', '/api/admin/integration/none', 422),
  config('admin', 'DELETE', '/api/admin/integration/:id', '/api/admin/integration/none', 404),
  config('admin', 'GET', '/api/admin/users', '/api/admin/users', 200),
  config('admin', 'POST', '/api/admin/users', '/api/admin/users', 422),
  config('admin', 'POST', '/api/admin/users-by-fbid/:fbid', '/api/admin/users-by-fbid/%20', 422),
  config('admin', 'PUT', '/api/admin/users/:id', '/api/admin/users/none', 422),
  config('admin', 'DELETE', '/api/admin/users/:id', '/api/admin/users/none', 404),
  config('admin', 'GET', '/api/test-users', '/api/test-users/', 200),
  config('admin', 'PUT', '/api/test-users/:id', '/api/test-users/none', 404),
  config('admin', 'DELETE', '/api/test-users/:id', '/api/test-users/none', 404),
  config('admin', 'GET', '/api/admin/audit', '/api/admin/audit', 200),
  {
    ...get('/analytics/:reportTitle', '/analytics/user?startDate=2026-03-01&endDate=2026-03-02'),
    least: 'manager',
  },
  config('manager', 'GET', '/analytics/framing', '/analytics/framing?url=https://elsewhere.example/', 404),
  config('operator', 'POST', '/api/guests/:guestId/block', '/api/guests/none/block', 404),
  config('operator', 'POST', '/api/guests/:guestId/unblock', '/api/guests/none/unblock', 404),
  config('admin', 'DELETE', '/api/guests/:guestId', '/api/guests/none', 404),
  config('admin', 'GET', '/api/guests/:guestId/export', '/api/guests/none/export', 404),
  config('admin', 'GET', '/api/admin/deliveries', '/api/admin/deliveries', 200),
  config('admin', 'POST', '/api/admin/alerts/:id/test', '/api/admin/alerts/none/test', 404),
  config('operator', 'GET', '/api/luis/intents', '/api/luis/intents/', 200),
  config('operator', 'GET', '/api/luis/intents/:id', '/api/luis/intents/none', 404),
  config('operator', 'POST', '/api/luis/intents', '/api/luis/intents/', 422),
  config('operator', 'PUT', '/api/luis/intents/:id', '/api/luis/intents/none', 422),
  config('operator', 'DELETE', '/api/luis/intents/:id', '/api/luis/intents/none', 404),
  config('operator', 'POST', '/api/luis/dialog', '/api/luis/dialog/', 422),
  config('operator', 'POST', '/api/luis/questions', '/api/luis/questions', 422),
  config('operator', 'DELETE', '/api/luis/questions/:id', '/api/luis/questions/none', 404),
  config('operator', 'GET', '/api/luis/train', '/api/luis/train/', 200),
  config('operator', 'POST', '/api/luis/train', '/api/luis/train/', 202),
  {
    ...config('operator', 'POST', '/api/luis/publish', '/api/luis/publish/', 422),
    json: { isStaging: true },
  },
  config('operator', 'GET', '/api/speech', '/api/speech?str=hello', 404),
  config('operator', 'GET', '/api/speech/statusForIntent/:id', '/api/speech/statusForIntent/none', 404),
  config('operator', 'GET', '/api/speech/audio/:key', '/api/speech/audio/none', 404),
  config('operator', 'GET', '/api/speech/preview', '/api/speech/preview?str=', 422),
  config('operator', 'GET', '/api/luis/status', '/api/luis/status/', 200),
  config('operator', 'GET', '/api/luis/not-understood', '/api/luis/not-understood', 200),
  config('operator', 'POST', '/api/luis/not-understood/use', '/api/luis/not-understood/use', 422),
  config('operator', 'POST', '/api/luis/not-understood/dismiss', '/api/luis/not-understood/dismiss', 422),
  config('operator', 'POST', '/api/luis/try', '/api/luis/try', 422),
  config('operator', 'GET', '/api/luis/versions', '/api/luis/versions', 200),
  config('operator', 'POST', '/api/luis/go-back', '/api/luis/go-back', 422),
  config('admin', 'GET', '/api/translations/:locale', '/api/translations/en', 200),
  {
    ...config('admin', 'POST', '/api/translations/:locale', '/api/translations/en', 422),
    json: { clarify: 7 },
  },
  config('marketing', 'GET', '/api/dialogs-list', '/api/dialogs-list', 200),
  { ...get('/api/push/subscription', '/api/push/subscription', 422), method: 'PUT', json: {} },
  { ...get('/api/push/subscription', '/api/push/subscription', 422), method: 'DELETE', json: {} },
  { ...get('/api/push/test', '/api/push/test', 404), method: 'POST' },
  { ...get('/api/push/read', '/api/push/read', 422), method: 'POST', json: {} },
  get('/api/push/needs', '/api/push/needs'),
  { ...get('/api/attachments/:id', '/api/attachments/none', 404), guest: 404 },
  { ...get('/api/pictures/:name', '/api/pictures/none', 404), guest: 404 },
  { ...get('/api/auth', '/api/auth', 204), method: 'DELETE', endsSession: true },
]

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
    const listed = [...CALLS.map(nameOf), ...OPEN_CALLS, ...GUEST_CALLS]
    expect([...there].sort()).toEqual([...new Set(listed)].sort())
  })
})
