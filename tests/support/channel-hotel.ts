import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Settings } from '#server/settings-types.ts'
import type { BulkHotel } from '#server/store/bulk/bulk-hotel.ts'
import type { ChannelName, MessageDeliveryRow } from '#server/store/channels/channel-tables.ts'
import { putContact } from '#server/store/channels/contacts.ts'
import { lockExistingChat } from '#server/store/chats/change-holder.ts'
import { describeBotMessage, describeGuestMessage } from '#server/store/chats/write-chats.ts'
import type { Change } from '#server/store/log/change.ts'
import type { Db } from '#server/store/store.ts'
import { messageListSchema, type Message } from '#src/contract/chats.ts'
import * as v from 'valibot'
import { createClient, readField, signIn, type Answer, type Client } from './api-client.ts'
import { startFacebookEndpoint, type FacebookEndpoint } from './facebook-endpoint.ts'
import { startMailEndpoint, type MailEndpoint } from './mail-endpoint.ts'
import { startSmsEndpoint, type SmsEndpoint } from './sms-endpoint.ts'
import { idOf, startTestServer, type TestDatabase, type TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'
import { writeChanges } from './write-changes.ts'

export const TWILIO_SID = 'AC00000000000000000000000000000001'
export const TWILIO_TOKEN = 'a secret of Twilio and the hotel'
export const HOTEL_NUMBER = '+17025550100'
export const APP_SECRET = 'a secret of the app'
export const PAGE_TOKEN = 'a token of the page'
export const VERIFY_TOKEN = 'a word of the hotel'
export const PUBLIC_URL = 'https://console.hotel.example'
/** What is held back on purpose is not given up by a busy machine; less than a claim holds. */
const PATIENCE_MS = 100_000

/** A server whose chats go out by providers of its own, which tell it what comes back, and a clock that can be set. */
export interface ChannelHotel {
  server: TestServer
  sms: SmsEndpoint
  mail: MailEndpoint
  facebook: FacebookEndpoint
  agent: Client
  /** What the runner takes for now; null: the database's clock. */
  clock: { now: Date | null }
  /** A chat that the agent holds, of a guest who is reached at `address`; its guest has just written. */
  addChat(chatId: string, channel: ChannelName, address: string | null): Promise<void>
  /** The agent writes in a chat; gives the message's id. */
  say(chatId: string, text: string): Promise<string>
  /** The bot writes in a chat, as a campaign does. */
  sayAsBot(chatId: string, text: string): Promise<string>
  write(chatId: string, text: string): Promise<void>
  change(chatId: string, change: Omit<Change, 'chatId'>): Promise<string | undefined>
  /** Everything that is due now was tried. */
  settle(): Promise<void>
  readDelivery(messageId: string): Promise<MessageDeliveryRow | undefined>
  /** A chat as consoles read it. */
  readMessages(chatId: string): Promise<Message[]>
  readMessage(messageId: string): Promise<Message | undefined>
  postTwilio(
    fields: Record<string, string>,
    options?: { query?: string; signature?: string },
  ): Promise<Answer>
  postFacebook(body: unknown, options?: { signature?: string }): Promise<Answer>
  stop(): Promise<void>
}

export async function startChannelHotel(
  options: {
    settings?: Partial<Settings>
    sendTimeoutMs?: number
    database?: TestDatabase
    hotel?: BulkHotel
  } = {},
): Promise<ChannelHotel> {
  const [sms, mail, facebook] = await Promise.all([
    startSmsEndpoint(),
    startMailEndpoint(),
    startFacebookEndpoint(),
  ])
  const clock: ChannelHotel['clock'] = { now: null }
  const readNow = async (db: Db) => clock.now ?? (await readClock(db))
  const server = await startTestServer({
    settings: {
      smtpUrl: mail.url,
      mailFrom: 'Harbour Light <desk@hotel.example>',
      twilioAccountSid: TWILIO_SID,
      twilioAuthToken: TWILIO_TOKEN,
      twilioFrom: HOTEL_NUMBER,
      twilioApiUrl: sms.url,
      facebookGraphUrl: facebook.url,
      facebookPageToken: PAGE_TOKEN,
      facebookAppSecret: APP_SECRET,
      facebookVerifyToken: VERIFY_TOKEN,
      publicUrl: PUBLIC_URL,
      ...options.settings,
    },
    ...(options.database ? { database: options.database } : {}),
    ...(options.hotel ? { hotel: options.hotel } : {}),
    channels: { readNow, sendTimeoutMs: options.sendTimeoutMs ?? PATIENCE_MS },
  })
  const { store, channels } = server.context
  const agent = await signIn(server, 'agent')
  const outside = createClient(server)
  const change: ChannelHotel['change'] = async (chatId, fields) => {
    const { committed } = await writeChanges(server.context, async (tx) => {
      await lockExistingChat(tx, chatId)
      return { value: null, changes: [{ chatId, ...fields }] }
    })
    return committed.messages[0]?.id
  }
  const write: ChannelHotel['write'] = async (chatId, text) => {
    await writeChanges(server.context, async (tx) => {
      const chat = await lockExistingChat(tx, chatId)
      const { change: written } = describeGuestMessage(chat, { text })
      return { value: null, changes: [written] }
    })
  }
  const readMessages: ChannelHotel['readMessages'] = async (chatId) =>
    v.parse(messageListSchema(chatId), (await agent.call(`/api/info/chats/${chatId}/messages`)).body)
  return {
    server,
    sms,
    mail,
    facebook,
    agent,
    clock,
    change,
    write,
    readMessages,
    async addChat(chatId, channel, address) {
      const holder = { holderId: idOf('agent'), holderName: 'Agent', pausedAt: new Date() }
      const guestId = `guest-${chatId}`
      const row = { id: chatId, displayName: `Guest of ${chatId}`, source: channel, botName: 'Bellhop' }
      await store.db
        .insertInto('chats')
        .values({ ...row, ...holder, guestId })
        .execute()
      if (address !== null) {
        await store.transact((tx) => putContact(tx, { guestId, channel, address, chatId }))
      }
      await write(chatId, 'hello')
    },
    async say(chatId, text) {
      const { status, body } = await agent.call(`/api/takeover/send/${chatId}`, {
        method: 'POST',
        json: { text },
      })
      if (status !== 200) throw new Error(`it was not sent: ${status} ${JSON.stringify(body)}`)
      return String(readField(body, 'id'))
    },
    async sayAsBot(chatId, text) {
      return String(await change(chatId, describeBotMessage({ chatId, text })))
    },
    async settle() {
      await waitFor('what is due to be tried', async () => {
        await channels.runner.wake()
        const now = await readNow(store.db)
        const { rows } = await sql<{ busy: boolean }>`select exists (
            select from message_deliveries due where status = 'waiting' and (claim is not null or next_at <= ${now})
              and not exists (select from message_deliveries earlier where earlier.chat_id = due.chat_id
                and earlier.status = 'waiting' and earlier.place < due.place)
          ) as busy`.execute(store.db)
        return rows[0]?.busy === false
      })
    },
    readDelivery: (messageId) =>
      store.db
        .selectFrom('messageDeliveries')
        .selectAll()
        .where('messageId', '=', messageId)
        .executeTakeFirst(),
    async readMessage(messageId) {
      const row = await store.db
        .selectFrom('messages')
        .select('chatId')
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow()
      return (await readMessages(row.chatId)).find(({ id }) => id === messageId)
    },
    postTwilio(fields, { query = '', signature } = {}) {
      const path = `/api/channels/twilio${query}`
      return outside.call(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'x-twilio-signature': signature ?? signForm(path, fields) },
      })
    },
    postFacebook(body, { signature } = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return outside.call('/api/channels/facebook', {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature ?? signBody(text) },
      })
    },
    async stop() {
      await server.stop()
      await Promise.all([sms.stop(), mail.stop(), facebook.stop()])
    },
  }
}

/** As Twilio signs: the address, then the fields in the order of their names, by the account's token. */
export function signForm(path: string, fields: Record<string, string>, token = TWILIO_TOKEN): string {
  const names = Object.keys(fields).sort()
  const text = names.reduce((all, name) => `${all}${name}${fields[name] ?? ''}`, PUBLIC_URL + path)
  return createHmac('sha1', token).update(text).digest('base64')
}

/** As Facebook signs: the bytes of the body, by the secret of the app. */
export function signBody(text: string, secret = APP_SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}

async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
