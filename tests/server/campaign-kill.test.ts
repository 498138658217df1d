import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { campaignRunsSchema, type CampaignRun } from '#src/contract/campaigns.ts'
import { createLog } from '#server/log.ts'
import { insertHotel } from '#server/store/bulk/insert-hotel.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, makeStay } from '#tests/support/campaign-hotel.ts'
import { startSmsEndpoint, type SmsEndpoint } from '#tests/support/sms-endpoint.ts'
import { startSourceProcess, type SourceProcess } from '#tests/support/source-process.ts'
import { createTestDatabase, isPostgresRun, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'

/**
 * kill -9 in the midst of a run, on PostgreSQL with a second process that goes on: no guest gets it twice, and none is
 * missing without a line in the log. More of it: CAMPAIGN_SEEDS=1-20 CAMPAIGN_GUESTS=2000.
 */
const PASSWORD = 'correct horse battery'
const GUESTS = Number(process.env['CAMPAIGN_GUESTS'] ?? 150)
const [FIRST = 1, LAST = FIRST] = (process.env['CAMPAIGN_SEEDS'] ?? '1').split('-').map(Number)
const SEEDS = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index)
/** The claim of a process that died. */
const CLAIM_SECONDS = 120
const TEST_MS = 900_000

let database: TestDatabase
let sms: SmsEndpoint
const processes: SourceProcess[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  sms = await startSmsEndpoint()
}, TEST_MS)
afterEach(async () => {
  for (const each of processes.splice(0)) await each.remove()
  await sms.stop()
  await database.remove()
})

const numberOf = (index: number) => `+1702555${String(index).padStart(4, '0')}`

async function inStore(act: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore(database.settings, createLog('silent'), {
    workerFile: await buildWorkerFile(),
  })
  await act(store)
  await store.close()
}

async function insertGuests(): Promise<void> {
  const chats = Array.from({ length: GUESTS }, (_, index) =>
    makeStay(`c${index}`, `Guest ${index}`, { status: 'CHECKEDIN', arrival: -1, departure: 2 }),
  )
  await inStore(async (store) => {
    await insertHotel(store, { chats })
    await sql`insert into guest_contacts (guest_id, channel, address, chat_id)
      select 'guest-c' || n, 'sms', '+1702555' || lpad(n::text, 4, '0'), 'c' || n
      from generate_series(0, ${GUESTS - 1}::int) as n`.execute(store.db)
  })
}

function start(): Promise<SourceProcess> {
  return startSourceProcess(database, {
    ADMIN_USERNAME: 'ada',
    ADMIN_PASSWORD: PASSWORD,
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
    TWILIO_AUTH_TOKEN: 'a secret of the hotel',
    TWILIO_FROM: '+17025550100',
    TWILIO_API_URL: sms.url,
  }).then((started) => {
    processes.push(started)
    return started
  })
}

async function readRun(admin: Client, campaignId: string): Promise<CampaignRun> {
  const { body } = await admin.call(`/api/campaign-runs?campaignId=${campaignId}`)
  const [run] = v.parse(campaignRunsSchema, body)
  if (!run) throw new Error('there is no run')
  return run
}

/** What was on the wire when a process died runs out as a claim; the test does not wait for it. */
const endClaims = () =>
  inStore(({ db }) =>
    sql`update message_deliveries set claimed_until = claimed_until - make_interval(secs => ${CLAIM_SECONDS}::float8)`.execute(
      db,
    ),
  )

describe('a run whose process is killed', () => {
  it.each(SEEDS)(
    `writes to each of ${GUESTS} guests once, and names whom it is not sure of (seed %s)`,
    async (seed) => {
      await insertGuests()
      const first = await start()
      const admin = await signIn(first, 'ada', PASSWORD)
      await admin.call('/api/segment/', {
        method: 'POST',
        json: { id: 'everyone in the house', filter: { userType: 'inhouse' } },
        key: makeKey(),
      })
      const dialog = await addDialog(admin, 'Hello', { response: 'Dear {name}.' })
      const campaign = await addCampaign(admin, { dialog })
      const second = isPostgresRun ? await start() : null
      const started = await admin.call(`/api/run-campaign/${campaign}`, {
        method: 'POST',
        json: {},
        key: makeKey(),
      })
      expect(started.status).toBe(202)
      // Somewhere between its first and its last message.
      const killAt = 1 + Math.floor(((seed * 0.618_034) % 1) * GUESTS * 0.9)
      await waitFor(`${killAt} messages`, () => sms.arrived.length >= killAt, TEST_MS)
      await first.kill()
      if (!second) await endClaims()
      await first.restart()
      if (second) await endClaims()

      const again = await signIn(second ?? first, 'ada', PASSWORD)
      const run = await waitFor(
        'the run to end, and all of it to go out',
        async () => {
          const now = await readRun(again, campaign)
          return now.state === 'done' && now.waiting === 0 ? now : null
        },
        TEST_MS,
      )
      const numbers = sms.arrived.map(({ fields }) => fields['To'])
      expect(new Set(numbers).size).toBe(numbers.length)
      expect([run.planned, run.sent + run.failed + run.doubtful.length]).toEqual([GUESTS, GUESTS])
      const missing = Array.from({ length: GUESTS }, (_, index) => index).filter(
        (index) => !numbers.includes(numberOf(index)),
      )
      expect(run.doubtful).toEqual(expect.arrayContaining(missing.map((index) => `Guest ${index}`)))
      expect(run.failed).toBe(0)
      // Those who are doubtful are the few that were on the wire, and no more.
      expect(run.doubtful.length).toBeLessThanOrEqual(8)
    },
    TEST_MS,
  )
})
