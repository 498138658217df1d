import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readFrame } from '#src/contract/frames.ts'
import { lockConfiguration, recordChange } from '#server/store/configuration/audit.ts'
import { AUDITED_DEPARTMENTS, insertDepartment } from '#server/store/configuration/departments.ts'
import { LIST_READERS } from '#src/contract/lists.ts'
import { ROLES, type RoleName } from '#src/domain/roles.ts'
import {
  openStaffSocket,
  readField,
  signIn,
  type Client,
  type TestSocket,
} from '#tests/support/api-client.ts'
import { addRow, CONFIG_LISTS } from '#tests/support/config-lists.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { isPostgresRun, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const ROLE_NAMES: RoleName[] = ['agent', 'manager', 'marketing', 'operator', 'admin']
let server: TestServer
let admin: Client
const staff = new Map<RoleName, Client>()
const open: TestSocket[] = []

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  for (const role of ROLE_NAMES) staff.set(role, await signIn(server, role))
  admin = await signIn(server, 'admin')
})
afterEach(() => Promise.all(open.splice(0).map((socket) => socket.close())))
afterAll(() => server.stop())

async function openAs(client: Client | undefined): Promise<TestSocket> {
  if (!client) throw new Error('nobody is signed in')
  const socket = await openStaffSocket(server, client)
  open.push(socket)
  return socket
}
const listsOf = (socket: TestSocket) => socket.ofType('rows_changed').map(({ value }) => value)
/** A change that everybody is told of: whoever has heard of it has heard of all before it. */
async function changeForAll(name: string): Promise<void> {
  const json = { name }
  expect((await admin.call('/api/ticketing/Queues', { method: 'POST', json })).status).toBe(201)
}

describe('a list that changed', () => {
  it.each(CONFIG_LISTS.filter(({ list }) => list !== 'queues').map((one) => [one.list, one] as const))(
    '%s: is told to whose role may read it, and to nobody else',
    async (list, one) => {
      const sockets = await Promise.all(
        ROLE_NAMES.map(async (role) => ({ role, socket: await openAs(staff.get(role)) })),
      )
      const { id } = await addRow(admin, one, 1)
      await admin.call(one.at(id), { method: 'DELETE' })
      await changeForAll(`after ${list}`)
      for (const { role, socket } of sockets) {
        await waitFor('the last hint', () => listsOf(socket).includes('queues'))
        const isReader = ROLES[role] >= ROLES[LIST_READERS[list]]
        expect([role, listsOf(socket).includes(list)]).toEqual([role, isReader])
      }
    },
  )

  it('is told by a frame of three fields, without what changed', async () => {
    const socket = await openAs(staff.get('agent'))
    await changeForAll('Shape')
    await waitFor('the hint', () => listsOf(socket).length > 0)
    const [frame] = socket.ofType('rows_changed')
    expect(frame).toEqual({ type: 'rows_changed', chatId: null, value: 'queues' })
    expect(readFrame(JSON.stringify(frame))).toEqual({ type: 'rows_changed', list: 'queues' })
  })

  it('is told after the commit: whoever asks then reads the row', async () => {
    const socket = await openAs(staff.get('operator'))
    const json = { queueId: 'housekeeping', title: 'Room 9', description: 'Now' }
    const added = await staff.get('agent')?.call('/api/add-ticket', { method: 'POST', json })
    await waitFor('the hint', () => listsOf(socket).includes('tickets'))
    const rows = (await staff.get('operator')?.call('/api/ticketing/Tickets/assigned'))?.body
    expect(rows).toContainEqual(added?.body)
  })

  it('is told also of a writer who is slow: none is skipped in the log', async () => {
    const { store } = server.context
    const socket = await openAs(staff.get('manager'))
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    let isWritten: () => void = () => undefined
    const written = new Promise<void>((resolve) => (isWritten = resolve))
    const slow = store.transact(async (tx) => {
      await lockConfiguration(tx)
      const after = await insertDepartment(tx, 'Slow')
      await recordChange(tx, { id: 'user-admin', name: 'Admin' }, AUDITED_DEPARTMENTS, {
        before: null,
        after,
      })
      isWritten()
      await gate
    })
    await written
    let isDone = false
    const json = { label: 'Quick', answer: 'At once.' }
    const quick = admin
      .call('/api/manager/typical-answers', { method: 'POST', json })
      .finally(() => (isDone = true))
    // The embedded database has one lane, which the slow writer has.
    if (isPostgresRun) {
      await waitFor('the quick one to wait, or to have gone first', async () => {
        // Other tests' hotels are on the same server.
        const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(store.db)
        return rows.length > 0 || (isDone && listsOf(socket).length > 0)
      })
    }
    release()
    await slow
    expect((await quick).status).toBe(201)
    await waitFor('both', () => listsOf(socket).length === 2)
    expect(listsOf(socket)).toEqual(['queues', 'typical-answers'])
  })

  it('is told by the role of now, not by that of signing in', async () => {
    const change = (role: number) =>
      admin.call('/api/admin/users/user-marketing', { method: 'PUT', json: { role } })
    const socket = await openAs(staff.get('marketing'))
    await change(ROLES.admin)
    await waitFor('the users', () => listsOf(socket).includes('users'))
    await change(ROLES.marketing)
    await waitFor('the colleagues', () => listsOf(socket).filter((list) => list === 'staff').length === 2)
    const before = listsOf(socket).length
    const [users] = CONFIG_LISTS.filter(({ list }) => list === 'users')
    if (!users) throw new Error('no such list')
    await addRow(admin, users, 70)
    await changeForAll('after the role')
    await waitFor('the last hint', () => listsOf(socket).includes('queues'))
    expect(listsOf(socket).slice(before)).toEqual(['staff', 'queues'])
  })
})

describe('a session that changed', () => {
  const ownChanges = (socket: TestSocket) => socket.ofType('session_changed')

  it.each([
    ['name', { name: 'Nadia' }, { name: 'Manager' }],
    ['role', { role: 2 }, { role: 1 }],
    ['username', { username: 'nadia' }, { username: 'manager' }],
  ])('is told to the sockets of its user when the %s does', async (_, change, back) => {
    const mine = await openAs(staff.get('manager'))
    const others = await openAs(staff.get('agent'))
    const put = (json: object) => admin.call('/api/admin/users/user-manager', { method: 'PUT', json })
    expect((await put(change)).status).toBe(200)
    await waitFor('the frame', () => ownChanges(mine).length === 1)
    expect(ownChanges(mine)).toEqual([{ type: 'session_changed', chatId: null, value: null }])
    expect(readFrame(JSON.stringify(ownChanges(mine)[0]))).toEqual({ type: 'session_changed' })
    await put(back)
    await waitFor('the second', () => ownChanges(mine).length === 2)
    await changeForAll(`after ${JSON.stringify(change)}`)
    await waitFor('the last hint', () => listsOf(others).includes('queues'))
    expect(ownChanges(others)).toEqual([])
    expect(mine.closeCode).toBeNull()
  })

  it('is not told when only the password or the Facebook ID does', async () => {
    const agent = await openAs(staff.get('agent'))
    await admin.call('/api/admin/users/user-agent', { method: 'PUT', json: { fbid: '42' } })
    await changeForAll('after the id')
    await waitFor('the last hint', () => listsOf(agent).includes('queues'))
    expect(ownChanges(agent)).toEqual([])
  })

  it('is renewed by the call that signed in, with the role of now', async () => {
    await admin.call('/api/admin/users/user-maria', { method: 'PUT', json: { role: 1, name: 'Maria S.' } })
    const { token } = await signIn(server, 'maria')
    const query = new URLSearchParams({ username: 'maria', password: '', token: token ?? '' })
    const { body } = await admin.call(`/api/auth?${query.toString()}`)
    expect([readField(body, 'role'), readField(body, 'name'), readField(body, 'token')]).toEqual([
      1,
      'Maria S.',
      token,
    ])
  })
})
