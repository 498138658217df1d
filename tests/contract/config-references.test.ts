import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Deleting what others refer to leaves nothing broken (CONTRACT section 6). */
let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const PASSWORD = 'quiet harbour light'
const add = async (path: string, json: object) => {
  const { status, body } = await admin.call(path, { method: 'POST', json })
  expect([path, status]).toEqual([path, 201])
  return String(readField(body, 'id'))
}
const remove = (path: string) => admin.call(path, { method: 'DELETE' })
const addTicket = (fields: object) =>
  add('/api/add-ticket', { title: 'Room 7', description: 'Towels', status: 'assigned', ...fields })
const addIntent = async (config: object) => {
  const { body } = await admin.call('/api/luis/intents/', { method: 'POST', json: { name: 'Flowers' } })
  const json = { type: 'luisIntent', config: { intentId: body, ...config } }
  expect((await admin.call('/api/luis/dialog/', { method: 'POST', json })).status).toBe(200)
  return String(body)
}
const readRow = async (path: string, id: string) =>
  ((await admin.call(path)).body as object[]).find((row) => readField(row, 'id') === id)

describe('a department', () => {
  it('stays while tickets and assignees are of it, and says how many', async () => {
    const queueId = await add('/api/ticketing/Queues/', { name: 'Garden' })
    const agentId = await add('/api/ticketing/Agents/', {
      name: 'Ana',
      telephoneNumber: '7025550101',
      queueId,
    })
    const tickets = [await addTicket({ queueId }), await addTicket({ queueId, status: 'closed' })]
    const intentId = await addIntent({ type: 'ticket', department: queueId })
    const refused = await remove(`/api/ticketing/Queues/${queueId}`)
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({
      code: 'conflict',
      message: 'Garden still has 2 tickets, 1 assignee and 1 intent. Give them to another department first.',
      details: { tickets: 2, assignees: 1, intents: 1 },
    })
    for (const id of tickets) await remove(`/api/ticketing/Tickets/${id}`)
    await remove(`/api/luis/intents/${intentId}`)
    expect((await remove(`/api/ticketing/Queues/${queueId}`)).body).toMatchObject({
      message: 'Garden still has 1 assignee. Give them to another department first.',
    })
    await remove(`/api/ticketing/Agents/${agentId}`)
    expect((await remove(`/api/ticketing/Queues/${queueId}`)).status).toBe(204)
  })

  it('of the house can not be deleted, and can be renamed', async () => {
    const refused = await remove('/api/ticketing/Queues/front-desk')
    expect([refused.status, readField(refused.body, 'code')]).toEqual([409, 'conflict'])
    const renamed = await admin.call('/api/ticketing/Queues/front-desk', {
      method: 'PUT',
      json: { name: 'Reception', isAdmin: false },
    })
    expect(renamed.body).toMatchObject({ name: 'Reception', isAdmin: true, undeletable: true })
  })
})

describe('an assignee', () => {
  it('stays while they have work; resolved tickets lose them, as another version', async () => {
    const fields = { queueId: 'housekeeping' }
    const agentId = await add('/api/ticketing/Agents/', { name: 'Ben', telephoneNumber: '7025550102' })
    const open = await addTicket({ ...fields, agentId })
    const done = await addTicket({ ...fields, agentId, status: 'closed' })
    const refused = await remove(`/api/ticketing/Agents/${agentId}`)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      message: 'Ben still has 1 ticket that is not resolved. Give them to somebody else first.',
      details: { tickets: 1 },
    })
    await admin.call(`/api/ticketing/Tickets/${open}`, { method: 'PUT', json: { agentId: null } })
    expect((await remove(`/api/ticketing/Agents/${agentId}`)).status).toBe(204)
    expect(await readRow('/api/ticketing/Tickets/', done)).toMatchObject({ agentId: null, etag: '"2"' })
    const audit = (await admin.call('/api/admin/audit?limit=2')).body
    expect(readField(audit, 'rows')).toMatchObject([
      { list: 'assignees', rowName: 'Ben', action: 'delete' },
      { list: 'tickets', rowId: done, changes: [{ field: 'agentId', before: agentId, after: null }] },
    ])
  })
})

describe('a user', () => {
  it('is removed at once: sessions and sockets end, chats go back to the bot, help requests alert again', async () => {
    const id = await add('/api/admin/users', { name: 'leaving', unsafePassword: PASSWORD })
    const leaving = await signIn(server, 'leaving', PASSWORD)
    const socket = await openStaffSocket(server, leaving)
    await leaving.call('/api/takeover/pause/free')
    await leaving.call('/api/takeover/pause/helpless')
    const sent = await leaving.call('/api/takeover/send/free', { method: 'POST', json: { text: 'my words' } })
    expect(sent.status).toBe(200)
    expect((await remove(`/api/admin/users/${id}`)).status).toBe(204)
    await waitFor('the close', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(4401)
    expect((await leaving.call('/api/info/chats')).status).toBe(401)
    expect((await admin.call('/api/info/chats/free')).body).toMatchObject({ user: null, pausedAt: null })
    expect((await admin.call('/api/info/chats/helpless')).body).toMatchObject({ user: null, needsHelp: true })
    const alerts = await server.context.store.db.selectFrom('escalations').select('chatId').execute()
    expect(alerts).toContainEqual({ chatId: 'helpless' })
    const message = String(readField(sent.body, 'id'))
    expect((await admin.call(`/api/info/message/${message}`)).body).toMatchObject({
      user: { id, name: 'leaving' },
    })
  })

  it('is taken off shifts; one of theirs alone is switched off and not everybody’s', async () => {
    const id = await add('/api/admin/users', { name: 'on-duty', unsafePassword: PASSWORD })
    const addShift = (name: string, userIds: string[]) =>
      add('/api/bot-config', {
        type: 'agentOnDuty',
        config: { name, shiftStart: '08:00', shiftEnd: '16:00', frequency: 'Daily', userIds },
      })
    const shared = await addShift('Shared', ['user-maria', id])
    const alone = await addShift('Alone', [id])
    const others = await addShift('Others', ['user-maria'])
    await remove(`/api/admin/users/${id}`)
    const path = '/api/bot-config?type=agentOnDuty'
    expect(await readRow(path, shared)).toMatchObject({
      config: { userIds: ['user-maria'], isEnabled: true },
    })
    expect(await readRow(path, alone)).toMatchObject({ config: { userIds: [], isEnabled: false } })
    expect(await readRow(path, others)).toMatchObject({ etag: '"1"' })
    const audit = (await admin.call('/api/admin/audit?limit=3')).body
    expect(readField(audit, 'rows')).toMatchObject([
      { list: 'users', rowName: 'on-duty', action: 'delete' },
      { list: 'agentOnDuty', rowName: 'Alone', action: 'update' },
      { list: 'agentOnDuty', rowName: 'Shared', action: 'update' },
    ])
  })

  it('leaves no chat behind that they take while they are removed', async () => {
    for (let count = 0; count < 5; count += 1) {
      const id = await add('/api/admin/users', { name: `racing-${count}`, unsafePassword: PASSWORD })
      const racing = await signIn(server, `racing-${count}`, PASSWORD)
      const chats = ['free', 'long', 'empty', 'old-1', 'old-2', 'old-3']
      await Promise.all([
        ...chats.map((chatId) => racing.call(`/api/takeover/pause/${chatId}`)),
        remove(`/api/admin/users/${id}`),
      ])
      const { db } = server.context.store
      expect(await db.selectFrom('chats').select('id').where('holderId', '=', id).execute()).toEqual([])
    }
  })
})

describe('a test user', () => {
  it('is a chat, marked once; an unknown chat is none', async () => {
    const put = (id: string) =>
      admin.call(`/api/test-users/${id}`, { method: 'PUT', json: { displayName: 'x' } })
    expect(await put('free')).toMatchObject({
      status: 201,
      body: { id: 'free', displayName: 'Guest of free' },
    })
    expect((await put('free')).status).toBe(200)
    expect((await put('none')).status).toBe(404)
    expect((await admin.call('/api/test-users')).body).toHaveLength(1)
    const stale = { method: 'PUT', headers: { 'if-match': '"1"' } }
    expect((await admin.call('/api/test-users/free', stale)).status).toBe(200)
    await remove('/api/test-users/free')
    // Whoever saw it there is told that it is gone.
    expect((await admin.call('/api/test-users/free', stale)).status).toBe(404)
  })
})
