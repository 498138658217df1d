import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStaffSocket, readField } from '#tests/support/api-client.ts'
import {
  HOTEL_NUMBER,
  PUBLIC_URL,
  startChannelHotel,
  TWILIO_SID,
  TWILIO_TOKEN,
  type ChannelHotel,
} from '#tests/support/channel-hotel.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What staff write goes out by SMS, in order, once, and with what the provider makes of it. */
let hotel: ChannelHotel
beforeAll(async () => {
  hotel = await startChannelHotel()
})
beforeEach(() => {
  hotel.clock.now = null
})
afterAll(() => hotel.stop())

const SECOND_MS = 1_000
const smsTo = (number: string) => hotel.sms.arrived.filter(({ fields }) => fields['To'] === number)
const textsTo = (number: string) => smsTo(number).map(({ fields }) => fields['Body'])

/** Keeps the clock before everything, so that nothing is due; gives the time at which the message is. */
async function sayLater(chatId: string, text: string): Promise<{ id: string; start: Date }> {
  hotel.clock.now = new Date(0)
  const id = await hotel.say(chatId, text)
  const row = await hotel.readDelivery(id)
  return { id, start: new Date((row?.createdAt ?? new Date()).getTime() + SECOND_MS) }
}
async function settleAt(start: Date, seconds: number): Promise<void> {
  hotel.clock.now = new Date(start.getTime() + seconds * SECOND_MS)
  await hotel.settle()
}

describe('an SMS', () => {
  it('goes to the guest by Twilio, with the way back, and consoles hear that it was sent', async () => {
    await hotel.addChat('one', 'sms', '+17025550101')
    const cursor = String(readField((await hotel.agent.call('/api/sync')).body, 'cursor'))
    const socket = await openStaffSocket(hotel.server, hotel.agent)
    const id = await hotel.say('one', 'Your room is ready')
    await waitFor('it to be sent', async () => (await hotel.readMessage(id))?.delivery?.status === 'sent')
    const [arrived] = smsTo('+17025550101')
    expect(arrived?.path).toBe(`POST /2010-04-01/Accounts/${TWILIO_SID}/Messages.json`)
    expect(arrived?.authorization).toBe(
      `Basic ${Buffer.from(`${TWILIO_SID}:${TWILIO_TOKEN}`).toString('base64')}`,
    )
    expect(arrived?.fields).toEqual({
      To: '+17025550101',
      From: HOTEL_NUMBER,
      Body: 'Your room is ready',
      StatusCallback: `${PUBLIC_URL}/api/channels/twilio?message=${id}`,
    })
    const page = (await hotel.agent.call(`/api/sync?cursor=${encodeURIComponent(cursor)}`)).body
    expect(readField(page, 'messages')).toMatchObject([{ id, delivery: { status: 'sent' } }])
    await waitFor('the frame that says so', () =>
      socket
        .ofType('chat_changed')
        .some(
          ({ value, message }) =>
            value === id && readField(readField(message, 'delivery'), 'status') === 'sent',
        ),
    )
    await socket.close()
    const one = (await hotel.agent.call(`/api/info/message/${id}`)).body
    expect(readField(readField(one, 'delivery'), 'at')).toMatch(/^\d{4}-.*Z$/)
  })

  it('is not caused by events, lines for staff, guests, and chats without an address', async () => {
    await hotel.addChat('quiet', 'sms', '+17025550102')
    const event = { text: 'passed', sentByGuest: false, type: 'event' }
    await hotel.change('quiet', { type: 'new_message', message: event })
    const line = { text: 'psst', sentByGuest: false, isStaffOnly: true }
    await hotel.change('quiet', { type: 'new_message', message: line })
    await hotel.addChat('nowhere', 'sms', null)
    await hotel.change('nowhere', { type: 'new_message', message: { text: 'hi', sentByGuest: false } })
    const rows = await hotel.server.context.store.db
      .selectFrom('messageDeliveries')
      .select('messageId')
      .where('chatId', 'in', ['quiet', 'nowhere'])
      .execute()
    expect(rows).toEqual([])
    const refused = await hotel.agent.call('/api/takeover/send/nowhere', {
      method: 'POST',
      json: { text: 'hi' },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'channel_unavailable' } })
  })

  it('waits for an earlier one of its chat, and not for those of others', async () => {
    await hotel.addChat('ordered', 'sms', '+17025550103')
    await hotel.addChat('other', 'sms', '+17025550104')
    hotel.sms.answerNext({ status: 503 })
    const { id: first, start } = await sayLater('ordered', 'first')
    await settleAt(start, 0)
    const second = await hotel.say('ordered', 'second')
    const third = await hotel.say('other', 'third')
    await settleAt(start, 1)
    await settleAt(start, 4)
    expect(textsTo('+17025550103')).toEqual(['first'])
    expect(textsTo('+17025550104')).toEqual(['third'])
    expect(await hotel.readDelivery(second)).toMatchObject({ status: 'waiting', attempts: 0 })
    expect((await hotel.readMessage(first))?.delivery).toBeUndefined()
    await settleAt(start, 60)
    expect(textsTo('+17025550103')).toEqual(['first', 'first', 'second'])
    for (const id of [first, second, third]) {
      expect((await hotel.readMessage(id))?.delivery?.status).toBe('sent')
    }
  })

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '30' } }, 30],
    ['503 of a proxy', { status: 503 }, 5],
    ['500', { status: 500, json: { message: 'oops' } }, 5],
  ])('that is answered %s is tried again then, and not before', async (name, answer, seconds) => {
    const number = `+1702555${1100 + name.length}`
    await hotel.addChat(`again-${name}`, 'sms', number)
    hotel.sms.answerNext(answer)
    const { id, start } = await sayLater(`again-${name}`, 'hello')
    await settleAt(start, 0)
    expect(await hotel.readDelivery(id)).toMatchObject({ status: 'waiting', attempts: 1, claim: null })
    await settleAt(start, seconds - 0.1)
    expect(textsTo(number)).toEqual(['hello'])
    await settleAt(start, seconds)
    expect(textsTo(number)).toEqual(['hello', 'hello'])
    expect((await hotel.readMessage(id))?.delivery).toMatchObject({ status: 'sent' })
  })

  it('that its provider refuses has failed with its words', async () => {
    await hotel.addChat('refused', 'sms', '+17025550105')
    hotel.sms.answerNext({ status: 400, json: { code: 21610, message: 'unsubscribed recipient' } })
    const id = await hotel.say('refused', 'hello')
    await hotel.settle()
    expect((await hotel.readMessage(id))?.delivery).toMatchObject({
      status: 'failed',
      reason: 'its owner has asked for no more SMS from this sender',
    })
  })

  it('whose claim has run out is in doubt, and not sent again', async () => {
    await hotel.addChat('killed', 'sms', '+17025550106')
    const { id, start } = await sayLater('killed', 'hello')
    await hotel.server.context.store.db
      .updateTable('messageDeliveries')
      .set({ claim: 'of a process that was killed', claimedUntil: new Date(Date.now() - SECOND_MS) })
      .where('messageId', '=', id)
      .execute()
    await settleAt(start, 0)
    const after = await hotel.say('killed', 'and then')
    await settleAt(start, 10)
    expect((await hotel.readMessage(id))?.delivery).toMatchObject({ status: 'failed' })
    expect((await hotel.readMessage(id))?.delivery?.reason).toContain('nobody knows whether it arrived')
    expect(textsTo('+17025550106')).toEqual(['and then'])
    expect((await hotel.readMessage(after))?.delivery?.status).toBe('sent')
  })

  it('of a campaign is not sent after STOP, and what staff write is', async () => {
    await hotel.addChat('stopped', 'sms', '+17025550107')
    const { db } = hotel.server.context.store
    await db
      .updateTable('guestContacts')
      .set({ stoppedAt: new Date() })
      .where('guestId', '=', 'guest-stopped')
      .execute()
    hotel.clock.now = new Date(0)
    const offer = await hotel.sayAsBot('stopped', 'an offer')
    const run = { id: 'run', campaignId: 'c', name: 'Offer', config: '{}', leftOut: '[]' }
    await db
      .insertInto('campaignRuns')
      .values({ ...run, state: 'running' })
      .execute()
    const recipient = { guestId: 'guest-stopped', guestName: 'G', channel: 'sms' as const, address: 'x' }
    await db
      .insertInto('campaignRecipients')
      .values({ runId: 'run', ...recipient, chatId: 'stopped', state: 'written', messageId: offer })
      .execute()
    const answer = await hotel.say('stopped', 'an answer')
    hotel.clock.now = null
    await hotel.settle()
    expect((await hotel.readMessage(offer))?.delivery).toMatchObject({
      status: 'failed',
      reason: 'the guest has asked for no such messages (STOP)',
    })
    expect((await hotel.readMessage(answer))?.delivery?.status).toBe('sent')
    expect(textsTo('+17025550107')).toEqual(['an answer'])
  })

  it('that nobody takes is tried for an hour, and has failed then with the reason', async () => {
    await hotel.addChat('hour', 'sms', '+17025550108')
    const { id, start } = await sayLater('hour', 'hello')
    const waits: number[] = []
    for (hotel.clock.now = start; ;) {
      hotel.sms.answerNext({ status: 502 })
      await hotel.settle()
      const row = await hotel.readDelivery(id)
      if (row?.status !== 'waiting') break
      waits.push((row.nextAt.getTime() - hotel.clock.now.getTime()) / SECOND_MS)
      hotel.clock.now = row.nextAt
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600])
    const { delivery } = (await hotel.readMessage(id)) ?? {}
    expect(delivery?.status).toBe('failed')
    expect(delivery?.reason).toBe('Twilio answered 502, 12 times')
  })
})

describe('without an answer', () => {
  it('it is in doubt, is not sent again, and is settled by what Twilio says of it later', async () => {
    const hasty = await startChannelHotel({ sendTimeoutMs: 500 })
    let release = (): void => undefined
    try {
      await hasty.addChat('silent', 'sms', '+17025550110')
      hasty.sms.answerNext({ status: 201, json: { sid: 'SM9' }, hold: new Promise((end) => (release = end)) })
      const id = await hasty.say('silent', 'hello')
      await waitFor('the doubt', async () => (await hasty.readDelivery(id))?.status === 'doubt')
      expect((await hasty.readMessage(id))?.delivery).toMatchObject({
        status: 'failed',
        reason: 'Twilio did not answer in time: nobody knows whether it arrived; it was not sent again',
      })
      await hasty.settle()
      expect(hasty.sms.arrived).toHaveLength(1)
      const told = { MessageSid: 'SM9', MessageStatus: 'delivered', To: '+17025550110' }
      expect((await hasty.postTwilio(told, { query: `?message=${id}` })).status).toBe(200)
      expect((await hasty.readMessage(id))?.delivery).toMatchObject({ status: 'delivered' })
      expect((await hasty.readMessage(id))?.delivery?.reason).toBeUndefined()
    } finally {
      release()
      await hasty.stop()
    }
  })

  it('because nobody listens, it was certainly not sent, and is tried again', async () => {
    const away = await startChannelHotel()
    try {
      await away.addChat('away', 'sms', '+17025550111')
      await away.sms.stop()
      const id = await away.say('away', 'hello')
      await waitFor('the first attempt', async () => ((await away.readDelivery(id))?.attempts ?? 0) > 0)
      const row = await away.readDelivery(id)
      expect(row?.status).toBe('waiting')
      expect(row?.reason).toBe('Twilio can not be reached (ECONNREFUSED)')
    } finally {
      await away.stop()
    }
  })
})

describe('where the environment has the specification alone', () => {
  it('messages go out, and nothing is said of it', async () => {
    const plain = await startChannelHotel({ settings: { capabilities: 'none' } })
    try {
      await plain.addChat('plain', 'sms', '+17025550112')
      const id = String(
        await plain.change('plain', { type: 'new_message', message: { text: 'hi', sentByGuest: false } }),
      )
      await waitFor('it to be sent', async () => (await plain.readDelivery(id))?.status === 'sent')
      expect((await plain.agent.call(`/api/info/message/${id}`)).body).not.toHaveProperty('delivery')
      expect(await plain.readMessages('plain')).toHaveLength(2)
    } finally {
      await plain.stop()
    }
  })

  it('nothing goes out without a sender, and none of this is written', async () => {
    const bare = await startTestServer()
    expect(bare.context.channels.senders).toEqual({ sms: false, facebook: false, email: false })
    await bare.stop()
  })
})
