import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { campaignRunsSchema, type CampaignRun } from '#src/contract/campaigns.ts'
import { makeKey, signIn, type Client } from './api-client.ts'
import { addCampaign, addDialog, makeStay } from './campaign-hotel.ts'
import { FaultLoad } from './fault-load.ts'
import { startPushEndpoint, type PushDevice, type PushEndpoint } from './push-endpoint.ts'
import { startSmsEndpoint, type SmsEndpoint } from './sms-endpoint.ts'
import { startSourceProcess, type SourceProcess } from './source-process.ts'
import { makeChat, refTo } from './test-hotel.ts'
import { startTestServer, type TestDatabase } from './test-server.ts'
import { buildWorkerFile } from './worker-file.ts'

const HELD = ['held-1', 'held-2', 'held-3']
export const TOSSED = 'tossed'
export const HELP = 'I want to talk to a person'
/** Whom the desk's alerts go to; guests of the campaign have other numbers. */
export const DESK_NUMBER = '+17025550999'
const GUESTS = Number(process.env['FAULT_GUESTS'] ?? 40)
const ACCOUNT = 'AC00000000000000000000000000000001'

/** A hotel under load whose processes can be killed and stopped; what leaves it arrives at endpoints of the test's own. */
export interface FaultHotel {
  servers: SourceProcess[]
  sms: SmsEndpoint
  push: PushEndpoint
  device: PushDevice
  load: FaultLoad
  admin: Client
  campaignId: string
  /** Reads and writes beside the servers. On an embedded database only while none runs. */
  inStore<T>(act: (store: Store) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** Opens it on a database that stays; its campaign runs and its load is on. `processes`: more than one on PostgreSQL only. */
export async function openFaultHotel(database: TestDatabase, processes = 1): Promise<FaultHotel> {
  const [sms, push] = [await startSmsEndpoint(), await startPushEndpoint()]
  const folder = await mkdtemp(path.join(tmpdir(), 'bellhop-faults-'))
  const servers: SourceProcess[] = []
  const remove = async () => {
    for (const server of servers) await server.remove()
    await sms.stop()
    await push.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const inStore = async <T>(act: (store: Store) => Promise<T>): Promise<T> => {
    const workerFile = await buildWorkerFile()
    const store = await openStore(database.settings, createLog('silent'), { workerFile })
    try {
      return await act(store)
    } finally {
      await store.close()
    }
  }
  try {
    await insertFaultHotel(database)
    const tokens = await inStore(insertGuests)
    const ca = path.join(folder, 'ca.pem')
    await writeFile(ca, push.ca)
    const env = {
      GUEST_SESSIONS_PER_MINUTE: '100000',
      PUSH_ALLOW_LOOPBACK: '1',
      NODE_EXTRA_CA_CERTS: ca,
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: 'a secret of the hotel',
      TWILIO_FROM: '+17025550100',
      TWILIO_API_URL: sms.url,
    }
    while (servers.length < processes) servers.push(await startSourceProcess(database, env))
    const [first] = servers
    if (!first) throw new Error('There is no process.')
    const admin = await signIn(first, 'admin')
    const campaignId = await prepare(admin)
    const device = push.addDevice()
    await expectStatus(admin, 'PUT', '/api/push/subscription', device.subscription, 200)
    const load = new FaultLoad(servers.map(({ url }) => url))
    await startLoad(load, first, tokens)
    await expectStatus(admin, 'POST', `/api/run-campaign/${campaignId}`, {}, 202)
    return { servers, sms, push, device, load, admin, campaignId, inStore, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function insertFaultHotel(database: TestDatabase): Promise<void> {
  const held = HELD.map((id) => makeChat(id, { holder: refTo('agent'), pausedAt: new Date() }))
  const guests = Array.from({ length: GUESTS }, (_, index) =>
    makeStay(`c${index}`, `Stay ${index}`, { status: 'CHECKEDIN', arrival: -1, departure: 2 }),
  )
  const chats = [...held, makeChat(TOSSED), ...guests]
  await (await startTestServer({ database, hotel: { chats } })).stop()
}

/** The numbers of the campaign's guests; gives the tokens of those whose chats are held. */
async function insertGuests(store: Store): Promise<Map<string, string>> {
  await sql`insert into guest_contacts (guest_id, channel, address, chat_id)
    select 'guest-c' || n, 'sms', '+1702555' || lpad(n::text, 4, '0'), 'c' || n
    from generate_series(0, ${GUESTS - 1}::int) as n`.execute(store.db)
  const tokens = new Map<string, string>()
  for (const chatId of HELD) {
    tokens.set(
      chatId,
      await store.transact((tx) => createGuestSession(tx, { chatId, guestId: `guest-${chatId}` })),
    )
  }
  return tokens
}

async function prepare(admin: Client): Promise<string> {
  await expectStatus(admin, 'POST', '/api/segment/', { id: 'everyone', filter: { userType: 'inhouse' } }, 201)
  const alert = { name: 'Desk', type: 'SMS', notificationType: 'user_needs_help', sendTo: DESK_NUMBER }
  await expectStatus(admin, 'POST', '/api/bot-config', { type: 'alerts', config: alert }, 201)
  const dialog = await addDialog(admin, 'Hello', { response: 'Dear {name}.' })
  return addCampaign(admin, { dialog, segment: 'everyone' })
}

async function expectStatus(
  client: Client,
  method: string,
  address: string,
  json: unknown,
  expected: number,
): Promise<void> {
  const { status, body } = await client.call(address, { method, json, key: makeKey() })
  if (status !== expected) throw new Error(`${address} was answered with ${status} ${JSON.stringify(body)}`)
}

async function startLoad(load: FaultLoad, first: SourceProcess, tokens: Map<string, string>): Promise<void> {
  const tokenOf = async (username: string) => (await signIn(first, username)).token ?? ''
  const agent = await tokenOf('agent')
  for (const chatId of HELD) {
    load.write(`agent in ${chatId}`, agent, chatId)
    load.speak(`guest of ${chatId}`, tokens.get(chatId) ?? '', chatId)
  }
  load.toss(await tokenOf('maria'), TOSSED)
  load.callForHelp(HELP)
}

/** How the campaign's run stands. */
export async function readRun({ admin, campaignId }: FaultHotel): Promise<CampaignRun> {
  const { body } = await admin.call(`/api/campaign-runs?campaignId=${campaignId}`)
  const [run] = v.parse(campaignRunsSchema, body)
  if (!run) throw new Error('There is no run.')
  return run
}

/** The claims of a process that died run out; nobody waits for that. */
export function endClaims({ inStore }: Pick<FaultHotel, 'inStore'>): Promise<void> {
  return inStore(async ({ db }) => {
    for (const table of ['message_deliveries', 'alert_deliveries', 'push_subscriptions', 'jobs']) {
      await sql`update ${sql.table(table)} set claimed_until = clock_timestamp()
        where claimed_until > clock_timestamp()`.execute(db)
    }
  })
}
