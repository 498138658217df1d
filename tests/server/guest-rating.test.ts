import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { guestReadingSchema, guestSessionSchema, type RatingQuestion } from '#src/contract/guest-side.ts'
import { GUEST_RATINGS_PER_MINUTE } from '#src/contract/limits.ts'
import { describeNeedsHelp } from '#server/store/chats/write-chats.ts'
import { startAlertHotel, type AlertHotel } from '#tests/support/alert-hotel.ts'
import {
  createClient,
  makeKey,
  openSocket,
  readField,
  signIn,
  type Client,
} from '#tests/support/api-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What a guest is asked when staff have helped, and what becomes of the answer (docs/decisions/025). */
let hotel: AlertHotel
let agent: Client
beforeAll(async () => {
  hotel = await startAlertHotel()
  agent = await signIn(hotel.server, 'agent')
})
afterEach(() => hotel.removeAlerts())
afterAll(() => hotel.stop())

interface Guest {
  client: Client
  chatId: string
  /** What the guest is asked as their page reads it. */
  readQuestion(): Promise<RatingQuestion | null>
  rate(stars: unknown, key?: string): ReturnType<Client['call']>
}

async function openGuest(at = hotel, displayName = 'Ana'): Promise<Guest> {
  const opened = await createClient(at.server).call('/api/guest/session', {
    method: 'POST',
    json: { displayName },
  })
  const { token, chatId } = v.parse(guestSessionSchema, opened.body)
  const client = createClient(at.server, token)
  return {
    client,
    chatId,
    async readQuestion() {
      const { body } = await client.call('/api/guest/messages?rating=1')
      return v.parse(guestReadingSchema(chatId), body).rating
    },
    rate: (stars, key = makeKey()) =>
      client.call('/api/guest/rating', { method: 'POST', json: { stars }, key }),
  }
}
const requestHelp = (guest: Guest, at = hotel) =>
  at.change(guest.chatId, describeNeedsHelp(guest.chatId, { pauseBot: true }))
const act = (action: 'pause' | 'play' | 'resolve', guest: Guest, by = agent) =>
  by.call(`/api/takeover/${action}/${guest.chatId}`)
const write = (guest: Guest) =>
  agent.call(`/api/takeover/send/${guest.chatId}`, { method: 'POST', json: { text: 'At your service' } })
const readCard = async (guest: Guest) => (await agent.call(`/api/inhouse-guest-info/${guest.chatId}`)).body
async function openHelped(): Promise<Guest> {
  const guest = await openGuest()
  await requestHelp(guest)
  await act('resolve', guest)
  return guest
}

describe('the question', () => {
  it('is asked when a help request is resolved, and once though the chat is given back after it', async () => {
    const guest = await openGuest()
    expect(await guest.readQuestion()).toBeNull()
    await requestHelp(guest)
    await act('pause', guest)
    await write(guest)
    expect(await guest.readQuestion()).toBeNull()
    await act('resolve', guest)
    const asked = await guest.readQuestion()
    expect(asked).toEqual({ id: expect.any(String) as string, stars: null })
    await write(guest)
    await act('play', guest)
    expect(await guest.readQuestion()).toEqual(asked)
  })

  it('is asked when a chat is given back in which a person wrote, and not twice where its help request is resolved then', async () => {
    const guest = await openGuest()
    await act('pause', guest)
    await act('play', guest)
    expect(await guest.readQuestion()).toBeNull()
    await requestHelp(guest)
    await act('pause', guest)
    await write(guest)
    await act('play', guest)
    const asked = await guest.readQuestion()
    expect(asked?.stars).toBeNull()
    await act('resolve', guest)
    expect(await guest.readQuestion()).toEqual(asked)
  })

  it('is another one on another occasion, without the answer to the last', async () => {
    const guest = await openHelped()
    const first = await guest.readQuestion()
    expect((await guest.rate(4)).body).toEqual({ rating: { id: first?.id, stars: 4 } })
    await requestHelp(guest)
    await act('resolve', guest)
    const second = await guest.readQuestion()
    expect(second?.stars).toBeNull()
    expect(second?.id).not.toBe(first?.id)
  })

  it('leaves the messages of who does not ask for it as they are', async () => {
    const guest = await openHelped()
    const { body } = await guest.client.call('/api/guest/messages')
    expect(Array.isArray(body)).toBe(true)
  })
})

describe('a rating', () => {
  it.each([[0], [6], [2.5], ['5'], [null], [undefined]])('of %j is refused in words', async (stars) => {
    const guest = await openHelped()
    const { status, body } = await guest.rate(stars)
    expect(status).toBe(422)
    expect(String(readField(body, 'message'))).toMatch(/stars/)
    expect((await guest.readQuestion())?.stars).toBeNull()
  })

  it('is refused where nothing was asked, without a session, and of staff', async () => {
    const guest = await openGuest()
    expect(await guest.rate(5)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    for (const client of [createClient(hotel.server), agent]) {
      const json = { stars: 5 }
      expect((await client.call('/api/guest/rating', { method: 'POST', json })).status).toBe(401)
    }
    const broken = await guest.client.call('/api/guest/rating', { method: 'POST', body: '{' })
    expect(broken.status).toBe(400)
  })

  it('may be changed, once for a key, and staff see the average and hear of it', async () => {
    const guest = await openHelped()
    expect(await readCard(guest)).toEqual({})
    const { context, ...server } = hotel.server
    const socket = await openSocket(server, [`bearer.${agent.token ?? ''}`])
    const key = makeKey()
    await guest.rate(5, key)
    await waitFor('the frame', () =>
      socket.ofType('chat_changed').some((frame) => frame['chatId'] === guest.chatId),
    )
    await socket.close()
    expect(await readCard(guest)).toEqual({ rating: 5 })
    expect((await guest.rate(3)).status).toBe(200)
    expect((await guest.rate(5, key)).status).toBe(200)
    expect(await guest.rate(4, key)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect(await guest.readQuestion()).toMatchObject({ stars: 3 })
    expect(await readCard(guest)).toEqual({ rating: 3 })
    for (const stars of [4, 4]) {
      await requestHelp(guest)
      await act('resolve', guest)
      await guest.rate(stars)
    }
    // 3, 4 and 4, and what is known from elsewhere stays beside it.
    const info = JSON.stringify({ rating: 1, fbData: { first_name: 'Ana' } })
    await context.store.db.insertInto('guestInfo').values({ chatId: guest.chatId, info }).execute()
    expect(await readCard(guest)).toEqual({ rating: 3.7, fbData: { first_name: 'Ana' } })
  })

  it('is taken so many times a minute', async () => {
    const guest = await openHelped()
    await guest.rate(5)
    const { db } = hotel.server.context.store
    const used = { count: GUEST_RATINGS_PER_MINUTE }
    await db.updateTable('rateLimits').set(used).where('key', 'like', 'guest-ratings:%').execute()
    const refused = await guest.rate(4)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('that is low alerts, once for its occasion', async () => {
    await hotel.addAlert({ notificationType: 'user_left_low_rating' })
    await hotel.addAlert()
    const guest = await openGuest(hotel, 'Zoë')
    await act('pause', guest)
    await write(guest)
    await act('play', guest)
    for (const stars of [3, 2, 5, 1]) await guest.rate(stars)
    await hotel.settle()
    expect(await hotel.readOf(guest.chatId)).toMatchObject([
      { notificationType: 'user_left_low_rating', status: 'sent' },
    ])
    expect(hotel.mail.arrived.at(-1)?.subject).toBe('Harbour Light: Zoë has left a low rating')
    await act('pause', guest)
    await write(guest)
    await act('play', guest)
    await guest.rate(1)
    await hotel.settle()
    expect(await hotel.readOf(guest.chatId)).toHaveLength(2)
  })

  it('CAPABILITIES=none: is asked for and taken as everywhere', async () => {
    const plain = await startAlertHotel({
      settings: { capabilities: 'none' },
      mail: hotel.mail,
      sms: hotel.sms,
    })
    const guest = await openGuest(plain)
    await requestHelp(guest, plain)
    await act('resolve', guest, await signIn(plain.server, 'agent'))
    const key = makeKey()
    for (const stars of [5, 5]) expect((await guest.rate(stars, key)).status).toBe(200)
    expect((await guest.rate(4, key)).status).toBe(422)
    expect(await guest.readQuestion()).toMatchObject({ stars: 5 })
    await plain.stop()
  })
})
