import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignPreviewSchema, campaignRunsSchema, type CampaignRun } from '#src/contract/campaigns.ts'
import { ALL_GUESTS } from '#src/contract/segments.ts'
import * as v from 'valibot'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, makeCampaignHotel, playGuest } from '#tests/support/campaign-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let admin: Client
let marketing: Client
let hello: string

beforeAll(async () => {
  server = await startTestServer({ hotel: makeCampaignHotel(), settings: { hotelTimeZone: 'UTC' } })
  admin = await signIn(server, 'admin')
  marketing = await signIn(server, 'marketing')
  hello = await addDialog(admin, 'Hello', { response: 'Dear {firstName}, your room {room} is ready.' })
  await post('/api/segment/', {
    id: 'everyone in the house',
    filter: { ...ALL_GUESTS, userType: 'inhouse' },
  })
})
afterAll(() => server.stop())

const post = (path: string, json: unknown, { client = admin, key = makeKey() } = {}) =>
  client.call(path, { method: 'POST', json, key })
const run = (id: string, body: object = {}, key = makeKey()) => post(`/api/run-campaign/${id}`, body, { key })
const readRuns = async (campaignId: string): Promise<CampaignRun[]> =>
  v.parse(campaignRunsSchema, (await admin.call(`/api/campaign-runs?campaignId=${campaignId}`)).body)
const readRun = async (campaignId: string): Promise<CampaignRun> => {
  const [newest] = await readRuns(campaignId)
  if (!newest) throw new Error('there is no run')
  return newest
}
const waitForEnd = (campaignId: string) =>
  waitFor('the run to end', async () => {
    const newest = await readRun(campaignId)
    return newest.state === 'running' ? null : newest
  })
const reasons = (list: { reason: string; guests: number }[]) =>
  Object.fromEntries(list.map(({ reason, guests }) => [reason, guests]))

describe('before a run', () => {
  it('says whom it reaches by which channel, whom not and why, and what they read', async () => {
    const id = await addCampaign(admin, { dialog: hello })
    const preview = v.parse(campaignPreviewSchema, (await admin.call(`/api/campaign-preview/${id}`)).body)
    expect(preview).toMatchObject({ recipients: 2, byChannel: { sms: 2 }, testUsers: 1, problem: null })
    expect(reasons(preview.leftOut)).toEqual({ window_closed: 1, no_channel: 1, with_staff: 1 })
    expect(preview.samples).toEqual([
      { guest: 'Ana Ruiz', channel: 'sms', text: 'Dear Ana, your room 204 is ready.', parts: 1 },
      { guest: 'Ben Okafor', channel: 'sms', text: 'Dear Ben, your room 310 is ready.', parts: 1 },
    ])
  })

  it('says why it can’t run: a dialog that is switched off, or asks for what nobody knows', async () => {
    const off = await addDialog(admin, 'Off', { response: 'Off.' })
    const id = await addCampaign(admin, { dialog: off })
    const readProblem = async () =>
      readField((await admin.call(`/api/campaign-preview/${id}`)).body, 'problem')
    const save = (config: object) =>
      post('/api/luis/dialog/', {
        type: 'luisIntent',
        config: { intentId: off, type: 'message', ...config },
      })
    await save({ isEnabled: false, response: 'Off.' })
    expect(await readProblem()).toContain('gone or switched off')
    await save({ isEnabled: true, response: 'Your code is {code}.' })
    expect(await readProblem()).toContain('{code}')
    const refused = await run(id)
    expect([refused.status, readField(refused.body, 'message')]).toEqual([409, await readProblem()])
  })
})

describe('a run', () => {
  it('writes to test users alone first, then to each once; who was reached is left in peace', async () => {
    const id = await addCampaign(admin, { dialog: hello })
    const [ana, ben] = [await playGuest(server, 'ana'), await playGuest(server, 'ben')]
    const tried = await run(id, { testUsersOnly: true })
    expect([tried.status, readField(tried.body, 'recipients')]).toEqual([202, 1])
    expect(await waitForEnd(id)).toMatchObject({ state: 'done', testUsersOnly: true, planned: 1, sent: 1 })
    expect([await ana.readLast(), await ben.readLast()]).toEqual([
      'message 1 of ana',
      'Dear Ben, your room 310 is ready.',
    ])

    const key = makeKey()
    const [first, again] = await Promise.all([run(id, {}, key), run(id, {}, key)])
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body])
    const ended = await waitForEnd(id)
    expect(ended).toMatchObject({
      state: 'done',
      startedBy: 'Admin',
      planned: 2,
      sent: 2,
      failed: 0,
      waiting: 0,
      replied: 0,
    })
    expect(reasons(ended.leftOut)).toEqual({ window_closed: 1, no_channel: 1, with_staff: 1 })
    const words = (await ana.read()).filter(({ text }) => text.startsWith('Dear Ana'))
    expect(words).toHaveLength(1)
    expect((await ben.read()).filter(({ text }) => text.startsWith('Dear Ben'))).toHaveLength(2)

    const nobody = await run(id)
    expect([nobody.status, readField(nobody.body, 'code')]).toEqual([409, 'conflict'])
    await ana.say('thank you')
    await waitFor('the reply to be counted', async () => (await readRun(id)).replied === 1)
  })

  it('two people who press Run start one', async () => {
    const id = await addCampaign(admin, { dialog: hello, ignoresQuietHours: false })
    await night(async () => {
      const answers = await Promise.all([run(id), run(id), run(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
      expect(answers.map(({ body }) => readField(body, 'code'))).toContain('already_running')
    })
    await post(`/api/campaign-runs/${(await readRun(id)).id}/stop`, {})
  })

  it('waits for the morning, and can be stopped: nothing goes out then', async () => {
    const id = await addCampaign(admin, { dialog: hello, ignoresQuietHours: false })
    const ana = await playGuest(server, 'ana')
    const countDear = async () => (await ana.read()).filter(({ text }) => text.startsWith('Dear')).length
    const before = await countDear()
    await night(async () => {
      expect((await run(id)).status).toBe(202)
      await waitFor('the run to be put off', async () => {
        const jobs = await server.context.store.db
          .selectFrom('jobs')
          .select('runAt')
          .where('kind', '=', 'campaign.write')
          .execute()
        return jobs.some(({ runAt }) => runAt.getTime() > Date.now() + 60_000)
      })
      expect(await readRun(id)).toMatchObject({ state: 'running', planned: 2, waiting: 2 })
      const stopped = await post(`/api/campaign-runs/${(await readRun(id)).id}/stop`, {})
      expect(stopped.status).toBe(200)
    })
    const ended = await readRun(id)
    expect(ended).toMatchObject({ state: 'stopped', waiting: 0, sent: 0, failed: 2 })
    expect(reasons(ended.failures)).toEqual({ run_stopped: 2 })
    expect(await countDear()).toBe(before)
  })

  it('switching a campaign off stops what has not gone out', async () => {
    const id = await addCampaign(admin, { dialog: hello, ignoresQuietHours: false })
    await night(async () => {
      await run(id)
      const row = (await admin.call(`/api/bot-config/${id}?type=cronCampaigns`)).body
      const config = { ...(readField(row, 'config') as object), isEnabled: false }
      const saved = await marketing.call(`/api/bot-config/${id}`, {
        method: 'PUT',
        json: { type: 'cronCampaigns', config },
        key: makeKey(),
      })
      expect(saved.status).toBe(200)
    })
    expect(await readRun(id)).toMatchObject({ state: 'stopped', sent: 0 })
  })
})

/** By the hotel's clock it is the middle of the night meanwhile. */
async function night(act: () => Promise<void>): Promise<void> {
  const { settings } = server.context
  const hours = (new Date().getUTCHours() + 22) % 24
  const kept = settings.hotelTimeZone
  // 'Etc/GMT+5' is five hours behind.
  settings.hotelTimeZone = hours === 0 ? 'UTC' : hours <= 12 ? `Etc/GMT+${hours}` : `Etc/GMT-${24 - hours}`
  try {
    await act()
  } finally {
    settings.hotelTimeZone = kept
  }
}

describe('what a guest answers', () => {
  it('rating: 1 to 5 is the guest’s rating, words are the bot’s, a low one is thanked with regret', async () => {
    const ask = await addDialog(admin, 'Ask', { response: 'How was your stay, {firstName}?' })
    const id = await addCampaign(admin, { dialog: ask, action: 'rating', segment: 'checkedout' })
    const gita = await playGuest(server, 'gita')
    await run(id)
    await waitForEnd(id)
    expect(await gita.readLast()).toContain('How was your stay, Gita?\nPlease answer with a number')
    await gita.say('what a question')
    await waitFor('the bot', async () => !(await gita.readLast()).startsWith('How was'))
    await gita.say('2 stars, I am afraid')
    await waitFor('regret', async () => (await gita.readLast()).includes('We are sorry'))
    const info = (await admin.call('/api/inhouse-guest-info/gita')).body
    expect(readField(info, 'rating')).toBe(2)
  })

  it('roomupgrade: yes is a ticket to the front desk with guest and room, no is none', async () => {
    const offer = await addDialog(admin, 'Offer', { response: 'A sea view for 40 more?' })
    const id = await addCampaign(admin, { dialog: offer, action: 'roomupgrade' })
    const [ana, ben] = [await playGuest(server, 'ana'), await playGuest(server, 'ben')]
    await run(id)
    await waitForEnd(id)
    await ana.say('Yes please!')
    await ben.say('no')
    await waitFor('both to be answered', async () =>
      [await ana.readLast(), await ben.readLast()].every((text) => !text.startsWith('A sea view')),
    )
    expect([await ana.readLast(), await ben.readLast()]).toEqual([
      'I have passed it on to our team.',
      'That is fine. Enjoy your stay.',
    ])
    const tickets = (await admin.call('/api/ticketing/Tickets/')).body as Record<string, unknown>[]
    const written = tickets.filter(({ description }) => String(description).includes('room upgrade'))
    expect(written).toMatchObject([{ queueId: 'front-desk', chatId: 'ana', room: '204', status: 'open' }])
  })

  it('redirect: the guest is led into that dialog', async () => {
    const target = await addDialog(admin, 'Pillows', {
      response: 'Soft or hard?',
      type: 'yes/no',
      choices: [{ name: 'Yes' }, { name: 'No' }],
    })
    const id = await addCampaign(admin, { dialog: hello, action: 'redirect', redirectTo: target })
    const ana = await playGuest(server, 'ana')
    await run(id)
    await waitForEnd(id)
    const texts = (await ana.read()).slice(-2).map(({ text }) => text)
    expect(texts).toEqual(['Dear Ana, your room 204 is ready.', 'Soft or hard?'])
  })
})
