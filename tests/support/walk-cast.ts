import { randomInt, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { writePdf } from '#server/demo/files/pdf.ts'
import { drawPicture } from '#server/demo/files/pictures.ts'
import type { Guest } from './guest.ts'
import type { Hotel } from './hotel.ts'
import type { Staff } from './staff.ts'
import { waitFor } from './wait-for.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Facebook closes a chat 24 hours after its guest's last message: here in a little less than four. */
const SILENT_MS = 20 * 60 * MINUTE_MS + 5 * MINUTE_MS
/** A held chat asks to be returned after 30 minutes. */
const QUIET_MS = 42 * MINUTE_MS
/** More lines than any screen of these tests shows. */
const MANY_LINES = 60

const QUESTION = 'When is breakfast served?'
const CARDS = 'five cards, please'
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SLIDES = [1, 2, 3, 4, 5].map((number) => ({
  contentType: 'application/card',
  content: {
    title: `Slide ${number}`,
    subtitle: 'from the terrace',
    images: [{ url: PICTURE }],
    buttons: [
      { type: 'openUrl', title: `Menu ${number}`, value: `https://hotel.example/menu/${number}` },
      { type: 'imBack', title: `Choose ${number}`, value: `choose ${number}` },
    ],
  },
}))

/** Who is met on the way, and what of them is unlike everybody else's. */
export interface Cast {
  maria: Staff
  /** The one who walks, at another device. */
  admin: Staff
  /** Asks for a person and is held by Maria; her thread has all that a thread can have, her card nearly all. */
  ana: Guest
  room: string
  /** A word of her newest message that nobody else has written. */
  word: string
  /** On Facebook, silent for 20 hours, held by the admin and forgotten; the hotel knows nothing about them. */
  ben: Guest
}

/** Brings the cast into the hotel and shapes what the line tells of them. Before anybody signs in at a desk. */
export async function gatherCast(hotel: Hotel): Promise<Cast> {
  const id = randomUUID().slice(0, 8)
  const cast: Cast = {
    maria: await hotel.signInStaff('maria'),
    admin: await hotel.signInStaff('admin'),
    ana: await hotel.openGuest(`Ana Ruiz ${id}`),
    room: String(randomInt(100_000, 1_000_000)),
    word: `quokka${id}`,
    ben: await hotel.openGuestInNeed(`Ben Okafor ${id}`),
  }
  await cast.admin.takeOver(cast.ben.chatId)
  await tellThread(hotel, cast)
  hotel.line.rewrite('/api/sync', (body) => shapePage(body, cast))
  // Show All reads the same rows by another road.
  hotel.line.rewrite('/api/info/chats', (body) =>
    JSON.stringify(shapeChats(v.parse(chatsSchema, JSON.parse(body)), cast)),
  )
  // A thread that is opened before its page of changes has come is read by itself.
  for (const { chatId } of [cast.ana, cast.ben])
    hotel.line.rewrite(`/api/info/chats/${chatId}/messages`, (body) => shapeThread(body, cast))
  hotel.line.rewrite(`/api/inhouse-guest-info/${cast.ana.chatId}`, () => JSON.stringify(describeAna(cast)))
  hotel.line.rewrite(`/api/inhouse-guest-info/${cast.ben.chatId}`, () => '{}')
  return cast
}

async function tellThread(hotel: Hotel, { ana, maria, word }: Cast): Promise<void> {
  await ana.say(QUESTION)
  await waitFor('the bot to have answered', async () =>
    (await ana.read()).some(({ sentByGuest, user }) => !sentByGuest && user === null),
  )
  await ana.say('I want to speak to a person, please')
  // The bot steps back by itself a moment later.
  await waitFor('the bot to have called for a person', async () =>
    (await ana.read()).some(({ type }) => type === 'event'),
  )
  await maria.takeOver(ana.chatId)
  await maria.send(ana.chatId, 'Good evening, Ana')
  await ana.say(
    Array.from({ length: MANY_LINES }, (_, index) => `line ${index + 1} of a long wish`).join('\n'),
  )
  await uploadFiles(hotel, maria, ana.chatId)
  await ana.say(CARDS)
  await ana.say(`<b>See</b> https://hotel.example/${word} or javascript:alert(1)`)
}

async function uploadFiles(hotel: Hotel, { token }: Staff, chatId: string): Promise<void> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(drawPicture('cake'))]), 'cake.png')
  form.append('files', new Blob([new Uint8Array(writePdf('Bill', ['Room 204']))]), 'bill.pdf')
  const headers = { authorization: `Bearer ${token}` }
  const address = `${hotel.server.url}/api/takeover/upload/${chatId}`
  const { status } = await fetch(address, { method: 'POST', headers, body: form })
  if (status !== 200) throw new Error(`The files were answered with ${status}.`)
}

/** Everything but the departure. */
function describeAna({ room }: Cast) {
  const profile = { typeId: 'linkedin', url: 'https://www.linkedin.com/in/ana', followers: 48_200 }
  return {
    Data: {
      PUB_GuestRegister: {
        Status: 'CHECKEDIN',
        RoomNumber: room,
        Arrival: '2026-11-18',
        FirstName: 'Ana',
        LastName: 'Ruiz',
      },
    },
    fullContact: { HOP_sd_SocialData: [{ HOP_sd_SocialProfile: [profile] }] },
    rating: 4.5,
  }
}

const chatsSchema = v.array(v.looseObject({ id: v.string(), pausedAt: v.nullish(v.string()) }))
const messagesSchema = v.array(v.looseObject({ chatId: v.string(), text: v.string(), createdAt: v.string() }))
const pageSchema = v.looseObject({ chats: chatsSchema, messages: messagesSchema })

/** A page of `/api/sync`. */
function shapePage(body: string, cast: Cast): string {
  const page = v.parse(pageSchema, JSON.parse(body))
  const chats = shapeChats(page.chats, cast)
  return JSON.stringify({ ...page, chats, messages: shapeMessages(page.messages, cast) })
}

/** A thread's newest messages. */
function shapeThread(body: string, cast: Cast): string {
  return JSON.stringify(shapeMessages(v.parse(messagesSchema, JSON.parse(body)), cast))
}

/** Ana's question is yesterday's and her cards are there; Ben has been silent. */
function shapeMessages(messages: v.InferOutput<typeof messagesSchema>, { ana, ben }: Cast): object[] {
  return messages.map((message) => {
    if (message.chatId === ben.chatId) return moveBack(message, SILENT_MS)
    if (message.chatId !== ana.chatId) return message
    if (message.text === QUESTION) return moveBack(message, DAY_MS)
    return message.text === CARDS ? { ...message, attachments: SLIDES } : message
  })
}

/** Ben's chat as it is while somebody holds it, and forgot it. */
function shapeChats(chats: v.InferOutput<typeof chatsSchema>, { ben }: Cast): unknown[] {
  const now = Date.now()
  return chats.map((chat) =>
    chat.id === ben.chatId && chat.pausedAt != null
      ? {
          ...chat,
          source: 'facebook',
          lastUserMessageDate: new Date(now - SILENT_MS).toISOString(),
          pausedAt: new Date(now - QUIET_MS).toISOString(),
        }
      : chat,
  )
}

function moveBack<M extends { createdAt: string }>(message: M, ms: number): M {
  return { ...message, createdAt: new Date(Date.parse(message.createdAt) - ms).toISOString() }
}
