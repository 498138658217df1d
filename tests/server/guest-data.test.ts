import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockChat } from '#server/store/chats/lock-chat.ts'
import { CLOSE_SESSION_ENDED } from '#src/contract/limits.ts'
import {
  makeKey,
  openSocket,
  openStaffSocket,
  readField,
  signIn,
  type Client,
} from '#tests/support/api-client.ts'
import { openSpeakingGuest, type SpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { writeChanges } from '#tests/support/write-changes.ts'

let server: TestServer
let admin: Client
let operator: Client
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
  operator = await signIn(server, 'operator')
})
afterAll(() => server.stop())

const listOf = (body: unknown): unknown[] => (Array.isArray(body) ? body : [])
const post = (client: Client, path: string, json: object = {}, key = makeKey()) =>
  client.call(path, { method: 'POST', json, key })
async function readAudit(): Promise<unknown[]> {
  const { body } = await admin.call('/api/admin/audit?limit=200')
  return listOf(readField(body, 'rows'))
}
async function readSync(cursor = ''): Promise<unknown> {
  return (await admin.call(`/api/sync?cursor=${encodeURIComponent(cursor)}`)).body
}
const countJobs = async (chatId: string) => {
  const rows = await server.context.store.db.selectFrom('jobs').select('payload').execute()
  return rows.filter(({ payload }) => readField(payload, 'chatId') === chatId).length
}

describe('a blocked guest', () => {
  it('writes nothing, causes nothing, and begins nothing new with that token', async () => {
    const guest = await openSpeakingGuest(server, { displayName: 'Rude Robert' })
    const key = makeKey()
    await guest.say('before', key)
    await waitFor('the bot to have answered', async () => (await countJobs(guest.chatId)) === 0)
    expect(await post(operator, `/api/guests/${guest.guestId}/block`)).toMatchObject({
      status: 200,
      body: { id: guest.guestId, blocked: true },
    })
    const refused = await guest.say('person')
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(readField(refused.body, 'message')).toContain('front desk')
    expect((await guest.say('before', key)).status).toBe(201)
    expect((await post(guest.client, '/api/guest/session')).status).toBe(403)
    expect((await post(guest.client, '/api/guest/rating', { stars: 1 })).status).toBe(403)
    expect(await countJobs(guest.chatId)).toBe(0)
    const chat = (await admin.call(`/api/info/chats/${guest.chatId}`)).body
    expect(chat).toMatchObject({ guestBlocked: true, needsHelp: false })
  })

  it('is told nothing of it in the thread; staff see who did it, and may take it back', async () => {
    const guest = await openSpeakingGuest(server)
    await post(operator, `/api/guests/${guest.guestId}/block`)
    await post(operator, `/api/guests/${guest.guestId}/block`)
    await post(operator, `/api/guests/${guest.guestId}/unblock`)
    const { body } = await admin.call(`/api/info/chats/${guest.chatId}/messages`)
    expect(listOf(body).map((row) => readField(row, 'text'))).toEqual([
      'Operator has blocked this guest',
      'Operator has unblocked this guest',
    ])
    expect((await guest.client.call('/api/guest/messages')).body).toEqual([])
    expect((await guest.say('thanks')).status).toBe(201)
    const entries = (await readAudit()).filter((row) => readField(row, 'rowId') === guest.guestId)
    expect(entries).toMatchObject([
      { list: 'guests', action: 'update', user: { name: 'Operator' } },
      { list: 'guests', action: 'update', changes: [{ field: 'isBlocked', before: false, after: true }] },
    ])
  })
})

/** A guest with a chat in which everything has happened. */
async function openKnownGuest(
  name: string,
): Promise<SpeakingGuest & { ticketId: string; ticketKey: string }> {
  const guest = await openSpeakingGuest(server, { displayName: name })
  await guest.say(`I am ${name} and allergic to feathers`)
  await admin.call(`/api/takeover/pause/${guest.chatId}`)
  const form = new FormData()
  form.append('files', new Blob([Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0x31)]), 'bill.pdf')
  await admin.call(`/api/takeover/upload/${guest.chatId}`, { method: 'POST', body: form })
  await admin.call(`/api/takeover/play/${guest.chatId}`)
  await post(guest.client, '/api/guest/rating', { stars: 2 })
  const ticketKey = makeKey()
  const ticket = await post(admin, '/api/add-ticket', ticketOf(guest, name), ticketKey)
  await admin.call(`/api/test-users/${guest.chatId}`, { method: 'PUT', json: {} })
  return { ...guest, ticketId: String(readField(ticket.body, 'id')), ticketKey }
}
const ticketOf = ({ guestId, chatId }: SpeakingGuest, name: string) => ({
  queueId: 'housekeeping',
  description: `${name} asks for another pillow`,
  title: name,
  status: 'open',
  guestId,
  chatId,
  __room: '1204',
})

describe('all that is stored of a guest', () => {
  it('is given as one file', async () => {
    const guest = await openKnownGuest('Zelda Quux')
    await writeChanges(server.context, async (tx) => {
      const { chatId } = guest
      await lockChat(tx, chatId)
      return { value: null, changes: [{ type: 'needs_help', chatId, patch: { needsHelp: true } }] }
    })
    const { status, headers, body } = await admin.call(`/api/guests/${guest.guestId}/export`)
    expect([status, headers.get('Content-Disposition')]).toEqual([
      200,
      `attachment; filename="guest-${guest.guestId}.json"`,
    ])
    expect(body).toMatchObject({
      guestId: guest.guestId,
      chats: [{ id: guest.chatId, displayName: 'Zelda Quux' }],
      sessions: [{ chatId: guest.chatId }],
      ratings: [{ stars: 2 }],
      helpRequests: [{ chatId: guest.chatId, endedAt: null }],
      tickets: [{ id: guest.ticketId }],
      attachments: [{ name: 'bill.pdf', contentType: 'application/pdf', base64: 'JVBERi0x' }],
    })
    expect(JSON.stringify(readField(body, 'messages'))).toContain('allergic to feathers')
    expect(JSON.stringify(body)).not.toContain('tokenHash')
    expect((await readAudit())[0]).toMatchObject({ list: 'guests', action: 'export', rowId: guest.guestId })
  })

  it('is removed, and what the house keeps does not name them', async () => {
    const guest = await openKnownGuest('Yorick Blum')
    const staff = await openStaffSocket(server, admin)
    const socket = await openSocket(server, [`guest.${guest.token}`])
    const cursor = String(readField(await readSync(), 'cursor'))
    await admin.call(`/api/guests/${guest.guestId}/export`)
    const key = makeKey()
    const remove = () => admin.call(`/api/guests/${guest.guestId}`, { method: 'DELETE', key })
    expect(await remove()).toMatchObject({ status: 204, body: null })
    expect((await remove()).status).toBe(204)

    for (const path of [`/api/info/chats/${guest.chatId}`, `/api/guests/${guest.guestId}/export`])
      expect((await admin.call(path)).status, path).toBe(404)
    await waitFor('the guest’s socket to be closed', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(CLOSE_SESSION_ENDED)
    expect((await guest.say('hello?')).status).toBe(401)
    expect(await readSync(cursor)).toMatchObject({ removed: { chats: [guest.chatId] } })
    const frame = await waitFor('the frame', () => staff.frames.find((one) => one['chatId'] === guest.chatId))
    expect(frame).toEqual({ type: 'chat_changed', chatId: guest.chatId, value: null })
    await staff.close()

    const repeated = await post(admin, '/api/add-ticket', ticketOf(guest, 'Yorick Blum'), guest.ticketKey)
    expect(repeated).toMatchObject({ status: 201, body: { id: guest.ticketId, guestId: null, chatId: null } })
    const { body: tickets } = await admin.call('/api/ticketing/Tickets/')
    expect(listOf(tickets).find((row) => readField(row, 'id') === guest.ticketId)).toMatchObject({
      title: 'the guest',
      description: 'the guest asks for another pillow',
      room: '1204',
      guestId: null,
      chatId: null,
    })
    const known = [repeated.body, tickets, await readAudit(), ...(await dumpTables())]
    expect(known.filter((rows) => JSON.stringify(rows).includes('Yorick'))).toEqual([])
    expect((await readAudit())[0]).toMatchObject({ list: 'guests', action: 'delete', rowId: guest.guestId })
  })

  it('of the message of an answer that is gone a repeat says 404', async () => {
    const guest = await openSpeakingGuest(server)
    await admin.call(`/api/takeover/pause/${guest.chatId}`)
    const key = makeKey()
    const send = () => post(admin, `/api/takeover/send/${guest.chatId}`, { text: 'Hello' }, key)
    expect((await send()).status).toBe(200)
    await admin.call(`/api/guests/${guest.guestId}`, { method: 'DELETE' })
    expect((await send()).status).toBe(404)
  })
})

describe('an environment that has the specification alone', () => {
  it('has none of these calls, and says nothing of a block', async () => {
    const plain = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'none' } })
    const boss = await signIn(plain, 'admin')
    for (const [method, path] of [
      ['POST', '/api/guests/guest-free/block'],
      ['POST', '/api/guests/guest-free/unblock'],
      ['DELETE', '/api/guests/guest-free'],
      ['GET', '/api/guests/guest-free/export'],
    ] as const)
      expect((await boss.call(path, { method })).status, path).toBe(404)
    const { body } = await boss.call('/api/info/chats/free')
    expect(readField(body, 'guestBlocked')).toBeUndefined()
    await plain.stop()
  })
})

/** Every table that may name a guest, but the change log, which has ids alone. */
async function dumpTables(): Promise<unknown[]> {
  const { db } = server.context.store
  return [
    await db.selectFrom('messages').selectAll().execute(),
    await db.selectFrom('guestSessions').selectAll().execute(),
    await db.selectFrom('guestRatings').selectAll().execute(),
    await db.selectFrom('jobs').selectAll().execute(),
    await db.selectFrom('alertDeliveries').selectAll().execute(),
    await db.selectFrom('pushDeliveries').selectAll().execute(),
    await db.selectFrom('idempotency').select('answer').where('answer', 'is not', null).execute(),
  ]
}
