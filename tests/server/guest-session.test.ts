import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSE_SESSION_ENDED } from '#src/contract/limits.ts'
import { hashSha256 } from '#server/ids.ts'
import { runMaintenance } from '#server/maintenance.ts'
import { openSocket, readField, signIn } from '#tests/support/api-client.ts'
import { openSpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import {
  createTestDatabase,
  isPostgresRun,
  startTestServer,
  type TestServer,
} from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), heartbeatMs: 200 })
})
afterAll(() => server.stop())

/** Puts the last use of a guest's token so far back, by the database's clock. */
async function usedAgo(token: string, ago: string): Promise<void> {
  await sql`update guest_sessions set last_used_at = clock_timestamp() - ${ago}::interval
    where token_hash = ${hashSha256(token)}`.execute(server.context.store.db)
}
async function isKept(token: string): Promise<boolean> {
  const row = await server.context.store.db
    .selectFrom('guestSessions')
    .select('tokenHash')
    .where('tokenHash', '=', hashSha256(token))
    .executeTakeFirst()
  return row !== undefined
}

describe('a guest’s token', () => {
  it('lives 30 days from its last use, which is written down', async () => {
    const guest = await openSpeakingGuest(server)
    await usedAgo(guest.token, '29 days 23 hours')
    expect((await guest.client.call('/api/guest/messages')).status).toBe(200)
    const { lastUsedAt } = await server.context.store.db
      .selectFrom('guestSessions')
      .select('lastUsedAt')
      .where('tokenHash', '=', hashSha256(guest.token))
      .executeTakeFirstOrThrow()
    expect(Date.now() - lastUsedAt.getTime()).toBeLessThan(60_000)
    await usedAgo(guest.token, '30 days 1 second')
    expect((await guest.say('hello')).status).toBe(401)
    expect((await guest.client.call('/api/guest/messages')).status).toBe(401)
  })

  it('that has expired opens no socket, and closes the one that is open', async () => {
    const guest = await openSpeakingGuest(server)
    const open = await openSocket(server, [`guest.${guest.token}`])
    await usedAgo(guest.token, '31 days')
    await waitFor('the open socket to be closed', () => open.closeCode !== null)
    expect(open.closeCode).toBe(CLOSE_SESSION_ENDED)
    const late = await openSocket(server, [`guest.${guest.token}`])
    await waitFor('the late socket to be closed', () => late.closeCode !== null)
    expect(late.closeCode).toBe(CLOSE_SESSION_ENDED)
  })

  it('that has expired is removed, by an index', async () => {
    const [old, young] = [await openSpeakingGuest(server), await openSpeakingGuest(server)]
    await usedAgo(old.token, '31 days')
    await runMaintenance(server.context.store)
    expect([await isKept(old.token), await isKept(young.token)]).toEqual([false, true])
    const plan = await server.context.store.transact(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<Record<string, string>>`explain delete from guest_sessions
        where last_used_at <= now() - make_interval(days => 30)`.execute(tx)
    })
    expect(JSON.stringify(plan.rows)).toContain('guest_sessions_used')
  })
})

describe('the end of a conversation', () => {
  it('ends its token and its sockets, and staff see it', async () => {
    const guest = await openSpeakingGuest(server)
    await guest.say('bye')
    const socket = await openSocket(server, [`guest.${guest.token}`])
    const ended = await guest.client.call('/api/guest/session', { method: 'DELETE' })
    expect(ended).toMatchObject({ status: 204, body: null })
    await waitFor('the socket to be closed', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(CLOSE_SESSION_ENDED)
    expect((await guest.say('still there?')).status).toBe(401)
    expect((await guest.client.call('/api/guest/session', { method: 'DELETE' })).status).toBe(401)
    const agent = await signIn(server, 'agent')
    const { body } = await agent.call(`/api/info/chats/${guest.chatId}/messages`)
    const events = (Array.isArray(body) ? body : []).filter((row) => readField(row, 'type') === 'event')
    expect(events).toMatchObject([{ text: 'The guest has ended the conversation', user: null }])
  })

  it('is one where it comes twice at once', async () => {
    const guest = await openSpeakingGuest(server)
    await Promise.all([1, 2].map(() => guest.client.call('/api/guest/session', { method: 'DELETE' })))
    const agent = await signIn(server, 'agent')
    const { body } = await agent.call(`/api/info/chats/${guest.chatId}/messages`)
    expect(body).toHaveLength(1)
  })

  it.runIf(isPostgresRun)('closes sockets of another process', async () => {
    const database = await createTestDatabase()
    const one = await startTestServer({ database, hotel: makeHotel() })
    const other = await startTestServer({ database })
    const guest = await openSpeakingGuest(one)
    const socket = await openSocket(other, [`guest.${guest.token}`])
    await guest.client.call('/api/guest/session', { method: 'DELETE' })
    await waitFor('the socket to be closed', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(CLOSE_SESSION_ENDED)
    await one.stop()
    await other.stop()
    await database.remove()
  })
})
