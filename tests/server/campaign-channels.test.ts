import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { campaignPreviewSchema, campaignRunsSchema, type CampaignRun } from '#src/contract/campaigns.ts'
import { makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, makeStay } from '#tests/support/campaign-hotel.ts'
import { HOTEL_NUMBER, startChannelHotel, type ChannelHotel } from '#tests/support/channel-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const IN_HOUSE = { status: 'CHECKEDIN', arrival: -1, departure: 2 }
const NUMBERS = { ana: '+17025550111', ben: '+17025550112', eve: '+17025550114' }

/** Guests who wrote on the page, and whose numbers and addresses the register knows; Cleo has neither. */
const CHATS = [
  makeStay('ana', 'Ana Ruiz', { ...IN_HOUSE, more: { Mobile: '(702) 555-0111' } }, { source: 'web' }),
  makeStay('ben', 'Ben Okafor', { ...IN_HOUSE, more: { Telephone: NUMBERS.ben } }, { source: 'web' }),
  makeStay('cleo', 'Cleo Late', IN_HOUSE, { source: 'web' }),
  makeStay('dora', 'Dora Mail', { ...IN_HOUSE, more: { Email: 'dora@guest.example' } }, { source: 'web' }),
  makeStay('eve', 'Eve Stop', { ...IN_HOUSE, more: { Phone: NUMBERS.eve } }, { source: 'web' }),
]

let hotel: ChannelHotel
let admin: Client
let dialog: string

beforeAll(async () => {
  hotel = await startChannelHotel({ hotel: { chats: CHATS, isDemonstration: false } })
  admin = await signIn(hotel.server, 'admin')
  dialog = await addDialog(admin, 'Hello', { response: 'Dear {firstName}.' })
  await post('/api/segment/', { id: 'everyone in the house', filter: { userType: 'inhouse' } })
})
afterAll(() => hotel.stop())

const post = (path: string, json: object) => admin.call(path, { method: 'POST', json, key: makeKey() })
async function readRun(campaignId: string): Promise<CampaignRun> {
  const { body } = await admin.call(`/api/campaign-runs?campaignId=${campaignId}`)
  const [run] = v.parse(campaignRunsSchema, body)
  if (!run) throw new Error('there is no run')
  return run
}
const sentTo = (number: string) => hotel.sms.arrived.filter(({ fields }) => fields['To'] === number)
const smsFrom = (From: string, Body: string) =>
  hotel.postTwilio({ MessageSid: `SM${makeKey()}`, From, To: HOTEL_NUMBER, Body, NumMedia: '0' })
const receipt = (To: string, MessageSid: string, MessageStatus: string, more: Record<string, string> = {}) =>
  hotel.postTwilio({ MessageSid, MessageStatus, To, From: HOTEL_NUMBER, ...more })

describe('a campaign by the channels of the register', () => {
  it('what people write goes before what waits of a campaign', async () => {
    await hotel.addChat('talk', 'sms', '+17025550199')
    // All of the senders are busy, and the rest of a run waits.
    let letGo = () => undefined as void
    const hold = new Promise<void>((resolve) => (letGo = resolve))
    const before = hotel.sms.arrived.length
    hotel.sms.answerNext(
      ...Array.from({ length: 8 }, () => ({ status: 201, json: { sid: makeKey() }, hold })),
    )
    for (let n = 0; n < 8; n += 1) {
      await hotel.addChat(`busy-${n}`, 'sms', `+1702555020${n}`)
      await hotel.say(`busy-${n}`, 'busy')
    }
    await waitFor('the senders to be busy', () => hotel.sms.arrived.length === before + 8)
    await hotel.addChat('waiting', 'sms', '+17025550198')
    const message = { text: 'of a campaign', sentByGuest: false, isBulk: true }
    await hotel.change('waiting', { type: 'new_message', message })
    await hotel.say('talk', 'of a person')
    letGo()
    await waitFor('both', () => hotel.sms.arrived.length === before + 10)
    expect(hotel.sms.arrived.slice(-2).map(({ fields }) => fields['Body'])).toEqual([
      'of a person',
      'of a campaign',
    ])
  })

  it('reaches by SMS and e-mail, opens their chats, and its log follows the receipts, answers and STOP', async () => {
    hotel.sms.answerNext(
      { status: 201, json: { sid: 'SMone' } },
      { status: 201, json: { sid: 'SMtwo' } },
      { status: 400, json: { code: 21610, message: 'Attempt to send to unsubscribed recipient' } },
    )
    const id = await addCampaign(admin, { dialog })
    const preview = v.parse(campaignPreviewSchema, (await admin.call(`/api/campaign-preview/${id}`)).body)
    expect(preview).toMatchObject({ recipients: 4, byChannel: { sms: 3, email: 1 } })
    expect(preview.leftOut).toEqual([{ reason: 'no_channel', guests: 1 }])

    expect((await post(`/api/run-campaign/${id}`, {})).status).toBe(202)
    await waitFor('all of it to go out', async () => {
      const run = await readRun(id)
      return run.state === 'done' && run.waiting === 0
    })
    const said = hotel.sms.arrived.flatMap(({ fields }) => fields['Body'] ?? [])
    expect(said.filter((text) => text.startsWith('Dear')).sort()).toEqual([
      'Dear Ana.',
      'Dear Ben.',
      'Dear Eve.',
    ])
    expect(hotel.mail.arrived.map(({ to }) => to)).toEqual([['dora@guest.example']])
    const refused = await readRun(id)
    expect(refused).toMatchObject({ planned: 4, sent: 3, delivered: 0, failed: 1 })
    expect(refused.failures[0]?.reason).toContain('no more SMS')

    const ids = ['SMone', 'SMtwo']
    const took = Object.values(NUMBERS).filter((number) => sentTo(number).length === 1)
    expect(took).toHaveLength(3)
    for (const sid of ids) await receipt(NUMBERS.ana, sid, 'delivered')
    expect(await readRun(id)).toMatchObject({ sent: 3, delivered: 2 })

    await smsFrom(NUMBERS.ana, 'Thank you!')
    await smsFrom(NUMBERS.eve, 'Stop')
    expect(await readRun(id)).toMatchObject({ replied: 2, stopped: 1 })

    // The next one leaves her out, and who was reached lately; START brings her back.
    const next = await addCampaign(admin, { name: 'Again', dialog })
    const reachedNext = async () =>
      v.parse(campaignPreviewSchema, (await admin.call(`/api/campaign-preview/${next}`)).body)
    expect((await reachedNext()).leftOut).toContainEqual({ reason: 'stopped', guests: 1 })
    await smsFrom(NUMBERS.eve, 'START')
    expect((await reachedNext()).byChannel).toMatchObject({ sms: 3 })
  })
})
