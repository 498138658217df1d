import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import {
  ALL_GUESTS,
  segmentPreviewSchema,
  segmentsSchema,
  type SegmentFilter,
} from '#src/contract/segments.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { addCampaign, addDialog, makeCampaignHotel, makeStay } from '#tests/support/campaign-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const NEIGHBOUR = makeStay('uma', 'Uma Utah', {
  status: 'CHECKEDIN',
  arrival: -1,
  departure: 1,
  more: { Country: 'USA', State: 'Utah', Mobile: '801 555 0199', Email: 'uma@guest.example' },
})

const PROSPECTS = [1, 2, 3, 4].map((n) => makeStay(`prospect-${n}`, `Prospect ${n}`, { status: 'PROSPECT' }))

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({
    hotel: makeCampaignHotel([NEIGHBOUR, ...PROSPECTS]),
    settings: { hotelCountry: 'US', hotelState: 'NV' },
  })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const add = (id: string, filter: object = {}, client = admin) =>
  client.call('/api/segment/', { method: 'POST', json: { id, filter }, key: makeKey() })
const list = async (client = admin) => v.parse(segmentsSchema, (await client.call('/api/segment/')).body)
const preview = async (filter: Partial<SegmentFilter>) => {
  const answer = await admin.call('/api/segment-preview', {
    method: 'POST',
    json: { ...ALL_GUESTS, ...filter },
  })
  return v.parse(segmentPreviewSchema, answer.body)
}
const remove = (id: string) =>
  admin.call(`/api/segment/${encodeURIComponent(id)}`, { method: 'DELETE', key: makeKey() })

describe('segments', () => {
  it('the four of every hotel come first, and stay', async () => {
    const rows = await list(await signIn(server, 'marketing'))
    expect(rows.slice(0, 4).map(({ id, undeletable }) => [id, undeletable])).toEqual(
      ['arriving', 'reserved', 'checkedout', 'prospects'].map((id) => [id, true]),
    )
    expect((await remove('arriving')).status).toBe(409)
    expect((await add('prospects')).status).toBe(409)
  })

  it('one is made, changed under its version, renamed with the campaigns that name it, and deleted', async () => {
    const name = 'VIP 👑 “gold” / 50%'
    const created = await add(name, { userType: 'inhouse', areaCodes: ['702', '702', ' 602 '] })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      id: name,
      name,
      filter: { ...ALL_GUESTS, userType: 'inhouse', areaCodes: ['702', '602'] },
    })
    expect((await add(name)).status).toBe(409)

    const dialog = await addDialog(admin, 'Gold', { response: 'Hello.' })
    const campaign = await addCampaign(admin, { name: 'For gold', dialog, segment: name })
    const path = `/api/segment/${encodeURIComponent(name)}`
    const put = (id: string, etag: string) =>
      admin.call(path, {
        method: 'PUT',
        json: { id, filter: ALL_GUESTS },
        key: makeKey(),
        headers: { 'if-match': etag },
      })
    expect((await put('Silver', '"9"')).status).toBe(412)
    expect((await put('Silver', String(readField(created.body, 'etag')))).body).toMatchObject({
      id: 'Silver',
    })
    const row = (await admin.call(`/api/bot-config/${campaign}?type=cronCampaigns`)).body
    expect(readField(readField(row, 'config'), 'segment')).toBe('Silver')

    const refused = await remove('Silver')
    expect([refused.status, readField(refused.body, 'code')]).toEqual([409, 'in_use'])
    expect(readField(refused.body, 'message')).toContain("'For gold'")
    await admin.call(`/api/bot-config/${campaign}?type=cronCampaigns`, { method: 'DELETE', key: makeKey() })
    expect((await remove('Silver')).status).toBe(204)
    expect((await list()).map(({ id }) => id)).not.toContain('Silver')
  })

  it.each([
    [{ id: ' ' }, 'The name is empty.'],
    [{ id: 'x', filter: { userType: 'everybody' } }, 'The user type is none of'],
    [{ id: 'x', filter: { areaCodes: ['+34'] } }, "'+34' is no area code"],
    [{ id: 'x', filter: { areaCodes: ['abc'] } }, "'abc' is no area code"],
    [{ id: 'x', filter: { lastStay: 'ever' } }, 'Last stay is none of'],
  ])('%o is refused in words', async (json, words) => {
    const refused = await admin.call('/api/segment/', { method: 'POST', json, key: makeKey() })
    expect(refused.status).toBe(422)
    expect(readField(refused.body, 'message')).toContain(words)
  })

  it('says how many guests it means now, and ten of them', async () => {
    expect(await preview({ userType: 'inhouse', demo: true })).toMatchObject({
      guests: 1,
      sample: [{ name: 'Ben Okafor', channels: ['sms'] }],
    })
    const neighbours = await preview({ location: 'neighbor' })
    expect(neighbours).toMatchObject({
      guests: 1,
      sample: [{ name: 'Uma Utah', channels: ['sms', 'email'] }],
    })
    expect(await preview({ areaCodes: ['801'] })).toEqual(neighbours)
    expect(await preview({ areaCodes: ['999'] })).toEqual({ guests: 0, sample: [] })
    const everybody = await preview({})
    expect([everybody.guests, everybody.sample.length]).toEqual([12, 10])
  })

  it('without a place of the hotel’s own a location is refused, and says what to set', async () => {
    const { settings } = server.context
    settings.hotelCountry = null
    const refused = await add('far', { location: 'international' })
    settings.hotelCountry = 'US'
    expect(refused.status).toBe(422)
    expect(readField(refused.body, 'message')).toContain('HOTEL_COUNTRY')
  })
})

describe('campaigns that name what is not there', () => {
  it.each([
    [{ segment: 'nobody' }, "The segment 'nobody' is not there"],
    [{ dialog: 'gone' }, 'The dialog is not there'],
    [{ action: 'redirect' }, 'It does not say to which dialog'],
    [{ action: 'redirect', redirectTo: 'gone' }, 'The dialog that guests are led to is not there'],
    [{ frequency: 'Daily', time: '25:00' }, 'The run time is no time of day'],
    [{ name: '' }, 'The name is empty.'],
    [{ action: 'dance' }, 'The action is none of'],
  ])('%o is refused in words', async (config, words) => {
    const dialog = await addDialog(admin, `Known ${makeKey()}`, { response: 'Hello.' })
    await expect(addCampaign(admin, { segment: 'arriving', dialog, ...config })).rejects.toThrow(words)
  })
})
