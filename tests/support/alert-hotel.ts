import { sql } from 'kysely'
import type { Settings } from '#server/settings-types.ts'
import { lockExistingChat } from '#server/store/chats/change-holder.ts'
import { describeNeedsHelp, describeGuestMessage } from '#server/store/chats/write-chats.ts'
import type { Change } from '#server/store/log/change.ts'
import type { Db } from '#server/store/store.ts'
import { deliveriesPageSchema, type DeliveriesPage, type Delivery } from '#src/contract/deliveries.ts'
import * as v from 'valibot'
import { readField, signIn, type Client } from './api-client.ts'
import { startMailEndpoint, type MailEndpoint } from './mail-endpoint.ts'
import { startSmsEndpoint, type SmsEndpoint } from './sms-endpoint.ts'
import { startTestServer, type TestDatabase, type TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'
import { writeChanges } from './write-changes.ts'

/** The account that the hotel's server signs in with at the SMS endpoint. */
export const TWILIO_SID = 'AC00000000000000000000000000000001'
export const TWILIO_TOKEN = 'a secret of the hotel'

/** A server with a mail server, an SMS provider, and a clock that can be set. */
export interface AlertHotel {
  server: TestServer
  mail: MailEndpoint
  sms: SmsEndpoint
  admin: Client
  /** What the alerts' runner takes for now; null: the database's clock. */
  clock: { now: Date | null }
  /** Sets up an alert as the console does; by default an enabled one by email for a help request. Gives its id. */
  addAlert(config?: Partial<Record<string, unknown>>): Promise<string>
  /** With what was counted of them. */
  removeAlerts(): Promise<void>
  addChat(chatId: string, displayName?: string): Promise<void>
  /** A guest of this chat, which is new, needs help as the bot says it. */
  requestHelp(chatId: string, displayName?: string): Promise<void>
  write(chatId: string, text: string): Promise<void>
  change(chatId: string, change: Omit<Change, 'chatId'>): Promise<void>
  /** Everything that is due now was tried. */
  settle(): Promise<void>
  /** The log, newest first. */
  readLog(query?: string): Promise<DeliveriesPage>
  /** The log's entries of one chat, oldest first. */
  readOf(chatId: string): Promise<Delivery[]>
  stop(): Promise<void>
}

/** What is held back on purpose is not given up by a busy machine; less than a claim holds. */
const PATIENCE_MS = 55_000

export interface AlertHotelOptions {
  settings?: Partial<Settings>
  database?: TestDatabase
  clock?: AlertHotel['clock']
  /** For how long an answer of mail server and provider is waited for. */
  sendTimeoutMs?: number
  /** Used instead of new ones, and stay when the hotel stops. */
  mail?: MailEndpoint
  sms?: SmsEndpoint
}

export async function startAlertHotel(options: AlertHotelOptions = {}): Promise<AlertHotel> {
  const mail = options.mail ?? (await startMailEndpoint())
  const sms = options.sms ?? (await startSmsEndpoint())
  const clock = options.clock ?? { now: null }
  const readNow = async (db: Db) => {
    if (clock.now) return clock.now
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    return rows[0]?.now ?? new Date()
  }
  const server = await startTestServer({
    settings: {
      smtpUrl: mail.url,
      mailFrom: 'Harbour Light <alerts@hotel.example>',
      twilioAccountSid: TWILIO_SID,
      twilioAuthToken: TWILIO_TOKEN,
      twilioFrom: '+17025550100',
      twilioApiUrl: sms.url,
      hotelTimeZone: 'America/Los_Angeles',
      ...options.settings,
    },
    ...(options.database ? { database: options.database } : {}),
    alerts: {
      readNow,
      sendTimeoutMs: options.sendTimeoutMs ?? PATIENCE_MS,
    },
  })
  const { store, alerts } = server.context
  const admin = await signIn(server, 'admin')
  const change: AlertHotel['change'] = async (chatId, fields) => {
    await writeChanges(server.context, async (tx) => {
      await lockExistingChat(tx, chatId)
      return { value: null, changes: [{ chatId, ...fields }] }
    })
  }
  const addChat: AlertHotel['addChat'] = async (chatId, displayName = `Guest of ${chatId}`) => {
    const row = { id: chatId, displayName, source: 'web', botName: 'Bellhop', guestId: `guest-${chatId}` }
    await store.db.insertInto('chats').values(row).execute()
  }
  const readLog: AlertHotel['readLog'] = async (query = '') => {
    const { status, body } = await admin.call(`/api/admin/deliveries${query}`)
    if (status !== 200) throw new Error(`the log was not given: ${status} ${JSON.stringify(body)}`)
    return v.parse(deliveriesPageSchema, body)
  }
  return {
    server,
    mail,
    sms,
    admin,
    clock,
    addChat,
    change,
    readLog,
    async addAlert(config = {}) {
      const json = { type: 'alerts', config: { ...DESK_ALERT, ...config } }
      const { status, body } = await admin.call('/api/bot-config', { method: 'POST', json })
      if (status !== 201) throw new Error(`the alert was not taken: ${status} ${JSON.stringify(body)}`)
      return String(readField(body, 'id'))
    },
    async removeAlerts() {
      await store.db.deleteFrom('botConfigs').where('type', '=', 'alerts').execute()
      await store.db.deleteFrom('rateLimits').where('key', 'like', 'alert:%').execute()
    },
    async requestHelp(chatId, displayName) {
      await addChat(chatId, displayName)
      await change(chatId, describeNeedsHelp(chatId, { pauseBot: true }))
    },
    async write(chatId, text) {
      await writeChanges(server.context, async (tx) => {
        const chat = await lockExistingChat(tx, chatId)
        const { change: written } = describeGuestMessage(chat, { text })
        return { value: null, changes: [written] }
      })
    },
    async settle() {
      await waitFor('what is due to be tried', async () => {
        await alerts.runner.wake()
        const now = await readNow(store.db)
        const { rows } = await sql<{ busy: boolean }>`select exists (
            select from alert_deliveries where claim is not null or (status = 'waiting' and next_at <= ${now})
          ) as busy`.execute(store.db)
        return rows[0]?.busy === false
      })
    },
    async readOf(chatId) {
      const { deliveries } = await readLog('?limit=200')
      return deliveries.filter((delivery) => delivery.chatId === chatId).reverse()
    },
    async stop() {
      await server.stop()
      if (!options.mail) await mail.stop()
      if (!options.sms) await sms.stop()
    },
  }
}

const DESK_ALERT = {
  isEnabled: true,
  name: 'Desk',
  type: 'email',
  notificationType: 'user_needs_help',
  sendTo: 'desk@hotel.example',
}
