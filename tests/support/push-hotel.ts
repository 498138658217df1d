import { sql } from 'kysely'
import type { PushOptions } from '#server/push/start-push.ts'
import type { Settings } from '#server/settings-types.ts'
import { lockExistingChat } from '#server/store/chats/change-holder.ts'
import { describeNeedsHelp, describeGuestMessage } from '#server/store/chats/write-chats.ts'
import type { Change } from '#server/store/log/change.ts'
import type { Db } from '#server/store/store.ts'
import type { PushSubscriptionRequest } from '#src/contract/push.ts'
import { signIn, type Client } from './api-client.ts'
import { startPushEndpoint, type PushDevice, type PushEndpoint } from './push-endpoint.ts'
import { startTestServer, type TestDatabase, type TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'
import { writeChanges } from './write-changes.ts'

/** A server with a push service, and a clock that can be set. */
export interface PushHotel {
  server: TestServer
  service: PushEndpoint
  /** What the push runner takes for now; null: the database's clock. */
  clock: { now: Date | null }
  /** Signs somebody in on a device of their own. */
  openDevice(
    username: string,
    options?: Partial<PushSubscriptionRequest>,
  ): Promise<{ client: Client; device: PushDevice }>
  /** A guest of this chat, which is new, needs help as the bot says it. Gives when the alert began. */
  requestHelp(chatId: string): Promise<Date>
  addChat(chatId: string, displayName?: string): Promise<void>
  /** A guest writes in a chat. */
  write(chatId: string, text: string): Promise<void>
  /** Commits changes of a chat as a call does. */
  change(chatId: string, change: Omit<Change, 'chatId'>): Promise<void>
  /** Everything that is due now was sent and answered. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** `service` is used instead of a new one, and stays when the hotel stops. */
export async function startPushHotel(
  options: {
    settings?: Partial<Settings>
    database?: TestDatabase
    service?: PushEndpoint
    push?: PushOptions
    clock?: PushHotel['clock']
  } = {},
): Promise<PushHotel> {
  const service = options.service ?? (await startPushEndpoint())
  const clock = options.clock ?? { now: null }
  const readNow = async (db: Db) => {
    if (clock.now) return clock.now
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    return rows[0]?.now ?? new Date()
  }
  const server = await startTestServer({
    settings: { pushAllowLoopback: true, vapidSubject: 'mailto:it@hotel.example', ...options.settings },
    ...(options.database ? { database: options.database } : {}),
    push: {
      ca: service.ca,
      readNow,
      ...options.push,
    },
  })
  const { store, push } = server.context
  const change: PushHotel['change'] = async (chatId, fields) => {
    await writeChanges(server.context, async (tx) => {
      await lockExistingChat(tx, chatId)
      return { value: null, changes: [{ chatId, ...fields }] }
    })
  }
  const addChat = async (chatId: string, displayName = `Guest of ${chatId}`) => {
    const row = { id: chatId, displayName, source: 'web', botName: 'Bellhop', guestId: `guest-${chatId}` }
    await store.db.insertInto('chats').values(row).execute()
  }
  return {
    server,
    service,
    clock,
    addChat,
    change,
    async openDevice(username, fields = {}) {
      const client = await signIn(server, username)
      const device = service.addDevice(fields)
      const json = device.subscription
      const { status, body } = await client.call('/api/push/subscription', { method: 'PUT', json })
      if (status !== 200) throw new Error(`the device was not taken: ${status} ${JSON.stringify(body)}`)
      return { client, device }
    },
    async requestHelp(chatId) {
      await addChat(chatId)
      await change(chatId, describeNeedsHelp(chatId, { pauseBot: true }))
      const row = await store.db
        .selectFrom('chats')
        .select('helpAt')
        .where('id', '=', chatId)
        .executeTakeFirstOrThrow()
      return row.helpAt ?? new Date()
    },
    async write(chatId, text) {
      await writeChanges(server.context, async (tx) => {
        const chat = await lockExistingChat(tx, chatId)
        const { change: written } = describeGuestMessage(chat, { text })
        return { value: null, changes: [written] }
      })
    },
    async settle() {
      await push?.runner.wake()
      await waitFor('what is due to be sent', async () => {
        await push?.runner.wake()
        // Between two sends to one device no claim is held, and the second is due all the same.
        const now = await readNow(store.db)
        const { rows } = await sql<{ busy: boolean }>`select exists (
            select from escalations where due_at <= ${now}
          ) or exists (
            select from push_subscriptions where claim is not null
          ) or exists (
            select from push_deliveries join push_subscriptions on push_subscriptions.id = subscription_id
            where retry_at is null or retry_at <= ${now}
          ) as busy`.execute(store.db)
        return rows[0]?.busy === false
      })
    },
    async stop() {
      await server.stop()
      if (!options.service) await service.stop()
    },
  }
}
