import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openGuest } from '#tests/support/guest.ts'
import type { PushDevice } from '#tests/support/push-endpoint.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What push services answer, and what the environment makes of it (CONTRACT section 2, push). */
let hotel: PushHotel
/** What the name servers say of `push.example`. */
let addresses: string[] = []
beforeAll(async () => {
  hotel = await startPushHotel({ push: { resolveNames: () => Promise.resolve(addresses) } })
})
beforeEach(() => {
  hotel.clock.now = null
  addresses = ['127.0.0.1']
})
afterAll(() => hotel.stop())

const SECOND_MS = 1_000
const readRow = (device: PushDevice) =>
  hotel.server.context.store.db
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('endpoint', '=', device.subscription.endpoint)
    .executeTakeFirst()
const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from push_deliveries`.execute(
    hotel.server.context.store.db,
  )
  return rows[0]?.count
}
const resolveHelp = (chatId: string) =>
  hotel.change(chatId, { type: 'chat_changed', patch: { needsHelp: false } })
/** Asks for help, stops the clock at the moment in which the alert began, and sends what that causes. */
async function requestHelpAt(chatId: string): Promise<Date> {
  // Until that moment is known nothing is due, whoever wakes the runner.
  hotel.clock.now = new Date(Date.now() - 60 * SECOND_MS)
  const begun = await hotel.requestHelp(chatId)
  hotel.clock.now = begun
  await hotel.settle()
  return begun
}
async function settleAt(start: Date, seconds: number): Promise<void> {
  hotel.clock.now = new Date(start.getTime() + seconds * SECOND_MS)
  await hotel.settle()
}

describe('a push service that answers', () => {
  it.each([404, 410])('%s: the subscription is removed, and no other', async (status) => {
    const { device } = await hotel.openDevice('agent')
    const other = await hotel.openDevice('maria')
    device.answerNext({ status })
    await hotel.requestHelp(`gone-${status}`)
    await waitFor('the removal', async () => (await readRow(device)) === undefined)
    await waitFor('the other', () => other.device.arrived.length === 1)
    await hotel.settle()
    expect(await readRow(other.device)).toBeDefined()
    await resolveHelp(`gone-${status}`)
    await other.client.call('/api/auth', { method: 'DELETE' })
    expect(device.arrived).toHaveLength(1)
  })

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '40' } }, 40],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '90' } }, 90],
    ['429 with less than the first wait', { status: 429, headers: { 'retry-after': '1' } }, 5],
    ['429 without', { status: 429 }, 5],
    ['500 with what is none', { status: 500, headers: { 'retry-after': 'soon' } }, 5],
  ])('%s: is asked again then, and not before', async (name, answer, seconds) => {
    const { client, device } = await hotel.openDevice('agent')
    device.answerNext(answer)
    const chatId = `later ${name}`
    const start = await requestHelpAt(chatId)
    expect(device.arrived).toHaveLength(1)
    await settleAt(start, seconds - 0.001)
    expect(device.arrived).toHaveLength(1)
    await settleAt(start, seconds)
    expect(device.kinds()).toEqual(['needs_help', 'needs_help'])
    expect(await countWaiting()).toBe(0)
    expect(await readRow(device)).toMatchObject({ retryAt: null, claim: null })
    await resolveHelp(chatId)
    await client.call('/api/auth', { method: 'DELETE' })
  })

  it('a date in Retry-After: waits about so long', async () => {
    const { client, device } = await hotel.openDevice('agent')
    const at = new Date(Date.now() + 60 * SECOND_MS).toUTCString()
    device.answerNext({ status: 429, headers: { 'retry-after': at } })
    const start = await requestHelpAt('dated')
    const wait = ((await readRow(device))?.retryAt?.getTime() ?? 0) - start.getTime()
    expect(wait).toBeGreaterThan(30 * SECOND_MS)
    expect(wait).toBeLessThanOrEqual(61 * SECOND_MS)
    await resolveHelp('dated')
    await client.call('/api/auth', { method: 'DELETE' })
  })

  it('500 again and again: is tried later each time, then given up; the device stays', async () => {
    const { client, device } = await hotel.openDevice('agent')
    device.answerNext(...Array.from({ length: 6 }, () => ({ status: 500 })))
    const start = await requestHelpAt('failing')
    // 5, 10, 20 and 40 s after one another, before the second stage of the alert.
    const counts: number[] = []
    for (const seconds of [4.9, 5, 14.9, 15, 34.9, 35, 74.9, 75, 119]) {
      await settleAt(start, seconds)
      counts.push(device.arrived.length)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect(await countWaiting()).toBe(0)
    expect(await readRow(device)).toBeDefined()
    expect(hotel.server.logLines.join('\n')).toContain('push given up')
    await resolveHelp('failing')
    await client.call('/api/auth', { method: 'DELETE' })
  })

  it('longer than the alert is of use: it is given up at once', async () => {
    const { client, device } = await hotel.openDevice('agent')
    device.answerNext({ status: 429, headers: { 'retry-after': '3600' } })
    await requestHelpAt('too-late')
    expect(await countWaiting()).toBe(0)
    await resolveHelp('too-late')
    await client.call('/api/auth', { method: 'DELETE' })
  })

  it.each([400, 403, 413, 301])('%s: is not asked again, and the device stays', async (status) => {
    const { client, device } = await hotel.openDevice('agent')
    device.answerNext({ status, headers: { location: device.subscription.endpoint } })
    await requestHelpAt(`refused-${status}`)
    expect(device.arrived).toHaveLength(1)
    expect(await countWaiting()).toBe(0)
    expect(await readRow(device)).toBeDefined()
    await resolveHelp(`refused-${status}`)
    await client.call('/api/auth', { method: 'DELETE' })
  })
})

describe('where a push goes', () => {
  const openNamed = async () => {
    const { device, client } = await hotel.openDevice('agent')
    const path = new URL(device.subscription.endpoint).pathname
    const endpoint = `https://push.example:${hotel.service.port}${path}`
    await client.call('/api/push/subscription', {
      method: 'DELETE',
      json: { endpoint: device.subscription.endpoint },
    })
    const json = { ...device.subscription, endpoint }
    expect((await client.call('/api/push/subscription', { method: 'PUT', json })).status).toBe(200)
    return { device, client, endpoint }
  }

  it('is the address that the name has, under the name', async () => {
    const { device, client } = await openNamed()
    await hotel.requestHelp('by-name')
    await waitFor('the push', () => device.arrived.length === 1)
    expect(device.arrived[0]?.claims.aud).toBe(`https://push.example:${hotel.service.port}`)
    expect(device.arrived[0]?.headers.host).toBe(`push.example:${hotel.service.port}`)
    await resolveHelp('by-name')
    await client.call('/api/auth', { method: 'DELETE' })
  })

  it('is nowhere, once the name points into the house', async () => {
    const { device, client } = await openNamed()
    addresses = ['127.0.0.1', '10.0.0.7']
    await requestHelpAt('rebound')
    expect(device.arrived).toEqual([])
    expect(await countWaiting()).toBe(0)
    expect(hotel.server.logLines.join('\n')).toContain('the host of the push service is private')
    await resolveHelp('rebound')
    await client.call('/api/auth', { method: 'DELETE' })
  })

  it('is not a service whose certificate is not trusted', async () => {
    const stranger = await startPushHotel()
    const { client } = await hotel.openDevice('agent')
    const { subscription, arrived } = stranger.service.addDevice()
    await client.call('/api/push/subscription', { method: 'PUT', json: subscription })
    await requestHelpAt('untrusted')
    await resolveHelp('untrusted')
    await client.call('/api/auth', { method: 'DELETE' })
    expect(arrived).toEqual([])
    await stranger.stop()
  })

  it('is written down without the address or the keys', () => {
    const lines = hotel.server.logLines.join('\n')
    expect(lines).toContain('push put off')
    expect(lines).not.toContain('/push/')
    expect(lines).not.toMatch(/p256dh|auth"|privateKey/)
  })
})

describe('a push service that does not answer', () => {
  it('gets one push at a time of each device and few in all, and holds up nobody', async () => {
    const guest = await openGuest(hotel.server.url)
    const sayHello = async () => {
      const before = (await guest.read()).length
      await guest.say('Hello')
      await waitFor('the bot’s answer', async () => (await guest.read()).length > before + 1)
    }
    // The first that a bot hears it has to learn to understand, for longer than a push is waited for on a slow machine.
    await sayHello()
    let letGo: () => void = () => undefined
    const hold = new Promise<void>((resolve) => (letGo = resolve))
    const opened = [await hotel.openDevice('agent')]
    const { client } = opened[0] ?? (await hotel.openDevice('agent'))
    while (opened.length < 10)
      opened.push(await hotel.openDevice(opened.length % 2 === 0 ? 'agent' : 'maria'))
    for (const { device } of opened) device.answerNext({ status: 201, hold })
    await hotel.requestHelp('one-of-two')
    await hotel.requestHelp('two-of-two')
    const countOpen = () => opened.reduce((sum, { device }) => sum + device.open.now, 0)
    await waitFor('the first pushes', () => countOpen() === 8)
    await sayHello()
    expect((await client.call('/api/takeover/pause/one-of-two')).status).toBe(200)
    expect(countOpen()).toBe(8)
    letGo()
    await waitFor('all to be told', () =>
      opened.every(({ device }) => device.arrived.some(({ payload }) => payload.tag === 'chat:two-of-two')),
    )
    await hotel.settle()
    expect(Math.max(...opened.map(({ device }) => device.open.most))).toBe(1)
    for (const id of ['one-of-two', 'two-of-two']) await resolveHelp(id)
    for (const one of opened) await one.client.call('/api/auth', { method: 'DELETE' })
  })

  it.each([
    ['is ahead', 0],
    ['began long ago', -60],
  ])('is sent each push once, also where the time of a run %s', async (_name, offSeconds) => {
    const { client, device } = await hotel.openDevice('agent')
    let letGo: () => void = () => undefined
    device.answerNext({ status: 201, hold: new Promise((resolve) => (letGo = resolve)) })
    const setClock = (seconds: number) => {
      hotel.clock.now = new Date(Date.now() + (offSeconds + seconds) * SECOND_MS)
    }
    setClock(0)
    expect((await client.call('/api/push/test', { method: 'POST' })).status).toBe(202)
    await waitFor('the push', () => device.open.now === 1)
    setClock(30)
    for (let count = 0; count < 3; count += 1) await hotel.server.context.push?.runner.wake()
    letGo()
    await hotel.settle()
    expect(device.kinds()).toEqual(['test'])
    expect(await countWaiting()).toBe(0)
    await client.call('/api/auth', { method: 'DELETE' })
  })
})
