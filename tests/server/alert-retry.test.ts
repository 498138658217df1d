import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAlertHotel, TWILIO_TOKEN, type AlertHotel } from '#tests/support/alert-hotel.ts'
import { DEAD_PORT } from '#tests/support/free-port.ts'
import { startMailEndpoint } from '#tests/support/mail-endpoint.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What mail servers and Twilio answer, and what the environment makes of it. */
let hotel: AlertHotel
beforeAll(async () => {
  hotel = await startAlertHotel()
})
beforeEach(() => {
  hotel.clock.now = null
})
afterEach(() => hotel.removeAlerts())
afterAll(() => hotel.stop())

const SECOND_MS = 1_000
const SMS = { type: 'SMS', sendTo: '7025550199' }
const countMails = () => hotel.mail.arrived.length

/** Stops the clock now, asks for help, and tries what that causes. Gives when. */
async function requestHelpAt(chatId: string): Promise<Date> {
  await hotel.requestHelp(chatId)
  const [delivery] = await hotel.readOf(chatId)
  const start = new Date(new Date(delivery?.at ?? 0).getTime() + SECOND_MS)
  hotel.clock.now = start
  await hotel.settle()
  return start
}
async function settleAt(start: Date, seconds: number): Promise<void> {
  hotel.clock.now = new Date(start.getTime() + seconds * SECOND_MS)
  await hotel.settle()
}

describe('a mail server', () => {
  it.each([
    [421, 'connection'],
    [451, 'mail'],
    [450, 'recipient'],
  ] as const)(
    'that answers %i to a %s is asked again later, and not before; the mail is the same',
    async (code, at) => {
      await hotel.addAlert()
      const before = countMails()
      hotel.clock.now = new Date(0)
      hotel.mail.refuseNext({ at, code, words: 'busy' })
      const chatId = `later-${code}`
      const start = await requestHelpAt(chatId)
      expect(countMails()).toBe(before)
      const [waiting] = await hotel.readOf(chatId)
      expect(waiting).toMatchObject({ status: 'waiting', attempts: 1 })
      expect(waiting?.error).toContain(String(code))
      expect(waiting?.nextAt).toBe(new Date(start.getTime() + 10 * SECOND_MS).toISOString())
      await settleAt(start, 9.9)
      expect(await hotel.readOf(chatId)).toMatchObject([{ attempts: 1 }])
      await settleAt(start, 10)
      expect(countMails()).toBe(before + 1)
      expect(await hotel.readOf(chatId)).toMatchObject([
        { status: 'sent', attempts: 2, error: null, nextAt: null },
      ])
    },
  )

  it.each(['connection', 'mail', 'recipient'] as const)(
    'that answers 550 to a %s is not asked again',
    async (at) => {
      await hotel.addAlert()
      const before = countMails()
      hotel.mail.refuseNext({ at, code: 550, words: 'no such user' })
      const chatId = `never-${at}`
      hotel.clock.now = new Date(0)
      await requestHelpAt(chatId)
      expect(countMails()).toBe(before)
      expect(await hotel.readOf(chatId)).toMatchObject([
        { status: 'failed', attempts: 1, nextAt: null, error: 'the mail server answered 550 no such user' },
      ])
    },
  )

  it('that takes some recipients is asked for the others only', async () => {
    const [never, later, taken] = ['gone@hotel.example', 'full@hotel.example', 'desk@hotel.example']
    await hotel.addAlert({ sendTo: [never, later, taken].join(', ') })
    const before = countMails()
    hotel.mail.refuseRecipient(String(never), 550)
    hotel.mail.refuseRecipient(String(later), 452)
    hotel.clock.now = new Date(0)
    const start = await requestHelpAt('in-parts')
    expect(hotel.mail.arrived.slice(before).map(({ to }) => to)).toEqual([[taken]])
    expect(await hotel.readOf('in-parts')).toMatchObject([{ status: 'waiting', attempts: 1 }])
    hotel.mail.refuseRecipient(String(later), null)
    await settleAt(start, 10)
    const mails = hotel.mail.arrived.slice(before)
    expect(mails.map(({ to }) => to)).toEqual([[taken], [later]])
    expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
    const [delivery] = await hotel.readOf('in-parts')
    expect(delivery).toMatchObject({ status: 'failed', attempts: 2 })
    expect(delivery?.error).toMatch(/^gone@hotel\.example: .*550.*; the others have it$/)
    hotel.mail.refuseRecipient(String(never), null)
  })

  it('that stays away is asked ever more rarely, for an hour', async () => {
    const alone = await startAlertHotel({
      settings: { smtpUrl: `smtp://127.0.0.1:${DEAD_PORT}` },
      mail: hotel.mail,
      sms: hotel.sms,
      clock: { now: new Date(0) },
    })
    await alone.addAlert()
    await alone.requestHelp('away')
    const [first] = await alone.readOf('away')
    const waits: number[] = []
    // Its first attempt is due a moment after what caused it: some ms, where the machine is busy.
    alone.clock.now = new Date(first?.nextAt ?? 0)
    for (;;) {
      await alone.settle()
      const [delivery] = await alone.readOf('away')
      if (delivery?.status !== 'waiting') break
      const next = new Date(delivery.nextAt ?? 0)
      waits.push((next.getTime() - alone.clock.now.getTime()) / SECOND_MS)
      alone.clock.now = next
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600, 600])
    const [delivery] = await alone.readOf('away')
    expect(delivery).toMatchObject({ status: 'failed', attempts: 11 })
    expect(delivery?.error).toBe('the mail server can not be reached (ECONNREFUSED), 11 times')
    await alone.stop()
  })

  it('that refuses the sign-in is not asked again; the password is nowhere', async () => {
    const mail = await startMailEndpoint({ account: { user: 'bellhop', password: 'right' } })
    const wrong = mail.url.replace('right', 'wrong-secret')
    const stranger = await startAlertHotel({ mail, sms: hotel.sms, settings: { smtpUrl: wrong } })
    await stranger.addAlert()
    await stranger.requestHelp('stranger')
    await stranger.settle()
    const [delivery] = await stranger.readOf('stranger')
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1 })
    expect(delivery?.error).toContain('refused the sign-in of SMTP_URL')
    expect(JSON.stringify(delivery) + stranger.server.logLines.join('\n')).not.toContain('wrong-secret')
    await stranger.stop()

    const known = await startAlertHotel({ mail, sms: hotel.sms })
    await known.addAlert()
    await known.requestHelp('known')
    await known.settle()
    expect(await known.readOf('known')).toMatchObject([{ status: 'sent' }])
    expect(mail.arrived).toHaveLength(1)
    await known.stop()
    await mail.stop()
  })
})

describe('Twilio', () => {
  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '40' } }, 40],
    ['429 with less than the first wait', { status: 429, headers: { 'retry-after': '1' } }, 10],
    ['429 as an error of its own', { status: 400, json: { code: 20429, message: 'Too Many Requests' } }, 10],
    ['500', { status: 500 }, 10],
    ['503 of a proxy', { status: 503, json: '<html>' }, 10],
  ])('%s: is asked again then, and not before', async (name, answer, seconds) => {
    await hotel.addAlert(SMS)
    const before = hotel.sms.arrived.length
    hotel.sms.answerNext(answer)
    hotel.clock.now = new Date(0)
    const start = await requestHelpAt(name)
    expect(hotel.sms.arrived).toHaveLength(before + 1)
    expect(await hotel.readOf(name)).toMatchObject([{ status: 'waiting', attempts: 1 }])
    await settleAt(start, seconds - 0.1)
    expect(hotel.sms.arrived).toHaveLength(before + 1)
    await settleAt(start, seconds)
    expect(hotel.sms.arrived).toHaveLength(before + 2)
    expect(hotel.sms.arrived[before + 1]?.fields).toEqual(hotel.sms.arrived[before]?.fields)
    expect(await hotel.readOf(name)).toMatchObject([{ status: 'sent', attempts: 2, error: null }])
  })

  it.each([
    [400, 21211, 'it is no telephone number that Twilio knows'],
    [400, 21610, 'its owner has asked for no more SMS from this sender'],
    [401, 20003, 'Twilio refused the sign-in of TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN'],
    [400, 99999, 'Twilio answered 400 99999 something new'],
    [301, undefined, 'Twilio answered 301 something new'],
  ])('%i with %s is not asked again, and says why', async (status, code, error) => {
    await hotel.addAlert(SMS)
    const before = hotel.sms.arrived.length
    const headers = { location: `${hotel.sms.url}/elsewhere` }
    hotel.sms.answerNext({ status, json: { code, message: 'something new' }, headers })
    const chatId = `refused-${status}-${code}`
    await hotel.requestHelp(chatId)
    await hotel.settle()
    expect(hotel.sms.arrived).toHaveLength(before + 1)
    expect(await hotel.readOf(chatId)).toMatchObject([{ status: 'failed', attempts: 1, error }])
  })
})

describe('a delivery', () => {
  it.each([
    ['email', 'desk@hotel.example', 'SMTP_URL'],
    ['SMS', '7025550199', 'TWILIO_ACCOUNT_SID'],
  ])('of %s without a sender is not sent, and says so', async (type, sendTo, setting) => {
    const bare = await startAlertHotel({
      settings: { smtpUrl: null, twilioAccountSid: null, twilioAuthToken: null, twilioFrom: null },
      mail: hotel.mail,
      sms: hotel.sms,
    })
    await bare.addAlert({ type, sendTo })
    await bare.requestHelp('silent')
    await bare.settle()
    const [delivery] = await bare.readOf('silent')
    expect(delivery).toMatchObject({ status: 'failed', attempts: 0, nextAt: null })
    expect(delivery?.error).toMatch(new RegExp(`^not sent: no sender .*${setting}`))
    await bare.stop()
  })

  it('without an answer in time is tried again', async () => {
    const impatient = await startAlertHotel({ mail: hotel.mail, sms: hotel.sms, sendTimeoutMs: 400 })
    await impatient.addAlert()
    await impatient.addAlert(SMS)
    const never = new Promise<void>(() => undefined)
    hotel.mail.holdNext(never)
    hotel.sms.answerNext({ status: 201, hold: never })
    impatient.clock.now = new Date(Date.now() + SECOND_MS)
    await impatient.requestHelp('unanswered')
    await impatient.settle()
    const log = await impatient.readOf('unanswered')
    expect(log.map(({ status, attempts, error }) => [status, attempts, error]).sort()).toEqual([
      ['waiting', 1, 'Twilio did not answer in time'],
      ['waiting', 1, 'the mail server did not answer in time'],
    ])
    await impatient.stop()
  })

  it('that nobody could send in its time is not sent any more', async () => {
    await hotel.addAlert()
    const before = countMails()
    hotel.clock.now = new Date(0)
    await hotel.requestHelp('too-late')
    hotel.clock.now = new Date(Date.now() + 3_700 * SECOND_MS)
    await hotel.settle()
    expect(countMails()).toBe(before)
    expect(await hotel.readOf('too-late')).toMatchObject([
      { status: 'failed', attempts: 0, error: 'not sent: it could not be sent in time' },
    ])
  })

  it('to an address of former times that is none is not sent', async () => {
    const id = await hotel.addAlert()
    const config = { isEnabled: true, name: '', type: 'email', sendTo: 'the desk' }
    await hotel.server.context.store.db
      .updateTable('botConfigs')
      .set({ config: JSON.stringify({ ...config, notificationType: 'user_needs_help' }) })
      .where('id', '=', id)
      .execute()
    await hotel.requestHelp('unaddressed')
    await hotel.settle()
    const [delivery] = await hotel.readOf('unaddressed')
    expect(delivery?.status).toBe('failed')
    expect(delivery?.error).toContain("'the desk' is no email address")
  })

  it('that hangs holds up neither guests nor the other alerts', async () => {
    let letGo: () => void = () => undefined
    hotel.mail.holdNext(new Promise((resolve) => (letGo = resolve)))
    await hotel.addAlert()
    const before = countMails()
    await hotel.requestHelp('hanging')
    await waitFor('the mail', () => countMails() === before + 1)
    await hotel.requestHelp('passing')
    await waitFor('the other one', async () => (await hotel.readOf('passing'))[0]?.status === 'sent')
    expect(await hotel.readOf('hanging')).toMatchObject([{ status: 'waiting' }])
    letGo()
    await hotel.settle()
    expect(await hotel.readOf('hanging')).toMatchObject([{ status: 'sent' }])
    expect(countMails()).toBe(before + 2)
  })
})

it('is written down by the process without addresses, guests and secrets', () => {
  const lines = hotel.server.logLines.join('\n')
  for (const event of ['alert put off', 'alert given up', 'alert not sent']) expect(lines).toContain(event)
  expect(lines).not.toMatch(/hotel\.example|Guest of|7025550199/)
  expect(lines).not.toContain(TWILIO_TOKEN)
})
