import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lockChat } from '#server/store/chats/lock-chat.ts'
import { describeNeedsHelp } from '#server/store/chats/write-chats.ts'
import { startAlertHotel, TWILIO_SID, TWILIO_TOKEN, type AlertHotel } from '#tests/support/alert-hotel.ts'
import { openGuest } from '#tests/support/guest.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What causes an alert by email and SMS, and what it says (specification section 9). */
let hotel: AlertHotel
beforeAll(async () => {
  hotel = await startAlertHotel()
})
afterEach(() => hotel.removeAlerts())
afterAll(() => hotel.stop())

const SMS = { type: 'SMS', sendTo: '7025550199' }
const FIRST = { notificationType: 'new_user_started_conversation' }
const lastMail = () => hotel.mail.arrived.at(-1)
const lastSms = () => hotel.sms.arrived.at(-1)
/** As a person at the desk reads the clock, to the minute; one minute may end in between. */
function readClocks(from: Date): string[] {
  const style = { timeZone: 'America/Los_Angeles', timeStyle: 'short' } as const
  const format = new Intl.DateTimeFormat('en-GB', style)
  return [format.format(from), format.format(new Date())]
}

describe('an email', () => {
  it('says who needs what, when by the hotel’s clock and where, and is its own only', async () => {
    const alertId = await hotel.addAlert()
    const before = new Date()
    await hotel.requestHelp('mailed', 'Zoë Müller')
    await waitFor('the mail', () => hotel.mail.arrived.length === 1)
    await hotel.settle()
    const { from, to, subject, text, headers } = lastMail() ?? {}
    expect({ from, to, subject }).toEqual({
      from: 'alerts@hotel.example',
      to: ['desk@hotel.example'],
      subject: 'Harbour Light: Zoë Müller asks for help',
    })
    expect(text).toContain('Zoë Müller asks for help.')
    expect(text).toContain('Where: Harbour Light')
    expect(text).toContain('(America/Los_Angeles)')
    expect(readClocks(before).some((time) => text?.includes(time))).toBe(true)
    expect(text).toContain('"Desk"')
    const [delivery] = await hotel.readOf('mailed')
    expect(delivery).toMatchObject({
      alertId,
      alertName: 'Desk',
      type: 'email',
      notificationType: 'user_needs_help',
      sendTo: 'desk@hotel.example',
      status: 'sent',
      attempts: 1,
      nextAt: null,
      error: null,
      isTest: false,
    })
    expect(headers?.get('from')).toBe('Harbour Light <alerts@hotel.example>')
    expect(headers?.get('message-id')).toBe(`<${delivery?.id}@hotel.example>`)
    expect(headers?.get('auto-submitted')).toBe('auto-generated')
    expect(new Date(headers?.get('date') ?? 0).getTime()).toBe(
      Math.floor(new Date(delivery?.at ?? 1).getTime() / 1_000) * 1_000,
    )
  })

  it('goes to every address of its alert, once', async () => {
    await hotel.addAlert({ sendTo: 'desk@hotel.example, night@hotel.example, DESK@hotel.example' })
    const before = hotel.mail.arrived.length
    await hotel.requestHelp('to-two')
    await hotel.settle()
    expect(hotel.mail.arrived).toHaveLength(before + 1)
    expect(lastMail()?.to).toEqual(['desk@hotel.example', 'night@hotel.example'])
    expect((await hotel.readOf('to-two')).map(({ status }) => status)).toEqual(['sent'])
  })

  it('takes no header from a name', async () => {
    await hotel.addAlert({ name: 'Desk\r\nBcc: a@b.example' })
    await hotel.requestHelp('headers', 'Eve\r\nBcc: eve@evil.example')
    await hotel.settle()
    expect(lastMail()?.headers.has('bcc')).toBe(false)
    expect(lastMail()?.to).toEqual(['desk@hotel.example'])
    expect(lastMail()?.subject).toBe('Harbour Light: Eve Bcc: eve@evil.example asks for help')
  })
})

describe('an SMS', () => {
  it('says the same in a line, to the number as the world writes it', async () => {
    await hotel.addAlert(SMS)
    const before = new Date()
    await hotel.requestHelp('texted', 'Ana Ruiz')
    await hotel.settle()
    const { path, authorization, fields } = lastSms() ?? {}
    expect(path).toBe(`POST /2010-04-01/Accounts/${TWILIO_SID}/Messages.json`)
    const [, secret = ''] = authorization?.split(' ') ?? []
    expect(Buffer.from(secret, 'base64').toString()).toBe(`${TWILIO_SID}:${TWILIO_TOKEN}`)
    expect(readClocks(before).map((time) => `Harbour Light: Ana Ruiz asks for help (${time}).`)).toContain(
      fields?.['Body'],
    )
    expect(fields).toEqual({
      To: '+17025550199',
      From: '+17025550100',
      Body: expect.any(String) as string,
    })
    expect(await hotel.readOf('texted')).toMatchObject([
      { type: 'SMS', sendTo: '7025550199', status: 'sent' },
    ])
  })

  it('of a long name stays one', async () => {
    await hotel.addAlert(SMS)
    await hotel.requestHelp('long-name', 'x'.repeat(500))
    await hotel.settle()
    expect((lastSms()?.fields['Body'] ?? '').length).toBeLessThanOrEqual(160)
  })
})

describe('what the hotel is called', () => {
  it.each([
    ['what the list of environments calls it', [{ label: 'Harbour Light, Málaga' }], 'Harbour Light, Málaga'],
    ['the product, where nobody says', null, 'Bellhop'],
  ])('is %s', async (_, entries, place) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bellhop-alerts-'))
    const file = path.join(folder, 'environments.json')
    const own = { key: 'own', value: 'prod', url: '.', botType: 'hotel', secure: true, dashboards: {} }
    await writeFile(file, JSON.stringify((entries ?? []).map((entry) => ({ ...own, ...entry }))))
    const other = await startAlertHotel({
      mail: hotel.mail,
      sms: hotel.sms,
      settings: { environmentsFile: entries && file, mailFrom: 'alerts@hotel.example' },
    })
    await other.addAlert(SMS)
    await other.requestHelp('named')
    await other.settle()
    expect(lastSms()?.fields['Body']).toContain(`${place}: Guest of named asks for help`)
    await other.stop()
    await rm(folder, { recursive: true })
  })
})

describe('an occasion', () => {
  it('is a help request, once for as long as it lasts', async () => {
    await hotel.addAlert()
    await hotel.requestHelp('asking')
    await hotel.change('asking', describeNeedsHelp('asking', { pauseBot: true }))
    await hotel.change('asking', { type: 'chat_changed', patch: { holder: 'bot' } })
    await hotel.settle()
    expect(await hotel.readOf('asking')).toHaveLength(1)
    await hotel.change('asking', { type: 'chat_changed', patch: { needsHelp: false } })
    await hotel.settle()
    expect(await hotel.readOf('asking')).toHaveLength(1)
    await hotel.change('asking', describeNeedsHelp('asking', { pauseBot: true }))
    await hotel.settle()
    expect(await hotel.readOf('asking')).toHaveLength(2)
  })

  it('is the first message of a guest, once per chat, and none of the house', async () => {
    await hotel.addAlert(FIRST)
    await hotel.addChat('beginning', 'Ben')
    const text = 'Welcome to the hotel'
    await hotel.change('beginning', { type: 'new_message', message: { text, sentByGuest: false } })
    await hotel.settle()
    expect(await hotel.readOf('beginning')).toEqual([])
    for (const words of ['my secret is 4711', 'and again']) await hotel.write('beginning', words)
    await hotel.settle()
    expect(await hotel.readOf('beginning')).toMatchObject([{ status: 'sent', ...FIRST }])
    expect(lastMail()?.subject).toBe('Harbour Light: Ben has started a conversation')
    expect(lastMail()?.raw).not.toContain('my secret')
  })

  it('comes from the guest’s page and the bot as well', async () => {
    await hotel.addAlert({ ...FIRST, sendTo: 'sales@hotel.example' })
    await hotel.addAlert()
    const guest = await openGuest(hotel.server.url, 'Carla')
    await guest.say('I want to talk to a person')
    await waitFor('both mails', async () => (await hotel.readOf(guest.chatId)).length === 2)
    await hotel.settle()
    expect((await hotel.readOf(guest.chatId)).map(({ notificationType }) => notificationType)).toEqual([
      'new_user_started_conversation',
      'user_needs_help',
    ])
  })

  it('concerns every enabled alert of its kind, and no other', async () => {
    await hotel.addAlert({ name: 'one' })
    await hotel.addAlert({ name: 'two', ...SMS })
    await hotel.addAlert({ name: 'off', isEnabled: false })
    await hotel.addAlert({ name: 'other', ...FIRST })
    await hotel.requestHelp('many')
    await hotel.settle()
    expect((await hotel.readOf('many')).map(({ alertName }) => alertName).sort()).toEqual(['one', 'two'])
  })

  it('is as its alert was then, whatever becomes of that', async () => {
    let letGo: () => void = () => undefined
    hotel.mail.holdNext(new Promise((resolve) => (letGo = resolve)))
    await hotel.addAlert({ name: 'removed' })
    const before = hotel.mail.arrived.length
    await hotel.requestHelp('outlived')
    await waitFor('the mail', () => hotel.mail.arrived.length > before)
    await hotel.removeAlerts()
    letGo()
    await hotel.settle()
    expect(await hotel.readOf('outlived')).toMatchObject([{ alertName: 'removed', status: 'sent' }])
  })

  it('that is undone leaves no alert', async () => {
    await hotel.addAlert()
    await hotel.addChat('undone')
    const { store, commitChanges } = hotel.server.context
    const work = store.transact(async (tx) => {
      await lockChat(tx, 'undone')
      await commitChanges(tx, [describeNeedsHelp('undone', { pauseBot: true })])
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    await hotel.settle()
    expect(await hotel.readOf('undone')).toEqual([])
  })
})
