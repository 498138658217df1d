import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  APP_SECRET,
  PAGE_TOKEN,
  PUBLIC_URL,
  startChannelHotel,
  type ChannelHotel,
} from '#tests/support/channel-hotel.ts'
import { createClient } from '#tests/support/api-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let hotel: ChannelHotel
beforeAll(async () => {
  hotel = await startChannelHotel()
})
beforeEach(() => {
  hotel.clock.now = null
})
afterAll(() => hotel.stop())

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')
const DAY_MS = 86_400_000

async function upload(to: ChannelHotel, chatId: string, bytes: Uint8Array = PNG): Promise<string> {
  const body = new FormData()
  body.set('files', new Blob([Uint8Array.from(bytes)]), 'map.png')
  const { status } = await to.agent.call(`/api/takeover/upload/${chatId}`, { method: 'POST', body })
  expect(status).toBe(200)
  return (await to.readMessages(chatId)).at(-1)?.id ?? ''
}
const callsTo = (to: ChannelHotel, psid: string) =>
  to.facebook.messages.filter(({ body }) => body.includes(psid))

describe('a message on Facebook', () => {
  it('goes out as the page, as an answer, with the proof of the app', async () => {
    await hotel.addChat('fb', 'facebook', 'psid-1')
    const id = await hotel.say('fb', 'Good evening')
    await waitFor('it to be sent', async () => (await hotel.readMessage(id))?.delivery?.status === 'sent')
    const [call] = callsTo(hotel, 'psid-1')
    expect(call).toMatchObject({
      method: 'POST',
      path: '/me/messages',
      authorization: `Bearer ${PAGE_TOKEN}`,
    })
    expect(call?.query.get('appsecret_proof')).toBe(
      createHmac('sha256', APP_SECRET).update(PAGE_TOKEN).digest('hex'),
    )
    expect(JSON.parse(call?.body ?? '')).toEqual({
      recipient: { id: 'psid-1' },
      messaging_type: 'RESPONSE',
      message: { text: 'Good evening' },
    })
  })

  it('names a file by an address that works for a day, for whoever has it', async () => {
    await hotel.addChat('fb-file', 'facebook', 'psid-2')
    await upload(hotel, 'fb-file')
    await hotel.settle()
    const [call] = callsTo(hotel, 'psid-2')
    const url = /"url":"([^"]+)"/.exec(call?.body ?? '')?.[1] ?? ''
    expect(url.startsWith(`${PUBLIC_URL}/api/channels/files/`)).toBe(true)
    const outside = createClient(hotel.server)
    const file = await outside.call(url.slice(PUBLIC_URL.length))
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    const other = url.slice(PUBLIC_URL.length, -4)
    expect((await outside.call(`${other}AAAA`)).status).toBe(404)
    expect((await outside.call('/api/channels/files/nonsense')).status).toBe(404)
  })

  it('carries the file itself where nobody reaches this server', async () => {
    const hidden = await startChannelHotel({ settings: { publicUrl: null } })
    try {
      await hidden.addChat('fb-form', 'facebook', 'psid-3')
      const id = await upload(hidden, 'fb-form')
      await waitFor('it to be sent', async () => (await hidden.readDelivery(id))?.status === 'sent')
      const [call] = callsTo(hidden, 'psid-3')
      expect(call?.contentType).toMatch(/^multipart\/form-data; boundary=/)
      expect(call?.body).toContain('filename="map.png"')
      expect(call?.body).toContain(PNG.toString('latin1'))
      expect(call?.body).toContain('RESPONSE')
      await hidden.addChat('mms', 'sms', '+17025550120')
      const mms = await upload(hidden, 'mms')
      await waitFor('its end', async () => (await hidden.readDelivery(mms))?.status === 'failed')
      expect((await hidden.readMessage(mms))?.delivery?.reason).toContain('PUBLIC_URL')
    } finally {
      await hidden.stop()
    }
  })

  it('is never sent when the 24 hours are over', async () => {
    await hotel.addChat('fb-late', 'facebook', 'psid-4')
    hotel.clock.now = new Date(0)
    const id = await hotel.say('fb-late', 'too late')
    const yesterday = new Date(Date.now() - DAY_MS - 60_000)
    await hotel.server.context.store.db
      .updateTable('chats')
      .set({ lastUserMessageDate: yesterday })
      .where('id', '=', 'fb-late')
      .execute()
    hotel.clock.now = null
    await hotel.settle()
    const { delivery } = (await hotel.readMessage(id)) ?? {}
    expect(delivery?.status).toBe('failed')
    expect(delivery?.reason).toContain('window closed')
    expect(callsTo(hotel, 'psid-4')).toEqual([])
    const refused = await hotel.agent.call('/api/takeover/send/fb-late', {
      method: 'POST',
      json: { text: 'x' },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'window_closed' } })
  })

  it.each([
    ['rate limited', { status: 400, json: { error: { code: 613, message: 'slow' } } }, 'waiting'],
    ['transient', { status: 400, json: { error: { code: 99, is_transient: true } } }, 'waiting'],
    ['away', { status: 503 }, 'waiting'],
    ['refused', { status: 400, json: { error: { code: 190, message: 'token' } } }, 'failed'],
    ['too late', { status: 400, json: { error: { code: 10, error_subcode: 2018278 } } }, 'failed'],
  ])('that is %s by Facebook is told from others', async (name, answer, status) => {
    await hotel.addChat(`fb-${name}`, 'facebook', `psid-${name}`)
    hotel.facebook.answerNext(answer)
    const id = await hotel.say(`fb-${name}`, 'hello')
    const row = await waitFor('the answer', async () => {
      const now = await hotel.readDelivery(id)
      return now?.attempts === 1 && now
    })
    expect(row.status).toBe(status)
    if (name === 'too late') expect(row.reason).toContain('window closed')
    if (name === 'refused') expect(row.reason).toBe('Facebook refused FACEBOOK_PAGE_TOKEN')
  })

  it('that is long is several of theirs; where one of those fails, none is sent again', async () => {
    await hotel.addChat('fb-long', 'facebook', 'psid-long')
    hotel.facebook.answerNext({ status: 200, json: { message_id: 'mid.first' } }, { status: 503 })
    const id = await hotel.say('fb-long', `${'word '.repeat(399)}end of the first part and more`)
    await waitFor('its end', async () => (await hotel.readDelivery(id))?.status === 'failed')
    const texts = callsTo(hotel, 'psid-long').map(({ body }) => /"text":"([^"]*)"/.exec(body)?.[1] ?? '')
    expect(texts).toHaveLength(2)
    expect(texts.every((text) => text.length <= 2_000)).toBe(true)
    expect((await hotel.readMessage(id))?.delivery?.reason).toContain('only a part of it arrived')
  })

  it('was delivered as soon as Facebook says so, also before its own answer', async () => {
    await hotel.addChat('fb-fast', 'facebook', 'psid-fast')
    let release = (): void => undefined
    const hold = new Promise<void>((end) => (release = end))
    hotel.facebook.answerNext({ status: 200, json: { message_id: 'mid.fast' }, hold })
    const id = await hotel.say('fb-fast', 'hello')
    await waitFor('the call', () => callsTo(hotel, 'psid-fast').length === 1)
    const delivery = { mids: ['mid.fast', 'mid.of-somebody-else'] }
    const event = { sender: { id: 'psid-fast' }, timestamp: Date.now(), delivery }
    const body = { object: 'page', entry: [{ messaging: [event] }] }
    expect((await hotel.postFacebook(body)).status).toBe(200)
    expect((await hotel.readDelivery(id))?.status).toBe('waiting')
    release()
    await waitFor('the end', async () => (await hotel.readDelivery(id))?.status === 'delivered')
    expect((await hotel.postFacebook(body)).status).toBe(200)
    expect((await hotel.readMessage(id))?.delivery?.status).toBe('delivered')
  })
})

describe('an e-mail of a chat', () => {
  it('arrives with its words and files, and all of a chat is one conversation', async () => {
    await hotel.addChat('mail', 'email', 'ada@guest.example')
    const id = await hotel.say('mail', 'Dear Ada,\nyour invoice')
    await hotel.settle()
    await upload(hotel, 'mail')
    await hotel.settle()
    const mails = hotel.mail.arrived.filter(({ to }) => to.includes('ada@guest.example'))
    expect(mails[0]).toMatchObject({
      subject: 'Message from Harbour Light',
      text: expect.stringContaining('your invoice') as string,
    })
    expect(mails[0]?.headers.get('message-id')).toBe(`<${id}@hotel.example>`)
    expect(mails[0]?.headers.get('references')).toBe('<chat-mail@hotel.example>')
    expect(mails[1]?.raw).toContain(PNG.toString('base64'))
    expect((await hotel.readMessage(id))?.delivery?.status).toBe('sent')
  })

  it.each([
    ['mail', 451, 'waiting'],
    ['recipient', 450, 'waiting'],
    ['connection', 421, 'waiting'],
    ['recipient', 550, 'failed'],
  ] as const)('refused at the %s by %i is %s', async (at, code, status) => {
    const chatId = `mail-${at}-${code}`
    await hotel.addChat(chatId, 'email', `${at}${code}@guest.example`)
    hotel.mail.refuseNext({ at, code })
    const id = await hotel.say(chatId, 'hello')
    const row = await waitFor('the answer', async () => {
      const now = await hotel.readDelivery(id)
      return now?.attempts === 1 && now
    })
    expect(row.status).toBe(status)
    expect(row.reason).toContain(String(code))
  })

  it('whose last answer never comes is in doubt', async () => {
    const hasty = await startChannelHotel({ sendTimeoutMs: 2_000 })
    let release = (): void => undefined
    try {
      await hasty.addChat('mute', 'email', 'mute@guest.example')
      hasty.mail.holdNext(new Promise((end) => (release = end)))
      const id = await hasty.say('mute', 'hello')
      await waitFor('the doubt', async () => (await hasty.readDelivery(id))?.status === 'doubt')
      expect(hasty.mail.arrived).toHaveLength(1)
    } finally {
      release()
      await hasty.stop()
    }
  })
})
