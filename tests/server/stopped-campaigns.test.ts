import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { guestInfoSchema } from '#src/contract/guest-info.ts'
import { HOTEL_NUMBER, startChannelHotel, type ChannelHotel } from '#tests/support/channel-hotel.ts'

/** What the guest card says of campaigns that a guest has stopped. */
let hotel: ChannelHotel
let plain: ChannelHotel
beforeAll(async () => {
  hotel = await startChannelHotel()
  plain = await startChannelHotel({ settings: { capabilities: 'none' } })
})
afterAll(async () => {
  await hotel.stop()
  await plain.stop()
})

let lastSid = 0
async function receive(at: ChannelHotel, From: string, Body: string): Promise<void> {
  lastSid += 1
  const { status } = await at.postTwilio({ MessageSid: `SMs${lastSid}`, From, To: HOTEL_NUMBER, Body })
  expect(status).toBe(200)
}
const readCard = async (at: ChannelHotel, chatId: string) =>
  (await at.agent.call(`/api/inhouse-guest-info/${chatId}`)).body

describe('the channels on which a guest wants no campaigns', () => {
  it('are on the card of each of their chats after STOP, and go with START', async () => {
    await hotel.addChat('stopped', 'sms', '+17025550301')
    await hotel.addChat('other', 'sms', '+17025550302')
    const { db } = hotel.server.context.store
    const row = { displayName: 'The same on the web', source: 'web', botName: 'Bellhop' }
    await db
      .insertInto('chats')
      .values({ id: 'stopped-web', guestId: 'guest-stopped', ...row })
      .execute()
    expect(await readCard(hotel, 'stopped')).toEqual({})
    await receive(hotel, '+17025550301', 'STOP')
    for (const chatId of ['stopped', 'stopped-web']) {
      expect(v.parse(guestInfoSchema, await readCard(hotel, chatId)).stopped).toEqual(['sms'])
    }
    expect(await readCard(hotel, 'other')).toEqual({})
    await db
      .insertInto('guestContacts')
      .values({
        guestId: 'guest-stopped',
        channel: 'email',
        address: 'ana@example.com',
        stoppedAt: new Date(),
      })
      .execute()
    expect(await readCard(hotel, 'stopped')).toEqual({ stopped: ['email', 'sms'] })
    await receive(hotel, '+17025550301', 'START')
    expect(await readCard(hotel, 'stopped')).toEqual({ stopped: ['email'] })
  })

  it('are told with what else the card has', async () => {
    await hotel.addChat('known', 'sms', '+17025550303')
    await hotel.server.context.store.db
      .insertInto('guestInfo')
      .values({ chatId: 'known', info: JSON.stringify({ rating: 4.5 }) })
      .execute()
    await receive(hotel, '+17025550303', 'stop')
    expect(await readCard(hotel, 'known')).toEqual({ rating: 4.5, stopped: ['sms'] })
  })

  it('are not told where the environment has no extensions', async () => {
    await plain.addChat('plain', 'sms', '+17025550304')
    await receive(plain, '+17025550304', 'STOP')
    expect(await readCard(plain, 'plain')).toEqual({})
  })
})
