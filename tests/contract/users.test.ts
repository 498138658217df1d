import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const PASSWORD = 'quiet harbour light'
/** Argon2id at the cost that OWASP names (CONTRACT section 3). */
const SLOW_TO_VERIFY = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
const readUsers = async () => (await admin.call('/api/admin/users')).body as object[]
const add = (json: unknown, key?: string) =>
  admin.call('/api/admin/users', { method: 'POST', json, ...(key === undefined ? {} : { key }) })
const addByFbid = (fbid: string) =>
  admin.call(`/api/admin/users-by-fbid/${encodeURIComponent(fbid)}`, { method: 'POST' })
const change = (id: string, json: unknown, client = admin) =>
  client.call(`/api/admin/users/${id}`, { method: 'PUT', json })
const remove = (id: string, client = admin) => client.call(`/api/admin/users/${id}`, { method: 'DELETE' })

async function addUser(name: string): Promise<string> {
  const { status, body } = await add({ name, unsafePassword: PASSWORD })
  expect(status).toBe(201)
  return String(readField(body, 'id'))
}

describe('the list of users', () => {
  it('has every field but the password, and says who is the last admin', async () => {
    const users = await readUsers()
    expect(users).toHaveLength(TEST_USERS.length)
    expect(users.filter((user) => 'undeletable' in user)).toEqual([
      {
        id: 'user-admin',
        username: 'admin',
        name: 'Admin',
        role: 4,
        createdAt: expect.stringMatching(/Z$/) as string,
        updatedAt: expect.stringMatching(/Z$/) as string,
        lastLogin: expect.stringMatching(/Z$/) as string,
        undeletable: true,
        etag: '"1"',
      },
    ])
    expect(JSON.stringify(users)).not.toMatch(/password|argon/i)
  })

  it('signing in makes no other version of a user', async () => {
    const [before] = (await readUsers()).filter((user) => readField(user, 'username') === 'maria')
    await signIn(server, 'maria')
    const [after] = (await readUsers()).filter((user) => readField(user, 'username') === 'maria')
    expect(readField(after, 'lastLogin')).not.toBe(readField(before, 'lastLogin'))
    expect(readField(after, 'etag')).toBe(readField(before, 'etag'))
  })
})

describe('adding a user', () => {
  it('by username and password, who can sign in then', async () => {
    const { status, body } = await add({ name: ' Noor ', unsafePassword: PASSWORD })
    expect(status).toBe(201)
    expect(body).toMatchObject({ username: 'Noor', name: 'Noor', role: 0, lastLogin: null })
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
    const { passwordHash } = await server.context.store.db
      .selectFrom('users')
      .select('passwordHash')
      .where('username', '=', 'Noor')
      .executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(SLOW_TO_VERIFY)
    const noor = await signIn(server, 'noor', PASSWORD)
    expect((await noor.call('/api/info/chats')).status).toBe(200)
  })

  it('is one user of a repeated call; another password is another call', async () => {
    const key = makeKey()
    const first = await add({ name: 'once', unsafePassword: PASSWORD }, key)
    expect((await add({ name: 'once', unsafePassword: PASSWORD }, key)).body).toEqual(first.body)
    const other = await add({ name: 'once', unsafePassword: `${PASSWORD}!` }, key)
    expect(other.body).toMatchObject({ code: 'idempotency_mismatch' })
    const rows = await server.context.store.db.selectFrom('idempotency').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  })

  it('of a name with letters of any alphabet, in whatever case', async () => {
    await addUser('Émile Žižka')
    expect((await add({ name: 'ÉMILE žižka', unsafePassword: PASSWORD })).status).toBe(409)
    await signIn(server, 'émile ŽIŽKA', PASSWORD)
  })

  it('by Facebook ID, once', async () => {
    const { status, body } = await addByFbid('10158329')
    expect(status).toBe(201)
    expect(body).toMatchObject({ fbid: '10158329', role: 0 })
    const again = await addByFbid(' 10158329 ')
    expect(again.status).toBe(409)
    expect(again.body).toEqual({ code: 'conflict', message: 'User with such FBID already exists.' })
    await addByFbid('abc-1')
    expect((await addByFbid('ABC-1')).status).toBe(409)
    expect((await change('user-maria', { fbid: '10158329' })).body).toMatchObject({
      message: 'User with such FBID already exists.',
    })
  })

  it.each([
    ['no username', { name: undefined }],
    ['a blank username', { name: ' \n ' }],
    ['a username that is too long', { name: 'x'.repeat(10_000) }],
    ['a username that is no text', { name: 7 }],
    ['a username with binary in it', { name: 'a\0b' }],
    ['half of an emoji', { name: '\ud83e' }],
    ['the name of the Facebook sign-in', { name: 'FacebookLogin' }],
    ['no password', { unsafePassword: undefined }],
    ['an empty password', { unsafePassword: '' }],
    ['a password of spaces', { unsafePassword: '    ' }],
    ['a password that is too short', { unsafePassword: 'nine char' }],
    ['a password that everybody guesses', { unsafePassword: 'Password123' }],
    ['the username as password', { name: 'front.desk-7', unsafePassword: 'Front.Desk-7' }],
    ['a password that is too long', { unsafePassword: 'x'.repeat(10_000) }],
    ['a password that is no text', { unsafePassword: 12_345_678 }],
    ['a role in letters', { role: '4' }],
    ['a role that there is not', { role: 5 }],
  ])('refuses %s, in words', async (_, fields) => {
    const before = await readUsers()
    const { status, body } = await add({ name: 'new', unsafePassword: PASSWORD, ...fields })
    expect(status).toBe(422)
    expect(body).toEqual({ code: 'invalid', message: expect.stringMatching(/^The .*\.$/) as string })
    expect(await readUsers()).toEqual(before)
  })

  it.each(['%20', 'x'.repeat(101), 'a%00b'])('refuses the Facebook ID %s', async (fbid) => {
    const { status } = await admin.call(`/api/admin/users-by-fbid/${fbid}`, { method: 'POST' })
    expect(status).toBe(422)
  })

  it('refuses a username that is taken in whatever letter case, also at the same time', async () => {
    const taken = await add({ name: 'MARIA', unsafePassword: PASSWORD })
    expect(taken.status).toBe(409)
    expect(taken.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('maria') as string,
    })
    const answers = await Promise.all(
      ['zoe', 'Zoe', 'ZOE'].map((name) => add({ name, unsafePassword: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const zoe = answers.find(({ status }) => status === 201)
    const renamed = await change(String(readField(zoe?.body, 'id')), { username: 'Agent' })
    expect(renamed.status).toBe(409)
  })
})

describe('changing a user', () => {
  it('takes the user as they are sent, and leaves an empty password alone', async () => {
    const id = await addUser('whole')
    const [user] = (await readUsers()).filter((row) => readField(row, 'id') === id)
    const { status, body } = await change(id, {
      ...user,
      name: 'Whole Person',
      unsafePassword: '',
      token: 'x',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, username: 'whole', name: 'Whole Person', role: 0, etag: '"2"' })
    expect(readField(body, 'updatedAt')).not.toBe(readField(user, 'updatedAt'))
    await signIn(server, 'whole', PASSWORD)
  })

  it.each([
    ['a blank username', { username: ' ' }],
    ['a blank name', { name: '' }],
    ['no name', { name: null }],
    ['a role in letters', { role: 'admin' }],
    ['a role that there is not', { role: -1 }],
    ['half a role', { role: 1.5 }],
    ['a password of spaces', { unsafePassword: '  ' }],
    ['a password that is too short', { unsafePassword: 'nine char' }],
    ['a password that everybody guesses', { unsafePassword: 'q1w2e3r4t5' }],
    ['the new username as password', { username: 'front.desk-7', unsafePassword: 'front.desk-7' }],
    ['a Facebook ID that is no text', { fbid: 7 }],
  ])('refuses %s', async (_, fields) => {
    const before = await readUsers()
    expect((await change('user-maria', fields)).status).toBe(422)
    expect(await readUsers()).toEqual(before)
  })

  it('refuses the username that they have as their password', async () => {
    const id = await addUser('night.porter')
    const { status, body } = await change(id, { unsafePassword: 'Night.Porter' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ message: expect.stringContaining('can’t be the username') as string })
    await signIn(server, 'night.porter', PASSWORD)
  })

  it('a new role counts at once, on sessions that are open', async () => {
    const id = await addUser('rising')
    const rising = await signIn(server, 'rising', PASSWORD)
    expect((await rising.call('/api/ticketing/Tickets/')).status).toBe(403)
    await change(id, { role: 3 })
    expect((await rising.call('/api/ticketing/Tickets/')).status).toBe(200)
    await change(id, { role: 0 })
    expect((await rising.call('/api/ticketing/Tickets/')).status).toBe(403)
  })

  it('a new password ends the user’s sessions and sockets, and the old password', async () => {
    const id = await addUser('lost-phone')
    const session = await signIn(server, 'lost-phone', PASSWORD)
    const socket = await openStaffSocket(server, session)
    expect((await change(id, { unsafePassword: 'another one of theirs' })).status).toBe(200)
    await waitFor('the close', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(4401)
    expect((await session.call('/api/info/chats')).status).toBe(401)
    await expect(signIn(server, 'lost-phone', PASSWORD)).rejects.toThrow('401')
    await signIn(server, 'lost-phone', 'another one of theirs')
  })

  it('a new password ends a sign-in with the old one that is under way', async () => {
    const id = await addUser('hasty')
    for (let count = 0; count < 4; count += 1) {
      const password = count === 0 ? PASSWORD : `password number ${count}`
      const [changed, ...sessions] = await Promise.all([
        change(id, { unsafePassword: `password number ${count + 1}` }),
        ...[1, 2, 3].map(() => signIn(server, 'hasty', password).catch(() => null)),
      ])
      expect(changed.status).toBe(200)
      for (const session of sessions) {
        if (session) expect((await session.call('/api/info/chats')).status).toBe(401)
      }
      await server.context.store.db.deleteFrom('signInFailures').execute()
    }
  })

  it('one’s own new password leaves the session that asked for it, and no other', async () => {
    await change(await addUser('second-admin'), { role: 4 })
    const here = await signIn(server, 'second-admin', PASSWORD)
    const elsewhere = await signIn(server, 'second-admin', PASSWORD)
    const [own] = (await readUsers()).filter((row) => readField(row, 'username') === 'second-admin')
    const id = String(readField(own, 'id'))
    expect((await change(id, { unsafePassword: 'mine from now on' }, here)).status).toBe(200)
    expect((await here.call('/api/admin/users')).status).toBe(200)
    expect((await elsewhere.call('/api/admin/users')).status).toBe(401)
    await remove(id)
  })

  it('a new name is in the chats that they hold, since when they hold them stays', async () => {
    const before = (await admin.call('/api/info/chats/marias')).body
    const socket = await openStaffSocket(server, admin)
    await change('user-maria', { name: 'Maria Santos' })
    const after = (await admin.call('/api/info/chats/marias')).body
    expect(after).toMatchObject({
      user: { id: 'user-maria', name: 'Maria Santos' },
      pausedAt: readField(before, 'pausedAt'),
    })
    await waitFor('the frame', () =>
      socket
        .ofType('chat_changed')
        .some(({ chat }) => readField(readField(chat, 'user'), 'name') === 'Maria Santos'),
    )
    const old = await signIn(server, 'maria')
    await change('user-maria', { name: 'Maria' })
    await old.call('/api/takeover/pause/free')
    expect((await admin.call('/api/info/chats/free')).body).toMatchObject({ user: { name: 'Maria' } })
    await old.call('/api/takeover/play/free')
    await socket.close()
  })

  it('leaves a way to sign in', async () => {
    const { body } = await addByFbid('777')
    const id = String(readField(body, 'id'))
    expect((await change(id, { fbid: '' })).status).toBe(422)
    expect((await change(id, { fbid: null, unsafePassword: PASSWORD })).body).not.toHaveProperty('fbid')
  })
})
