import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addRow, CONFIG_LISTS } from '#tests/support/config-lists.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** The configuration of an environment that has the specification alone (CONTRACT section 2, CAPABILITIES=none). */
let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'none' } })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const FIELDS: Record<string, string[]> = {
  users: ['createdAt', 'id', 'lastLogin', 'name', 'role', 'updatedAt', 'username'],
  'test-users': ['displayName', 'id'],
  'typical-answers': ['answer', 'id', 'label'],
  queues: ['id', 'isAdmin', 'name'],
  assignees: ['id', 'name', 'queueId', 'statusId', 'telephoneNumber', 'username'],
  tickets: ['agentId', 'createdOn', 'description', 'id', 'queueId', 'status', 'title'],
  integrations: [
    'apiKey',
    'category',
    'hostSystem',
    'hostSystemIdentifier',
    'id',
    'isActive',
    'password',
    'userName',
  ],
  intents: ['dialog', 'id', 'name', 'questions', 'static', 'stats'],
  alerts: ['config', 'id', 'type'],
  agentOnDuty: ['config', 'id', 'type'],
}

it.each(CONFIG_LISTS.map((one) => [one.list, one] as const))(
  '%s: rows have the specification’s fields, no version, and If-Match is not looked at',
  async (list, one) => {
    const { body, headers, id } = await addRow(admin, one, 1)
    expect([Object.keys(body as object).sort(), headers.get('etag')]).toEqual([FIELDS[list], null])
    expect((await admin.call(one.path)).body).toContainEqual(body)
    const stale = { 'if-match': '"99"' }
    if (one.change !== null) {
      const changed = await admin.call(one.at(id), { method: 'PUT', json: one.change, headers: stale })
      expect([changed.status, Object.keys(changed.body as object).sort()]).toEqual([200, FIELDS[list]])
    }
    expect((await admin.call(one.at(id), { method: 'DELETE', headers: stale })).status).toBe(204)
  },
)

it('has no audit call, and looks at no key', async () => {
  expect((await admin.call('/api/admin/audit')).status).toBe(404)
  const key = makeKey()
  const json = { label: 'Pool', answer: 'From 8 to 20.' }
  const ids = []
  for (let count = 0; count < 2; count += 1) {
    const { body } = await admin.call('/api/manager/typical-answers', { method: 'POST', json, key })
    ids.push(readField(body, 'id'))
  }
  expect(new Set(ids).size).toBe(2)
})

it('tells no console of lists or sessions, and still ends those of who is removed', async () => {
  const add = { name: 'leaving', unsafePassword: 'quiet harbour light' }
  const { body } = await admin.call('/api/admin/users', { method: 'POST', json: add })
  const path = `/api/admin/users/${String(readField(body, 'id'))}`
  const leaving = await signIn(server, 'leaving', add.unsafePassword)
  const socket = await openStaffSocket(server, leaving)
  const own = await openStaffSocket(server, admin)
  await admin.call(path, { method: 'PUT', json: { name: 'Left', role: 4 } })
  await leaving.call('/api/takeover/pause/free')
  await admin.call(path, { method: 'DELETE' })
  await waitFor('the close', () => socket.closeCode === 4401)
  // Its guest's question is open: it is everybody's from now on.
  await waitFor('the chat', () => own.ofType('needs_help').length === 1)
  expect(own.ofType('chat_changed')).toHaveLength(1)
  for (const { type } of [...socket.frames, ...own.frames]) {
    expect(['admin_joined', 'chat_changed', 'needs_help']).toContain(type)
  }
  await own.close()
})
