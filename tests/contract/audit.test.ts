import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditPageSchema, type AuditEntry } from '#src/contract/audit.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addRow, CONFIG_LISTS } from '#tests/support/config-lists.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

async function readPage(query: string): Promise<{ rows: AuditEntry[]; next: string | null }> {
  const { status, body } = await admin.call(`/api/admin/audit${query}`)
  expect(status).toBe(200)
  return v.parse(auditPageSchema, body)
}
const BY_ADMIN = { id: 'user-admin', name: 'Admin' }
const isTime = expect.stringMatching(/^\d{4}-.*Z$/) as string

describe('the audit', () => {
  it.each(CONFIG_LISTS.map((one) => [one.list, one] as const))(
    '%s: has who added, changed and deleted a row, and what of it',
    async (list, one) => {
      const { id } = await addRow(admin, one, 1)
      if (one.change !== null) {
        const call = { method: 'PUT', json: one.change }
        expect((await admin.call(one.at(id), call)).status).toBe(200)
        // Saved as it is, it leaves no entry.
        expect((await admin.call(one.at(id), call)).status).toBe(200)
      }
      await admin.call(one.at(id), { method: 'DELETE' })
      const { rows } = await readPage(`?limit=${one.change === null ? 2 : 3}`)
      const [deleted, ...others] = rows
      const created = others.at(-1)
      const entry = { id: expect.any(String) as string, at: isTime, user: BY_ADMIN, list, rowId: id }
      expect(created).toMatchObject({ ...entry, action: 'create', rowName: one.told.rowName })
      expect(created?.changes.every(({ before }) => before === null)).toBe(true)
      expect(deleted).toMatchObject({ ...entry, action: 'delete' })
      expect(deleted?.changes.every(({ after }) => after === null)).toBe(true)
      expect(deleted?.changes.length).toBeGreaterThan(0)
      expect(rows.flatMap(({ unreadable }) => unreadable ?? [])).toEqual([])
      if (one.told.change === null) return
      expect(others[0]).toMatchObject({ ...entry, action: 'update', changes: [one.told.change] })
    },
  )

  it('says of a secret that it changed, and nothing more', async () => {
    const add = { name: 'keeper', unsafePassword: 'quiet harbour light' }
    const { body } = await admin.call('/api/admin/users', { method: 'POST', json: add })
    const path = `/api/admin/users/${String(readField(body, 'id'))}`
    await admin.call(path, { method: 'PUT', json: { unsafePassword: 'another one of theirs' } })
    const { rows } = await readPage('?limit=2')
    const told = { field: 'password', before: null, after: '(changed)' }
    expect(rows[0]).toMatchObject({ action: 'update', changes: [told] })
    expect(rows[1]?.changes).toContainEqual(told)
    await admin.call(path, { method: 'DELETE' })
    const { db } = server.context.store
    const kept = JSON.stringify(await db.selectFrom('audit').selectAll().execute())
    expect(kept).not.toMatch(/another one|quiet harbour|argon/)
  })

  it('has nothing of what was refused, and one entry of a repeated call', async () => {
    const before = (await readPage('?limit=1')).rows
    await admin.call('/api/ticketing/Queues', { method: 'POST', json: { name: '' } })
    await admin.call('/api/ticketing/Queues/front-desk', { method: 'DELETE' })
    await admin.call('/api/admin/users/user-admin', { method: 'PUT', json: { role: 0 } })
    expect((await readPage('?limit=1')).rows).toEqual(before)
    const key = makeKey()
    const call = { method: 'POST', json: { name: 'Once' }, key }
    await Promise.all([1, 2, 3].map(() => admin.call('/api/ticketing/Queues', call)))
    const { rows } = await readPage('?limit=2')
    expect([rows[0]?.rowName, rows[1]]).toEqual(['Once', before[0]])
  })

  it('keeps the name of who is gone, and tells an agent’s new ticket', async () => {
    const add = { name: 'temp', unsafePassword: 'quiet harbour light' }
    const { body } = await admin.call('/api/admin/users', { method: 'POST', json: add })
    const id = String(readField(body, 'id'))
    const temp = await signIn(server, 'temp', add.unsafePassword)
    const ticket = { queueId: 'housekeeping', title: 'Room 3', description: 'Towels' }
    await temp.call('/api/add-ticket', { method: 'POST', json: ticket })
    await admin.call(`/api/admin/users/${id}`, { method: 'DELETE' })
    expect((await readPage('?limit=2')).rows).toMatchObject([
      { list: 'users', rowName: 'temp', action: 'delete', user: BY_ADMIN },
      { list: 'tickets', rowName: 'Room 3', action: 'create', user: { id, name: 'temp' } },
    ])
  })

  it('comes in pages that hang together, the newest first', async () => {
    for (let count = 0; count < 7; count += 1) {
      await admin.call('/api/ticketing/Queues', { method: 'POST', json: { name: `Page ${count}` } })
    }
    const all = (await readPage('?limit=200')).rows
    expect(all.map(({ id }) => Number(id))).toEqual(
      all.map(({ id }) => Number(id)).sort((one, other) => other - one),
    )
    const read: AuditEntry[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { rows: AuditEntry[]; next: string | null } = await readPage(`?limit=3&before=${next}`)
      read.push(...page.rows)
      next = page.next
    }
    expect(read).toEqual(all)
    expect((await readPage('?before=1')).rows).toEqual([])
  })

  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=1.5', 'before=0', 'before=x', 'before=-1'])(
    'refuses %s',
    async (query) => {
      expect((await admin.call(`/api/admin/audit?${query}`)).status).toBe(400)
    },
  )

  it('rises in the order of commits, also of many writers at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.call('/api/ticketing/Queues', { method: 'POST', json: { name: `Rush ${index}` } }),
      ),
    )
    const { rows } = await readPage('?limit=20')
    expect(new Set(rows.map(({ rowName }) => rowName)).size).toBe(20)
    const times = rows.map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
  })
})
