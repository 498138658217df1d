import { randomUUID } from 'node:crypto'
import { messageListSchema, messageSchema, type Message } from '#src/contract/chats.ts'
import { guestRatingSchema, guestSessionSchema } from '#src/contract/guest-side.ts'
import { callJson } from './http-json.ts'
import { waitFor } from './wait-for.ts'

/** A guest of the hotel, who speaks by CONTRACT section 8 without a browser. */
export interface Guest {
  name: string
  chatId: string
  say(text: string): Promise<Message>
  /** Answers what the guest page asks when staff have helped. */
  rate(stars: number): Promise<void>
  /** The whole chat as this guest sees it, in order. */
  read(): Promise<Message[]>
  /** A file of the chat, by its address in a message, as the guest's page asks for it. */
  fetchFile(contentUrl: string): Promise<Response>
  /** What staff wrote in it, in order: no bot, no event, not the guest's own. */
  readStaffTexts(): Promise<string[]>
  /** Waits until staff wrote exactly these texts in this order; fails at once on one too many. */
  waitForStaffTexts(texts: string[], deadlineMs?: number): Promise<void>
}

/** A guest whose chat is in the hotel and waits for a person. */
export async function openGuestInNeed(url: string, name?: string): Promise<Guest> {
  const guest = await openGuest(url, name)
  await guest.say('I want to speak to a person, please')
  // The bot steps back by itself a moment later; a takeover before that would be one of a chat that changes hands.
  await waitFor('the bot to have called for a person', async () =>
    (await guest.read()).some((message) => message.type === 'event'),
  )
  return guest
}

/** Opens a guest session at `url` (the environment itself, not a proxy: the guest's own line works). */
export async function openGuest(url: string, name = `Guest ${randomUUID().slice(0, 8)}`): Promise<Guest> {
  const session = await callJson(guestSessionSchema, `${url}/api/guest/session`, {
    method: 'POST',
    json: { displayName: name },
  })
  const read = () =>
    callJson(messageListSchema(session.chatId), `${url}/api/guest/messages`, { token: session.token })
  const readStaffTexts = async () =>
    (await read())
      .filter((message) => message.user !== null && message.type !== 'event')
      .map(({ text }) => text)
  return {
    name,
    chatId: session.chatId,
    say: (text) =>
      callJson(messageSchema, `${url}/api/guest/messages`, {
        method: 'POST',
        token: session.token,
        json: { text },
        headers: { 'idempotency-key': randomUUID() },
      }),
    async rate(stars) {
      const { token } = session
      const init = { method: 'POST', token, json: { stars } }
      await callJson(guestRatingSchema, `${url}/api/guest/rating`, init)
    },
    read,
    fetchFile: (contentUrl) =>
      fetch(new URL(contentUrl, url), { headers: { authorization: `Bearer ${session.token}` } }),
    readStaffTexts,
    async waitForStaffTexts(texts, deadlineMs) {
      let last: string[] = []
      const isDone = async () => {
        last = await readStaffTexts()
        return last.length > texts.length || isSame(last, texts)
      }
      await waitFor(`staff to have written ${JSON.stringify(texts)} to ${name}`, isDone, deadlineMs).catch(
        (error: unknown) => {
          throw new Error(`${String(error)}; the guest has ${JSON.stringify(last)}`)
        },
      )
      if (!isSame(last, texts)) {
        throw new Error(`${name} should have ${JSON.stringify(texts)} and has ${JSON.stringify(last)}`)
      }
    },
  }
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index])
}
