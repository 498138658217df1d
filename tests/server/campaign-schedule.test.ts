import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as v from 'valibot'
import { campaignRunsSchema, type CampaignRun } from '#src/contract/campaigns.ts'
import { CampaignScheduler } from '#server/campaigns/campaign-scheduler.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, makeCampaignHotel } from '#tests/support/campaign-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Campaigns at their time. The server's own schedulers look by the machine's clock, at which none of these is due. */
let server: TestServer
let admin: Client
let dialog: string
let campaign: string
const HOUR_MS = 3_600_000
/** A whole hour, UTC, some hours from now: what is set now counts, and the same time a day earlier was before it. */
const DUE = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 6 * HOUR_MS)
const TIME = DUE.toISOString().slice(11, 16)
const at = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000)

beforeAll(async () => {
  server = await startTestServer({ hotel: makeCampaignHotel(), settings: { hotelTimeZone: 'UTC' } })
  admin = await signIn(server, 'admin')
  dialog = await addDialog(admin, 'Hello', { response: 'Dear {firstName}.' })
  const json = { id: 'everyone in the house', filter: { userType: 'inhouse' } }
  await admin.call('/api/segment/', { method: 'POST', json, key: makeKey() })
})
afterAll(() => server.stop())
beforeEach(async () => {
  campaign = await addCampaign(admin, { name: `C ${makeKey()}`, dialog, frequency: 'Daily', time: TIME })
})

const look = (now: Date) => new CampaignScheduler(server.context, () => now).wake()
const readRuns = async (): Promise<CampaignRun[]> =>
  v.parse(campaignRunsSchema, (await admin.call(`/api/campaign-runs?campaignId=${campaign}`)).body)

it('runs once for its time, however many look', async () => {
  await look(at(-1))
  expect(await readRuns()).toEqual([])
  await Promise.all([look(at(0)), look(at(0)), look(at(1))])
  await waitFor('the run to end', async () => (await readRuns())[0]?.state === 'done')
  await look(at(14))
  expect(await readRuns()).toMatchObject([{ planned: 2, startedBy: null, testUsersOnly: false }])
})

it('what was slept through by more than a quarter of an hour is missed, and nothing is sent', async () => {
  await look(at(16))
  await look(at(17))
  expect(await readRuns()).toMatchObject([{ state: 'missed', planned: 0, sent: 0 }])
})

it('one that is off, or can’t say anything now, does not run, and harms no other', async () => {
  const read = async () => (await admin.call(`/api/bot-config/${campaign}?type=cronCampaigns`)).body
  const config = { ...(readField(await read(), 'config') as object), isEnabled: false }
  const json = { type: 'cronCampaigns', config }
  await admin.call(`/api/bot-config/${campaign}`, { method: 'PUT', json, key: makeKey() })
  const off = campaign
  campaign = await addCampaign(admin, { name: 'Other', dialog, frequency: 'Daily', time: TIME })
  await look(at(0))
  await waitFor('the other to run', async () => (await readRuns())[0]?.state === 'done')
  campaign = off
  expect(await readRuns()).toEqual([])
})
