import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { ALERT_TESTS_PER_MINUTE, deliverySchema } from '#src/contract/deliveries.ts'
import { runMaintenance } from '#server/maintenance.ts'
import { startAlertHotel, type AlertHotel } from '#tests/support/alert-hotel.ts'
import { makeKey, type Client } from '#tests/support/api-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** The log of alerts and their test (CONTRACT section 2, admin), and whom an alert may be sent to (section 6). */
let hotel: AlertHotel
beforeAll(async () => {
  hotel = await startAlertHotel()
})
afterEach(async () => {
  await hotel.settle()
  await hotel.removeAlerts()
  await sql`delete from rate_limits`.execute(hotel.server.context.store.db)
})
afterAll(() => hotel.stop())

const test = (client: Client, id: string, key?: string) =>
  client.call(`/api/admin/alerts/${id}/test`, { method: 'POST', ...(key === undefined ? {} : { key }) })
const countLog = async () => (await hotel.readLog('?limit=200')).deliveries.length

describe('the test of an alert', () => {
  it.each([
    ['email', 'desk@hotel.example'],
    ['SMS', '702-555-0199'],
  ])('by %s: is sent as any other, also where the alert is disabled', async (type, sendTo) => {
    const alertId = await hotel.addAlert({ isEnabled: false, name: 'Night', type, sendTo })
    const answer = await test(hotel.admin, alertId)
    expect(answer.status).toBe(202)
    const delivery = v.parse(deliverySchema, answer.body)
    expect(delivery).toMatchObject({ alertId, alertName: 'Night', type, sendTo, isTest: true, chatId: null })
    expect(delivery).not.toHaveProperty('unreadable')
    await hotel.settle()
    const [logged] = (await hotel.readLog('?limit=1')).deliveries
    expect(logged).toMatchObject({ id: delivery.id, at: delivery.at, status: 'sent', attempts: 1 })
    if (type === 'email') {
      expect(hotel.mail.arrived.at(-1)?.subject).toBe('Harbour Light: test of the alert "Night"')
      expect(hotel.mail.arrived.at(-1)?.text).toContain('It is sent when a guest asks for help.')
    } else {
      expect(hotel.sms.arrived.at(-1)?.fields['To']).toBe('+17025550199')
      expect(hotel.sms.arrived.at(-1)?.fields['Body']).toMatch(/^Harbour Light: a test at \d\d:\d\d\./)
    }
  })

  it('of an alert that is not there is 404', async () => {
    const before = await countLog()
    expect((await test(hotel.admin, 'none')).status).toBe(404)
    expect(await countLog()).toBe(before)
  })

  it('is sent once for a key', async () => {
    const id = await hotel.addAlert()
    const [key, before] = [makeKey(), await countLog()]
    const answers = await Promise.all([test(hotel.admin, id, key), test(hotel.admin, id, key)])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(await countLog()).toBe(before + 1)
    const other = await hotel.addAlert()
    expect(await test(hotel.admin, other, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
  })

  it('is refused above so many a minute, in words and with the time to wait', async () => {
    const id = await hotel.addAlert()
    const before = await countLog()
    for (let count = 0; count < ALERT_TESTS_PER_MINUTE; count += 1) {
      expect((await test(hotel.admin, id)).status).toBe(202)
    }
    const { status, headers, body } = await test(hotel.admin, id)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ code: 'too_many_requests', message: expect.any(String) as string })
    expect(await countLog()).toBe(before + ALERT_TESTS_PER_MINUTE)
  })
})

describe('with PUBLIC_URL', () => {
  it('a test links the console, and the log says that alerts have links', async () => {
    const publicUrl = 'https://console.hotel.example'
    const linked = await startAlertHotel({ settings: { publicUrl }, mail: hotel.mail, sms: hotel.sms })
    for (const type of [{}, { type: 'SMS', sendTo: '7025550199' }]) {
      const id = await linked.addAlert(type)
      expect((await test(linked.admin, id)).status).toBe(202)
    }
    await linked.settle()
    expect(await linked.readLog()).toMatchObject({ links: true })
    expect(hotel.mail.arrived.at(-1)?.text.trimEnd()).toMatch(
      /\nOpen the console: https:\/\/console\.hotel\.example$/,
    )
    expect(hotel.sms.arrived.at(-1)?.fields['Body']).toMatch(/ https:\/\/console\.hotel\.example$/)
    await linked.stop()
  })
})

describe('without a sender', () => {
  it('a test is refused with what is missing, and the log says for which types', async () => {
    const bare = await startAlertHotel({ settings: { smtpUrl: null }, mail: hotel.mail, sms: hotel.sms })
    const id = await bare.addAlert()
    const { status, body } = await test(bare.admin, id)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'conflict',
      message: 'Not sent: no sender for email is configured (SMTP_URL and MAIL_FROM).',
    })
    const sms = await bare.addAlert({ type: 'SMS', sendTo: '7025550199' })
    expect((await test(bare.admin, sms)).status).toBe(202)
    expect(await bare.readLog()).toMatchObject({
      senders: { email: false, SMS: true },
      links: false,
      deliveries: [{ type: 'SMS' }],
    })
    await bare.settle()
    await bare.stop()
  })
})

describe('the log', () => {
  it('is given in pages, newest first, without gap or repeat', async () => {
    const id = await hotel.addAlert()
    for (let count = 0; count < 7; count += 1) await test(hotel.admin, id)
    await hotel.settle()
    const all = (await hotel.readLog('?limit=200')).deliveries
    const times = all.map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    const seen: string[] = []
    for (let before = ''; ;) {
      const page = await hotel.readLog(`?limit=3${before}`)
      expect(page.senders).toEqual({ email: true, SMS: true })
      seen.push(...page.deliveries.map((delivery) => delivery.id))
      if (!page.more) break
      expect(page.deliveries).toHaveLength(3)
      before = `&before=${page.deliveries.at(-1)?.id ?? ''}`
    }
    expect(seen).toEqual(all.map((delivery) => delivery.id))
  })

  it.each([
    ['?limit=0', 400],
    ['?limit=201', 400],
    ['?limit=many', 400],
    ['?before=none', 404],
  ])('%s is refused', async (query, status) => {
    expect((await hotel.admin.call(`/api/admin/deliveries${query}`)).status).toBe(status)
  })

  it('is kept for 30 days', async () => {
    const id = await hotel.addAlert()
    for (let count = 0; count < 2; count += 1) await test(hotel.admin, id)
    await hotel.settle()
    const [kept, old] = (await hotel.readLog('?limit=2')).deliveries
    const { store } = hotel.server.context
    const setAge = (deliveryId: string | undefined, days: number) =>
      sql`update alert_deliveries set created_at = now() - make_interval(days => ${days}::int)
        where id = ${deliveryId}`.execute(store.db)
    await setAge(kept?.id, 29)
    await setAge(old?.id, 31)
    await runMaintenance(store)
    const ids = (await hotel.readLog('?limit=200')).deliveries.map((delivery) => delivery.id)
    expect(ids).toContain(kept?.id)
    expect(ids).not.toContain(old?.id)
  })

  it('outlives its chat', async () => {
    await hotel.addAlert()
    await hotel.requestHelp('removed')
    await hotel.settle()
    const [delivery] = await hotel.readOf('removed')
    await hotel.server.context.store.db.deleteFrom('chats').where('id', '=', 'removed').execute()
    const { deliveries } = await hotel.readLog('?limit=200')
    expect(deliveries.find(({ id }) => id === delivery?.id)).toMatchObject({ status: 'sent', chatId: null })
  })

  it('CAPABILITIES=none: there is none and no test, but alerts are sent', async () => {
    const plain = await startAlertHotel({
      settings: { capabilities: 'none' },
      mail: hotel.mail,
      sms: hotel.sms,
    })
    const id = await plain.addAlert()
    expect((await plain.admin.call('/api/admin/deliveries')).status).toBe(404)
    expect((await test(plain.admin, id)).status).toBe(404)
    const before = hotel.mail.arrived.length
    await plain.requestHelp('plain')
    await waitFor('the mail', () => hotel.mail.arrived.length === before + 1)
    await plain.stop()
  })
})

describe('whom an alert is sent to', () => {
  const save = (type: string, sendTo: string) =>
    hotel.admin.call('/api/bot-config', {
      method: 'POST',
      json: { type: 'alerts', config: { type, notificationType: 'user_needs_help', sendTo } },
    })

  it.each([
    ['email', 'desk@hotel.example'],
    ['email', "d'arcy+night@hotel.example , b@c.example"],
    ['SMS', '7025550199'],
    ['SMS', '(702) 555-0199'],
    ['SMS', '+34 600 111 222'],
  ])('%s: %s is taken as it is typed', async (type, sendTo) => {
    expect(await save(type, sendTo)).toMatchObject({ status: 201, body: { config: { type, sendTo } } })
  })

  it.each([
    ['email', '7025550199', "'7025550199' is no email address such as desk@hotel.example."],
    ['email', 'desk@hotel', "'desk@hotel' is no email address"],
    ['email', 'a@b.example; c@d.example', 'Several are separated by commas.'],
    ['email', 'a@b.example\r\nBcc: c@d.example', 'is no email address'],
    ['email', ', ,', 'It does not say to whom the alert is sent.'],
    ['email', Array.from({ length: 21 }, (_, n) => `a${n}@b.example`).join(), 'to 20 addresses at most'],
    ['SMS', 'desk@hotel.example', "'desk@hotel.example' is no telephone number such as 7025550199"],
    ['SMS', '555-0199', 'is no telephone number'],
    ['SMS', '7025550199, 7025550198', 'is no telephone number'],
    ['SMS', 'call 7025550199', 'is no telephone number'],
  ])('%s: %s is refused in words', async (type, sendTo, words) => {
    const { status, body } = await save(type, sendTo)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(words)
  })
})
