import { FolderLockedError } from '#server/store/engines/folder-lock.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey, openStaffSocket, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import {
  createTestDatabase,
  isPostgresRun,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Any number of servers on one PostgreSQL, one on an embedded database (E1). */
if (isPostgresRun) describeShared()
else describeRefused()

function describeRefused(): void {
  it('is refused to a second server on the same folder, and unharmed by it', async () => {
    const database = await createTestDatabase()
    const server = await startTestServer({ database, hotel: makeHotel() })
    await expect(startTestServer({ database })).rejects.toThrow(FolderLockedError)
    const agent = await signIn(server, 'agent')
    expect((await agent.call('/api/info/chats')).status).toBe(200)
    await server.stop()
    expect(existsSync(path.join(database.settings.dataDir, 'bellhop.lock'))).toBe(false)
    const again = await startTestServer({ database })
    expect((await (await signIn(again, 'agent')).call('/api/info/chats')).body).toHaveLength(19)
    await again.stop()
    await database.remove()
  })
}

function describeShared(): void {
  describe('two servers on one database', () => {
    let database: TestDatabase
    let one: TestServer
    let other: TestServer
    let agent: Client
    let maria: Client

    beforeAll(async () => {
      database = await createTestDatabase()
      one = await startTestServer({ database, hotel: makeHotel() })
      other = await startTestServer({ database })
      agent = await signIn(one, 'agent')
      maria = await signIn(other, 'maria')
    })
    afterAll(async () => {
      await one.stop()
      await other.stop()
      await database.remove()
    })

    it('see each other’s frames in one order, and cursors mean the same on both', async () => {
      const here = await openStaffSocket(one, agent)
      const there = await openStaffSocket(other, maria)
      await maria.call('/api/takeover/pause/free')
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const [client, chatId] = index % 2 === 0 ? [agent, 'mine'] : [maria, 'free']
          return client.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text: `n ${index}` } })
        }),
      )
      await waitFor('all frames', () =>
        [here, there].every((socket) => socket.ofType('new_message').length === 10),
      )
      const orderOf = (socket: typeof here) =>
        socket.ofType('new_message').map(({ prev, seq }) => [prev, seq])
      expect(orderOf(here)).toEqual(orderOf(there))
      const cursor = String(here.ofType('new_message')[4]?.['seq'])
      const pages = await Promise.all(
        [agent, maria].map(
          async (client) => (await client.call(`/api/sync?cursor=${encodeURIComponent(cursor)}`)).body,
        ),
      )
      expect(pages[0]).toEqual(pages[1])
      await here.close()
      await there.close()
    })

    it('count the staff of both', async () => {
      const here = await openStaffSocket(one, agent)
      const there = await openStaffSocket(other, maria)
      await waitFor('both to be counted', () => here.ofType('admin_joined').at(-1)?.['value'] === 2)
      await there.close()
      await waitFor('one to be counted', () => here.ofType('admin_joined').at(-1)?.['value'] === 1)
      await here.close()
    })

    it('name who is online on the other, and pass a chat across', async () => {
      const isOnline = async () => {
        const rows = (await agent.call('/api/staff')).body as { id: string; online: boolean }[]
        return rows.find(({ id }) => id === 'user-maria')?.online
      }
      expect(await isOnline()).toBe(false)
      const there = await openStaffSocket(other, maria)
      await waitFor('Maria to be online', async () => (await isOnline()) === true)
      const json = { userId: 'user-maria' }
      expect((await agent.call('/api/takeover/pass/sms', { method: 'POST', json })).status).toBe(200)
      await waitFor('the pass', () =>
        there.ofType('new_message').some(({ chat }) => readField(chat, 'id') === 'sms'),
      )
      await there.close()
      await waitFor('Maria to be offline', async () => (await isOnline()) === false)
    })

    it('tell the lists of the configuration that changed on the other, in order, and renew its sessions', async () => {
      const here = await openStaffSocket(one, agent)
      const there = await openStaffSocket(other, maria)
      const manager = await signIn(one, 'manager')
      const admin = await signIn(other, 'admin')
      const json = { label: 'Pool', answer: 'From 8 to 20.' }
      await manager.call('/api/manager/typical-answers', { method: 'POST', json })
      await admin.call('/api/ticketing/Queues', { method: 'POST', json: { name: 'Spa' } })
      await admin.call('/api/admin/users/user-agent', { method: 'PUT', json: { name: 'Alex' } })
      for (const socket of [here, there]) {
        const lists = () => socket.ofType('rows_changed').map(({ value }) => value)
        await waitFor('the last list', () => lists().includes('staff'))
        expect(lists()).toEqual(['typical-answers', 'queues', 'staff'])
      }
      await waitFor('the session', () => here.ofType('session_changed').length === 1)
      expect(there.ofType('session_changed')).toEqual([])
      await here.close()
      await there.close()
    })

    it('keep one admin when each removes the other’s', async () => {
      const add = { name: 'second', unsafePassword: 'quiet harbour light' }
      const admin = await signIn(one, 'admin')
      const { body } = await admin.call('/api/admin/users', { method: 'POST', json: add })
      const id = String(readField(body, 'id'))
      await admin.call(`/api/admin/users/${id}`, { method: 'PUT', json: { role: 4 } })
      const second = await signIn(other, 'second', add.unsafePassword)
      const answers = await Promise.all([
        admin.call(`/api/admin/users/${id}`, { method: 'DELETE' }),
        second.call('/api/admin/users/user-admin', { method: 'PUT', json: { role: 0 } }),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      const { db } = one.context.store
      expect(await db.selectFrom('users').select('id').where('role', '=', 4).execute()).toHaveLength(1)
    })

    it('close a socket on one when its session ends on the other', async () => {
      const session = await signIn(one, 'manager')
      const socket = await openStaffSocket(other, session)
      expect((await session.call('/api/auth', { method: 'DELETE' })).status).toBe(204)
      await waitFor('the close', () => socket.closeCode !== null)
      expect(socket.closeCode).toBe(4401)
    })

    it('do the effect of a key once, whichever is asked', async () => {
      const elsewhere = await signIn(other, 'agent')
      const key = makeKey()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? agent : elsewhere).call('/api/takeover/send/mine', {
            method: 'POST',
            json: { text: 'once on both' },
            key,
          }),
        ),
      )
      expect(new Set(answers.map(({ body }) => String(readField(body, 'id')))).size).toBe(1)
      const { body } = await agent.call('/api/info/chats/mine/messages')
      expect((body as { text: string }[]).filter(({ text }) => text === 'once on both')).toHaveLength(1)
    })

    it('slow down failed sign-ins together', async () => {
      for (let count = 0; count < 6; count += 1) {
        await expect(signIn(count % 2 === 0 ? one : other, 'operator', 'wrong')).rejects.toThrow(
          count < 4 ? '401' : '429',
        )
      }
    })

    it('go on when the listening connection is cut', async () => {
      const socket = await openStaffSocket(other, maria)
      const { sql } = await import('kysely')
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
        .execute(one.context.store.db)
        .catch(() => undefined)
      await waitFor(
        'a call to succeed again',
        async () => (await agent.call('/api/info/chats/mine')).status === 200,
      )
      const sent = await agent.call('/api/takeover/send/mine', {
        method: 'POST',
        json: { text: 'after the cut' },
      })
      await waitFor('the frame', () =>
        socket.ofType('new_message').some(({ value }) => value === readField(sent.body, 'id')),
      )
      await socket.close()
    })
  })

  it('start together on an empty database: it is migrated once', async () => {
    const database = await createTestDatabase()
    const servers = await Promise.all(
      [0, 1, 2].map(() => startTestServer({ database, settings: { adminUsername: null } }).catch(String)),
    )
    for (const server of servers) if (typeof server !== 'string') await server.stop()
    await database.remove()
    // The users of the test hotel can be inserted by one of them only; the schema came up in all.
    expect(servers.filter((server) => typeof server === 'string').join('\n')).not.toMatch(
      /relation|migration/i,
    )
    expect(servers.some((server) => typeof server !== 'string')).toBe(true)
  })
}
