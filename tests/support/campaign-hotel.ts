import { callJson } from './http-json.ts'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { messageListSchema, type Message } from '#src/contract/chats.ts'
import type { BulkChat, BulkHotel } from '#server/store/bulk/bulk-hotel.ts'
import { makeKey, readField, type Client } from './api-client.ts'
import { makeChat, makeHotel } from './test-hotel.ts'
import type { TestServer } from './test-server.ts'

/** The day of the hotel's calendar so many days from now, in UTC. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Stay {
  status: string
  arrival?: number
  departure?: number
  room?: string
  more?: Record<string, string>
}

/** A chat of a guest whom the register knows; days are from now. */
export function makeStay(
  id: string,
  name: string,
  stay: Stay,
  chat: Parameters<typeof makeChat>[1] = {},
): BulkChat {
  const [FirstName = '', ...last] = name.split(' ')
  const { status, arrival, departure, room, more } = stay
  const register = {
    Status: status,
    FirstName,
    LastName: last.join(' '),
    ...(arrival === undefined ? {} : { Arrival: dayFromNow(arrival) }),
    ...(departure === undefined ? {} : { Departure: dayFromNow(departure) }),
    ...(room === undefined ? {} : { RoomNumber: room }),
    ...more,
  }
  return makeChat(id, {
    displayName: name,
    source: 'sms',
    guestInfo: { Data: { PUB_GuestRegister: register } },
    ...chat,
  })
}

/** A hotel with guests of every kind, whose channels the guest page plays. */
export function makeCampaignHotel(more: BulkChat[] = []): BulkHotel {
  return {
    ...makeHotel(),
    chats: [
      makeStay('ana', 'Ana Ruiz', { status: 'CHECKEDIN', arrival: -1, departure: 2, room: '204' }),
      makeStay('ben', 'Ben Okafor', { status: 'CHECKEDIN', arrival: -2, departure: 1, room: '310' }),
      makeStay(
        'cleo',
        'Cleo Late',
        { status: 'CHECKEDIN', arrival: -2, departure: 1 },
        { source: 'facebook', hoursAgo: 30 },
      ),
      makeStay('dora', 'Dora Web', { status: 'CHECKEDIN', arrival: -2, departure: 1 }, { source: 'web' }),
      makeStay(
        'emil',
        'Emil Held',
        { status: 'CHECKEDIN', arrival: -2, departure: 1 },
        { pausedAt: new Date() },
      ),
      makeStay('finn', 'Finn Soon', { status: 'BOOKED', arrival: 0, departure: 3 }),
      makeStay('gita', 'Gita Gone', { status: 'PASTGUEST', arrival: -4, departure: 0 }),
      ...more,
    ],
    testUsers: [{ chatId: 'ben' }],
  }
}

/** Creates an intent whose dialog says `response`, and gives its id. */
export async function addDialog(
  operator: Client,
  name: string,
  config: Record<string, unknown>,
): Promise<string> {
  const created = await operator.call('/api/luis/intents/', {
    method: 'POST',
    json: { name },
    key: makeKey(),
  })
  if (created.status !== 201) throw new Error(`the intent was refused: ${JSON.stringify(created.body)}`)
  const id = String(created.body)
  const saved = await operator.call('/api/luis/dialog/', {
    method: 'POST',
    json: { type: 'luisIntent', config: { intentId: id, type: 'message', isEnabled: true, ...config } },
    key: makeKey(),
  })
  if (saved.status >= 300) throw new Error(`the dialog was refused: ${JSON.stringify(saved.body)}`)
  return id
}

/** Creates a campaign that runs once, at any hour, and gives its id. */
export async function addCampaign(admin: Client, config: Record<string, unknown>): Promise<string> {
  const json = {
    type: 'cronCampaigns',
    config: {
      name: 'Hello',
      isEnabled: true,
      segment: 'everyone in the house',
      time: '',
      frequency: 'Run Once',
      action: 'message',
      redirectTo: '',
      ignoresQuietHours: true,
      ...config,
    },
  }
  const created = await admin.call('/api/bot-config', { method: 'POST', json, key: makeKey() })
  if (created.status !== 201) throw new Error(`the campaign was refused: ${JSON.stringify(created.body)}`)
  return String(readField(created.body, 'id'))
}

/** The guest of a chat that the guest page plays. */
export async function playGuest({ url }: Pick<TestServer, 'url'>, demoChat: string) {
  const { token } = await callJson(guestSessionSchema, `${url}/api/guest/session`, {
    method: 'POST',
    json: { demoChat },
  })
  const read = (): Promise<Message[]> =>
    callJson(messageListSchema(demoChat), `${url}/api/guest/messages`, { token })
  return {
    read,
    async say(text: string): Promise<void> {
      await fetch(`${url}/api/guest/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': makeKey(),
        },
        body: JSON.stringify({ text }),
      })
    },
    /** The last words that were not the guest's own. */
    async readLast(): Promise<string> {
      return (
        (await read()).filter(({ sentByGuest, type }) => !sentByGuest && type !== 'event').at(-1)?.text ?? ''
      )
    },
  }
}
