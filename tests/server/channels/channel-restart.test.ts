import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChannelHotel, type ChannelHotel } from '#tests/support/channel-hotel.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What becomes of messages when the server stops, or was killed, while they are sent. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.remove())

async function withHotel<T>(work: (hotel: ChannelHotel) => Promise<T>): Promise<T> {
  const hotel = await startChannelHotel({ database })
  try {
    return await work(hotel)
  } finally {
    await hotel.stop()
  }
}

describe('a server that stops', () => {
  it('takes the answer that is on its way, and leaves the rest to the next', async () => {
    const ids = await withHotel(async (hotel) => {
      await hotel.addChat('stopping', 'sms', '+17025550301')
      let release = (): void => undefined
      const hold = new Promise<void>((end) => (release = end))
      hotel.sms.answerNext({ status: 201, json: { sid: 'SMstop' }, hold })
      const sending = await hotel.say('stopping', 'first')
      const waiting = await hotel.say('stopping', 'second')
      await waitFor('the call', () => hotel.sms.arrived.length === 1)
      const stopped = hotel.server.context.channels.runner.stop()
      // A call that is cut at once is cut before the database has answered.
      await hotel.readDelivery(sending)
      release()
      await stopped
      await hotel.server.stop()
      expect(hotel.sms.arrived).toHaveLength(1)
      return { sending, waiting }
    })
    await withHotel(async (hotel) => {
      expect(await hotel.readDelivery(ids.sending)).toMatchObject({ status: 'sent', providerId: 'SMstop' })
      await waitFor(
        'the second to be sent',
        async () => (await hotel.readDelivery(ids.waiting))?.status === 'sent',
      )
      expect(hotel.sms.arrived.map(({ fields }) => fields['Body'])).toEqual(['second'])
    })
  })

  it('and does not get the answer in time, leaves the message in doubt', async () => {
    let release = (): void => undefined
    const id = await withHotel(async (hotel) => {
      await hotel.addChat('cut', 'sms', '+17025550302')
      hotel.sms.answerNext({ status: 201, hold: new Promise((end) => (release = end)) })
      const sending = await hotel.say('cut', 'hello')
      await waitFor('the call', () => hotel.sms.arrived.length === 1)
      await hotel.server.stop()
      return sending
    })
    release()
    await withHotel(async (hotel) => {
      expect((await hotel.readDelivery(id))?.status).toBe('doubt')
      await hotel.settle()
      expect(hotel.sms.arrived).toEqual([])
    })
  })
})

describe('a server that was killed', () => {
  it('leaves in doubt what it was sending: at the start where it was alone, else when its claim ends', async () => {
    const id = await withHotel(async (hotel) => {
      await hotel.addChat('killed', 'sms', '+17025550303')
      hotel.clock.now = new Date(0)
      const sending = await hotel.say('killed', 'hello')
      await hotel.server.context.store.db
        .updateTable('messageDeliveries')
        .set({ claim: 'of a process that is gone', claimedUntil: new Date(Date.now() + 60_000) })
        .where('messageId', '=', sending)
        .execute()
      return sending
    })
    await withHotel(async (hotel) => {
      if (isPostgresRun) {
        expect((await hotel.readDelivery(id))?.status).toBe('waiting')
        await hotel.server.context.store.db
          .updateTable('messageDeliveries')
          .set({ claimedUntil: new Date(0) })
          .where('messageId', '=', id)
          .execute()
        await hotel.server.context.channels.runner.wake()
      }
      await waitFor('the doubt', async () => (await hotel.readDelivery(id))?.status === 'doubt')
      expect((await hotel.readMessage(id))?.delivery?.reason).toContain(
        'the server stopped while it was sent',
      )
      expect(hotel.sms.arrived).toEqual([])
    })
  })
})
