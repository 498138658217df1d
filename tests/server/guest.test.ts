import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageListSchema, type Message } from '#src/contract/chats.ts'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { GUEST_MESSAGES_PER_MINUTE, MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import {
  createClient,
  makeKey,
  openSocket,
  readField,
  signIn,
  type Client,
} from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

interface Speaker {
  client: Client
  chatId: string
}

async function openGuest(json: object = {}, at = server): Promise<Speaker> {
  const { status, body } = await createClient(at).call('/api/guest/session', { method: 'POST', json })
  expect(status).toBe(201)
  const { token, chatId } = v.parse(guestSessionSchema, body)
  return { client: createClient(at, token), chatId }
}
function say(client: Client, text: string, key = makeKey()) {
  return client.call('/api/guest/messages', { method: 'POST', json: { text }, key })
}
async function read({ client, chatId }: Speaker, query = ''): Promise<Message[]> {
  const { status, body } = await client.call(`/api/guest/messages${query}`)
  expect(status).toBe(200)
  return v.parse(messageListSchema(chatId), body)
}

describe('a guest (CONTRACT section 8)', () => {
  it('begins a chat under their name, and staff see it', async () => {
    const { chatId } = await openGuest({ displayName: '  Zoë\nLefèvre\u0000 ' })
    const agent = await signIn(server, 'agent')
    const { body } = await agent.call(`/api/info/chats/${chatId}`)
    expect(body).toMatchObject({
      displayName: 'Zoë Lefèvre',
      source: 'web',
      botName: 'Bell',
      messagesCount: 0,
    })
  })

  it.each([{}, { displayName: ' \n ' }, { displayName: '\u200b\u00ad' }])(
    'has a name also without one',
    async (json) => {
      const { chatId } = await openGuest(json)
      const agent = await signIn(server, 'agent')
      expect(readField((await agent.call(`/api/info/chats/${chatId}`)).body, 'displayName')).toBe('Guest')
    },
  )

  it('writes and reads in order, from a message on', async () => {
    const guest = await openGuest()
    const first = await say(guest.client, 'one\ntwo')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ text: 'one\ntwo', sentByGuest: true, type: 'text', user: null })
    await say(guest.client, 'three')
    const all = await read(guest)
    const own = all.filter(({ sentByGuest }) => sentByGuest)
    expect(own.map(({ text }) => text)).toEqual(['one\ntwo', 'three'])
    const rest = await read(guest, `?after=${own[0]?.id ?? ''}`)
    expect(rest.map(({ id }) => id)).not.toContain(own[0]?.id)
    expect(rest.map(({ text }) => text)).toContain('three')
    // The bot may answer between two reads: what was there before is there, first and in order.
    const before = (await read(guest)).map(({ id }) => id)
    const unknown = (await read(guest, '?after=nothing-known')).map(({ id }) => id)
    expect(unknown.slice(0, before.length)).toEqual(before)
  })

  it('says a thing once under one key, also at the same moment', async () => {
    const guest = await openGuest()
    const key = makeKey()
    const answers = await Promise.all([1, 2, 3].map(() => say(guest.client, 'once', key)))
    expect(new Set(answers.map(({ body }) => readField(body, 'id'))).size).toBe(1)
    expect((await read(guest)).filter(({ text }) => text === 'once')).toHaveLength(1)
    expect(readField(answers[0]?.body, 'clientId')).toBeUndefined()
    const other = await say(guest.client, 'twice', key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })

  it.each([
    ['', 422],
    ['  \n\t ', 422],
    ['x'.repeat(MAX_MESSAGE_CHARS + 1), 413],
    ['a\u0000b', 422],
  ])('is told why a message is not taken', async (text, status) => {
    const guest = await openGuest()
    const answer = await say(guest.client, text)
    expect(answer.status).toBe(status)
    expect(String(readField(answer.body, 'message'))).not.toBe('')
    expect(await read(guest)).toEqual([])
  })

  it.each(['👍', '<script>alert(1)</script>', 'x'.repeat(MAX_MESSAGE_CHARS), 'مرحبا \u202e'])(
    'may write what is odd but text',
    async (text) => {
      const guest = await openGuest()
      expect(await say(guest.client, text)).toMatchObject({ status: 201, body: { text } })
    },
  )

  it('is refused without a session, and with one of staff', async () => {
    const agent = await signIn(server, 'agent')
    for (const client of [createClient(server), createClient(server, 'made-up'), agent]) {
      expect((await say(client, 'hello')).status).toBe(401)
      expect((await client.call('/api/guest/messages')).status).toBe(401)
    }
  })

  it('opens no call of staff', async () => {
    const { client, chatId } = await openGuest()
    for (const path of [
      '/api/info/chats',
      `/api/info/chats/${chatId}`,
      `/api/takeover/pause/${chatId}`,
      '/api/sync',
    ]) {
      expect((await client.call(path)).status, path).toBe(401)
    }
  })

  it('sees staff answer, hears of it on the socket, and of nobody else’s chat', async () => {
    const guest = await openGuest()
    const stranger = await openGuest()
    const socket = await openSocket(server, [`guest.${guest.client.token ?? ''}`])
    const agent = await signIn(server, 'agent')
    await agent.call(`/api/takeover/pause/${guest.chatId}`)
    await agent.call(`/api/takeover/send/${guest.chatId}`, {
      method: 'POST',
      json: { text: 'At your service' },
    })
    await say(stranger.client, 'not for you')
    const frame = await waitFor('the frame', () => socket.ofType('new_message')[0])
    const answer = (await read(guest)).at(-1)
    expect(answer).toMatchObject({ text: 'At your service', user: { name: 'Agent' } })
    expect(frame).toEqual({ type: 'new_message', chatId: guest.chatId, value: answer?.id })
    expect(socket.frames.every((one) => one['chatId'] === guest.chatId)).toBe(true)
    await socket.close()
  })

  it('writes 60 messages a minute, and is told when to go on', async () => {
    const guest = await openGuest()
    const keys = Array.from({ length: GUEST_MESSAGES_PER_MINUTE }, makeKey)
    for (const key of keys) expect((await say(guest.client, key, key)).status).toBe(201)
    const refused = await say(guest.client, 'one too many')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    // What has arrived is not refused for being asked about again.
    const repeated = await say(guest.client, keys[0] ?? '', keys[0])
    expect(repeated.status).toBe(201)
    expect((await say((await openGuest()).client, 'somebody else')).status).toBe(201)
  })

  it('begins so many conversations a minute from one address', async () => {
    const strict = await startTestServer({ settings: { guestSessionsPerMinute: 2, trustProxy: true } })
    const open = (address: string) =>
      createClient(strict).call('/api/guest/session', {
        method: 'POST',
        json: {},
        headers: { 'X-Forwarded-For': address },
      })
    expect([(await open('10.0.0.1')).status, (await open('10.0.0.1')).status]).toEqual([201, 201])
    const refused = await open('10.0.0.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await open('10.0.0.2')).status).toBe(201)
    // The /64 of an IPv6 address is one client, the mapped form of an IPv4 address that address.
    const networks = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1']
    expect(await Promise.all(networks.map(async (address) => (await open(address)).status))).toEqual(
      expect.arrayContaining([201, 201, 429, 201]),
    )
    expect((await open('::ffff:10.0.0.1')).status).toBe(429)
    // What is no address says nothing about the client: this is the line's own, over and over.
    expect((await open('one')).status).toBe(201)
    expect((await open('two, unknown')).status).toBe(201)
    expect((await open('three')).status).toBe(429)
    await strict.stop()
  })

  it('keeps its keys in an environment that has the specification alone', async () => {
    const plain = await startTestServer({ settings: { capabilities: 'none' } })
    const guest = await openGuest({}, plain)
    const key = makeKey()
    await say(guest.client, 'once', key)
    await say(guest.client, 'once', key)
    expect((await read(guest)).filter(({ sentByGuest }) => sentByGuest)).toHaveLength(1)
    await plain.stop()
  })
})

describe('the guest of a demonstration', () => {
  it('is played in chats of SMS and Facebook only', async () => {
    const sms = await openGuest({ demoChat: 'sms' })
    expect(sms.chatId).toBe('sms')
    expect((await read(sms)).map(({ id }) => id)).toEqual(['sms-m0', 'sms-m1'])
    expect((await say(sms.client, 'from the phone')).status).toBe(201)
    await openGuest({ demoChat: 'facebook' })
    for (const demoChat of ['free', 'nothing']) {
      const { status } = await createClient(server).call('/api/guest/session', {
        method: 'POST',
        json: { demoChat },
      })
      expect(status, demoChat).toBe(404)
    }
  })

  it('is not played in a real hotel', async () => {
    const real = await startTestServer({ hotel: { ...makeHotel(), isDemonstration: false } })
    const { status } = await createClient(real).call('/api/guest/session', {
      method: 'POST',
      json: { demoChat: 'sms' },
    })
    expect(status).toBe(404)
    await real.stop()
  })
})

describe('files', () => {
  it('are given to staff and to the chat’s guest, and to no other', async () => {
    const guest = await openGuest()
    const stranger = await openGuest()
    const agent = await signIn(server, 'agent')
    await agent.call(`/api/takeover/pause/${guest.chatId}`)
    const form = new FormData()
    form.append('files', new Blob([Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x2d, 0x31)]), 'bill.pdf')
    await agent.call(`/api/takeover/upload/${guest.chatId}`, { method: 'POST', body: form })
    const url = (await read(guest)).flatMap(({ attachments }) => attachments)[0]?.contentUrl ?? ''
    expect((await guest.client.call(url)).status).toBe(200)
    expect((await agent.call(url)).status).toBe(200)
    expect((await stranger.client.call(url)).status).toBe(404)
    expect((await createClient(server).call(url)).status).toBe(401)
  })
})
