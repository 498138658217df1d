import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { createLog } from '#server/log.ts'
import { insertHotel } from '#server/store/bulk/insert-hotel.ts'
import { openStore } from '#server/store/open-store.ts'
import { campaignRunsSchema } from '#src/contract/campaigns.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, makeStay } from '#tests/support/campaign-hotel.ts'
import { createPostgresDatabase, startPostgres, type TestPostgres } from '#tests/support/postgres.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { startSmsEndpoint, type SmsEndpoint } from '#tests/support/sms-endpoint.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'
import { percentile } from './measure.ts'
import { runLoad, type LoadFigures } from './server-load.ts'

const GUESTS = 2_000
const ROUNDS = 3
/** Guests who write meanwhile, each a message a second at most. */
const LOAD = { guests: 5, messages: 12 }
const MAX_RATIO = 1.5
const RUN_MS = 600_000

let postgres: TestPostgres
let sms: SmsEndpoint
beforeAll(async () => {
  postgres = await startPostgres()
  sms = await startSmsEndpoint()
})
afterAll(async () => {
  await sms.stop()
  await postgres.stop()
})

describe.each(['embedded', 'postgres'] as const)('%s', (kind) => {
  it(`guests write while a campaign goes out to ${GUESTS}`, async () => {
    const databaseUrl = kind === 'postgres' ? (await createPostgresDatabase(postgres.url)).url : null
    const server = await startServerProcess({
      nodeFlags: [],
      env: {
        SEED: 'demo',
        TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
        TWILIO_AUTH_TOKEN: 'a secret of the hotel',
        TWILIO_FROM: '+17025550100',
        TWILIO_API_URL: sms.url,
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      },
    })
    try {
      await server.stop()
      await insertGuests(server, databaseUrl)
      await server.restart()
      const admin = await signIn(server, 'admin', 'bellhop-demo')
      const dialog = await addDialog(admin, 'Hello', { response: 'Dear {name}.' })
      const segment = `the ${GUESTS}`
      await admin.call('/api/segment/', {
        method: 'POST',
        json: { id: segment, filter: { areaCodes: ['702555'] } },
        key: makeKey(),
      })
      await runLoad([server], LOAD)
      const alone: LoadFigures[] = []
      const beside: LoadFigures[] = []
      const seconds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        alone.push(await runLoad([server], LOAD))
        const begun = performance.now()
        const campaign = await addCampaign(admin, { name: `Round ${round}`, dialog, segment })
        const run = await admin.call(`/api/run-campaign/${campaign}`, { method: 'POST', key: makeKey() })
        expect(run).toMatchObject({ status: 202, body: { recipients: GUESTS } })
        beside.push(await runLoad([server], LOAD))
        expect((await readRun(admin, campaign)).state, 'it was over before the guests were').toBe('running')
        await waitFor('the run to end', async () => (await readRun(admin, campaign)).state === 'done', RUN_MS)
        await waitFor(
          'all of it to go out',
          async () => (await readRun(admin, campaign)).waiting === 0,
          RUN_MS,
        )
        seconds.push((performance.now() - begun) / 1_000)
      }
      const median = (figures: LoadFigures[]) =>
        percentile(
          figures.map(({ consoleMedianMs }) => consoleMedianMs),
          0.5,
        )
      const ratio = median(beside) / median(alone)
      print(
        `${kind}: a guest's message at a console after ${median(alone).toFixed(1)} ms, beside a run ${median(beside).toFixed(1)} ms: ` +
          `${ratio.toFixed(2)} times (at most ${MAX_RATIO}); a run of ${GUESTS} takes ${percentile(seconds, 0.5).toFixed(0)} s`,
      )
      expect.soft(ratio, 'beside a run').toBeLessThanOrEqual(MAX_RATIO)
    } finally {
      await server.remove()
    }
  })
})

async function insertGuests({ dataDir }: ServerProcess, databaseUrl: string | null): Promise<void> {
  const workerFile = await buildWorkerFile()
  const store = await openStore({ dataDir, databaseUrl }, createLog('silent'), { workerFile })
  const chats = Array.from({ length: GUESTS }, (_, index) =>
    makeStay(`c${index}`, `Guest ${index}`, { status: 'CHECKEDIN', arrival: -1, departure: 2 }),
  )
  await insertHotel(store, { chats })
  await sql`insert into guest_contacts (guest_id, channel, address, chat_id)
    select 'guest-c' || n, 'sms', '+1702555' || lpad(n::text, 4, '0'), 'c' || n
    from generate_series(0, ${GUESTS - 1}::int) as n`.execute(store.db)
  await store.close()
}

async function readRun(admin: Client, campaignId: string) {
  const { body } = await admin.call(`/api/campaign-runs?campaignId=${campaignId}`)
  const [run] = v.parse(campaignRunsSchema, body)
  if (!run) throw new Error('there is no run')
  return run
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
