import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, readField } from '#tests/support/api-client.ts'
import {
  HOTEL_NUMBER,
  signBody,
  signForm,
  startChannelHotel,
  VERIFY_TOKEN,
  type ChannelHotel,
} from '#tests/support/channel-hotel.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer } from '#tests/support/test-server.ts'

/** The providers' webhooks (CONTRACT section 8): who may call them, and what they refuse. */
let hotel: ChannelHotel
beforeAll(async () => {
  hotel = await startChannelHotel()
})
afterAll(() => hotel.stop())

const smsFrom = (From: string, Body: string, MessageSid: string) => ({
  MessageSid,
  From,
  To: HOTEL_NUMBER,
  Body,
  NumMedia: '0',
})
const writeEvent = (psid: string, mid: string, text: string, timestamp = Date.now()) => ({
  object: 'page',
  entry: [
    {
      id: 'page',
      messaging: [{ sender: { id: psid }, recipient: { id: 'page' }, timestamp, message: { mid, text } }],
    },
  ],
})
const countChats = async () => {
  const { count } = await hotel.server.context.store.db
    .selectFrom('chats')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
const findChat = (address: string) =>
  hotel.server.context.store.db
    .selectFrom('guestContacts')
    .innerJoin('chats', 'chats.id', 'guestContacts.chatId')
    .selectAll('chats')
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
const big = 'x'.repeat(10 * 1024 * 1024)

describe('POST /api/channels/twilio', () => {
  it('takes a guest’s SMS into a new chat, and the next into the same', async () => {
    const first = await hotel.postTwilio(smsFrom('+14155550101', 'Is there a pool?', 'SMin1'))
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toContain('text/xml')
    expect(first.body).toContain('<Response/>')
    const chat = await findChat('+14155550101')
    expect(chat).toMatchObject({ source: 'sms', displayName: '+14155550101' })
    await hotel.postTwilio(smsFrom('+14155550101', 'And a spa?', 'SMin2'))
    const texts = (await hotel.readMessages(chat.id)).filter(({ sentByGuest }) => sentByGuest)
    expect(texts.map(({ text }) => text)).toEqual(['Is there a pool?', 'And a spa?'])
  })

  it('takes each message once, also when it is told twice at the same time', async () => {
    const fields = smsFrom('+14155550102', 'Hello', 'SMin3')
    const answers = await Promise.all([hotel.postTwilio(fields), hotel.postTwilio(fields)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await hotel.postTwilio(fields)).status).toBe(200)
    const { id } = await findChat('+14155550102')
    expect((await hotel.readMessages(id)).filter(({ sentByGuest }) => sentByGuest)).toHaveLength(1)
  })

  it('makes one chat of a new number, however many messages come at once', async () => {
    const before = await countChats()
    const many = Array.from({ length: 5 }, (_, index) =>
      smsFrom('+14155550103', `part ${index}`, `SMp${index}`),
    )
    await Promise.all(many.map((fields) => hotel.postTwilio(fields)))
    expect(await countChats()).toBe(before + 1)
  })

  it('refuses a form that is not signed for this address, and writes nothing', async () => {
    const fields = smsFrom('+14155550104', 'Hello', 'SMin4')
    const before = await countChats()
    const path = '/api/channels/twilio'
    const wrong = [
      '',
      'nonsense',
      signForm(path, fields, 'another token'),
      signForm(path, { ...fields, Body: 'Other words' }),
      signForm(`${path}?message=1`, fields),
    ]
    for (const signature of wrong) {
      const { status, body } = await hotel.postTwilio(fields, { signature })
      expect(status, signature).toBe(403)
      expect(readField(body, 'code')).toBe('forbidden')
    }
    const unsigned = await createClient(hotel.server).call(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(unsigned.status).toBe(403)
    expect(await countChats()).toBe(before)
    expect(hotel.server.logLines.join('\n')).not.toContain('Other words')
  })

  it('refuses what is too large or says nothing', async () => {
    expect((await hotel.postTwilio(smsFrom('+14155550105', big, 'SMin5'))).status).toBe(413)
    expect((await hotel.postTwilio({ From: '+14155550105' })).status).toBe(400)
    expect((await hotel.postTwilio({ MessageSid: 'SMin6' })).status).toBe(400)
  })

  it('ignores the status of a message that is not ours', async () => {
    const told = { MessageSid: 'SMunknown', MessageStatus: 'delivered', To: '+14155550106' }
    expect((await hotel.postTwilio(told)).status).toBe(200)
    expect((await hotel.postTwilio(told, { query: '?message=of-nobody' })).status).toBe(200)
    expect((await hotel.postTwilio({ ...told, MessageStatus: 'queued' })).status).toBe(200)
  })
})

describe('GET /api/channels/facebook', () => {
  const ask = (query: Record<string, string>) =>
    createClient(hotel.server).call(`/api/channels/facebook?${new URLSearchParams(query).toString()}`)

  it('gives the challenge back to whoever knows the word', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': VERIFY_TOKEN, 'hub.challenge': '<b>42</b>' }
    const answer = await ask(query)
    expect(answer).toMatchObject({ status: 200, body: '<b>42</b>' })
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('refuses everybody else', async () => {
    expect((await ask({ 'hub.mode': 'subscribe', 'hub.verify_token': 'guess' })).status).toBe(403)
    expect((await ask({ 'hub.verify_token': VERIFY_TOKEN })).status).toBe(403)
    expect((await ask({})).status).toBe(403)
  })
})

describe('POST /api/channels/facebook', () => {
  it('takes a guest’s message into a chat that bears their name, once', async () => {
    hotel.facebook.profiles.set('psid-100', { first_name: 'Ada', last_name: 'Byron' })
    const body = writeEvent('psid-100', 'mid.in1', 'Hello')
    expect((await hotel.postFacebook(body)).status).toBe(200)
    expect((await hotel.postFacebook(body)).status).toBe(200)
    const chat = await findChat('psid-100')
    expect(chat).toMatchObject({ source: 'facebook', displayName: 'Ada Byron' })
    expect((await hotel.readMessages(chat.id)).filter(({ sentByGuest }) => sentByGuest)).toHaveLength(1)
    await hotel.postFacebook(writeEvent('psid-101', 'mid.in2', 'Hello'))
    expect(await findChat('psid-101')).toMatchObject({ displayName: 'Facebook guest' })
  })

  it('refuses what is not signed by our app', async () => {
    const body = writeEvent('psid-102', 'mid.in3', 'Hello')
    const text = JSON.stringify(body)
    const wrong = ['', 'sha256=', 'sha256=00', signBody(text, 'another'), signBody(`${text} `)]
    for (const signature of [...wrong, signBody(text).replace('sha256=', 'sha1=')]) {
      expect((await hotel.postFacebook(body, { signature })).status, signature).toBe(403)
    }
    const unsigned = await createClient(hotel.server).call('/api/channels/facebook', {
      method: 'POST',
      json: body,
    })
    expect(unsigned.status).toBe(403)
  })

  it('refuses what is too large, what is no JSON, and what is none of Facebook’s', async () => {
    expect((await hotel.postFacebook(writeEvent('psid-103', 'mid.in4', big))).status).toBe(413)
    expect((await hotel.postFacebook('{"object":')).status).toBe(400)
    expect((await hotel.postFacebook('[]')).status).toBe(400)
    expect((await hotel.postFacebook({ entry: 5 })).status).toBe(400)
    expect((await hotel.postFacebook({ object: 'page', entry: [{ changes: [] }] })).status).toBe(200)
  })

  it.each([
    ['of 1970', 0],
    ['older than a day', Date.now() - 86_400_000 - 60_000],
  ])('refuses an event %s', async (name, timestamp) => {
    const before = await countChats()
    const answer = await hotel.postFacebook(writeEvent('psid-104', `mid.${name}`, 'Hello', timestamp))
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(await countChats()).toBe(before)
  })

  it('ignores echoes of its own messages and events of other kinds', async () => {
    const before = await countChats()
    const event = (fields: object) => ({
      entry: [{ messaging: [{ sender: { id: 'page' }, timestamp: Date.now(), ...fields }] }],
    })
    const echo = { message: { mid: 'mid.echo', text: 'ours', is_echo: true } }
    for (const fields of [echo, { read: { watermark: 1 } }, { message: { mid: 5 } }, {}]) {
      expect((await hotel.postFacebook(event(fields))).status).toBe(200)
    }
    expect(await countChats()).toBe(before)
  })
})

describe('where a provider is not set up', () => {
  it('its webhook says so, and its chats take no answers', async () => {
    const bare = await startTestServer({ hotel: { ...makeHotel(), isDemonstration: false } })
    try {
      const client = createClient(bare)
      for (const path of ['/api/channels/twilio', '/api/channels/facebook']) {
        const answer = await client.call(path, { method: 'POST', body: 'a=b' })
        expect(answer).toMatchObject({ status: 409, body: { code: 'channel_unavailable' } })
      }
      expect((await client.call('/api/channels/facebook')).status).toBe(409)
    } finally {
      await bare.stop()
    }
  })

  it('Twilio’s needs the address that is signed', async () => {
    const hidden = await startChannelHotel({ settings: { publicUrl: null } })
    try {
      const answer = await hidden.postTwilio(smsFrom('+14155550107', 'Hello', 'SMin7'))
      expect(answer.status).toBe(409)
      expect(readField(answer.body, 'message')).toContain('PUBLIC_URL')
    } finally {
      await hidden.stop()
    }
  })
})
