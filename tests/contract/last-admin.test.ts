import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const PASSWORD = 'quiet harbour light'
const change = (id: string, json: unknown, client = admin) =>
  client.call(`/api/admin/users/${id}`, { method: 'PUT', json })
const remove = (id: string, client = admin) => client.call(`/api/admin/users/${id}`, { method: 'DELETE' })

async function addUser(name: string): Promise<string> {
  const json = { name, unsafePassword: PASSWORD }
  const { status, body } = await admin.call('/api/admin/users', { method: 'POST', json })
  expect(status).toBe(201)
  return String(readField(body, 'id'))
}

describe('the last admin', () => {
  it('can be neither removed nor demoted, and says why', async () => {
    for (const answer of [await remove('user-admin'), await change('user-admin', { role: 3 })]) {
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('last admin') as string,
      })
    }
    expect((await change('user-admin', { role: 4, name: 'Ada' })).status).toBe(200)
    await change('user-admin', { name: 'Admin' })
  })

  it('is there also after two admins removed or demoted one another at the same time', async () => {
    const act = [
      (id: string, client: Client) => remove(id, client),
      (id: string, client: Client) => change(id, { role: 0 }, client),
    ]
    for (const [index, first] of act.entries()) {
      for (const second of act) {
        const id = await addUser(`rival-${index}-${act.indexOf(second)}`)
        await change(id, { role: 4 })
        const rival = await signIn(server, `rival-${index}-${act.indexOf(second)}`, PASSWORD)
        const own = await signIn(server, 'admin', TEST_PASSWORD)
        await Promise.all([first(id, own), second('user-admin', rival)])
        const { db } = server.context.store
        const left = await db.selectFrom('users').select('id').where('role', '=', 4).execute()
        expect(left).toHaveLength(1)
        await restoreAdmin()
      }
    }
  })
})

/** The test's admin is one again, and the only one. */
async function restoreAdmin(): Promise<void> {
  const { db } = server.context.store
  await db.deleteFrom('users').where('username', 'like', 'rival-%').execute()
  const known = await db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'agent')
    .executeTakeFirstOrThrow()
  const { version: _, ...agent } = known
  await db
    .insertInto('users')
    .values({ ...agent, id: 'user-admin', username: 'admin', name: 'Admin', role: 4 })
    .onConflict((on) => on.column('id').doUpdateSet({ role: 4 }))
    .execute()
  admin = await signIn(server, 'admin')
}
