import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { alertsSchema } from '#src/contract/bot-configs.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { ALERTS_PER_HOUR } from '#src/contract/deliveries.ts'
import { startSmsEndpoint, type SmsEndpoint } from '#tests/support/sms-endpoint.ts'
import { startMailEndpoint, type MailEndpoint } from '#tests/support/mail-endpoint.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NAME = 'Night manager'
const SEND_TO = 'night@hotel.example'

let mail: MailEndpoint
let sms: SmsEndpoint
beforeAll(async () => {
  mail = await startMailEndpoint()
  sms = await startSmsEndpoint()
})
afterAll(async () => {
  await mail.stop()
  await sms.stop()
})

const readSettings = () => ({ SMTP_URL: mail.url, MAIL_FROM: 'Harbour Light <alerts@hotel.example>' })

describe('alerts by email and SMS', () => {
  journeyAlone(
    'are added, tested, changed, deleted and taken back, with a log of what was sent; read without a line, on a phone too',
    async (hotel) => {
      const house = await openHouse(hotel)
      const desk = await hotel.openDesk()
      const admin = await desk.openTab()
      await admin.signInAt('/config/alerts-table', 'admin')
      await admin.page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
      await add(admin)
      await sendTest(admin)
      await enable(hotel, admin)
      await edit(hotel, admin, house)
      await deleteSome(admin, house)
      await lookAt(admin, 'alerts')
      await readOffline(hotel, admin)
      await lookOnPhone(admin, 'alerts')
    },
    { readSettings },
  )

  journeyAlone(
    'beyond a recipient’s limit come together, and the screen says so',
    async (hotel) => {
      const house = await openHouse(hotel)
      await house.add(NAME, { isEnabled: true, type: 'SMS', sendTo: '7025550199' })
      const guests = ALERTS_PER_HOUR.SMS + 3
      for (let count = 0; count < guests; count += 1) await hotel.openGuestInNeed(`Ana of room ${count}`)
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signInAt('/config/alerts-table', 'admin')
      const log = admin.page.getByRole('list', { name: 'Delivery log' }).getByRole('listitem')
      const digest = log.filter({ hasText: 'A guest needs help, and 2 more guests' })
      await digest.getByText('10 SMS in an hour: the rest came together', { exact: true }).waitFor()
      await digest.getByText(/^Goes out in \d+ min$/).waitFor()
      await admin.page
        .getByRole('status')
        .filter({
          hasText: `${NAME} sends 10 SMS in an hour to +17025550199 at most. 3 guests beyond it are reported together.`,
        })
        .waitFor()
      expect(sms.arrived).toHaveLength(ALERTS_PER_HOUR.SMS)
      expect(sms.arrived.at(-1)?.fields['Body']).toContain('More come every 10 min.')
      await lookAt(admin, 'alerts-limit')
      await digest.getByRole('link', { name: `Open chats: ${NAME}` }).click()
      await admin.page.waitForURL('**/messenger**chatFilter=needs-help**')
      await admin.open('/config/alerts-table')
      await digest.waitFor()
      await lookOnPhone(admin, 'alerts-limit')
    },
    {
      readSettings: () => ({
        TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000001',
        TWILIO_AUTH_TOKEN: 'a secret of the hotel',
        TWILIO_FROM: '+17025550100',
        TWILIO_API_URL: sms.url,
      }),
    },
  )

  journeyAlone(
    'are added and changed where the environment keeps no log of them',
    async (hotel) => {
      const house = await openHouse(hotel)
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signInAt('/config/alerts-table', 'admin')
      await add(admin)
      expect(await admin.page.getByText('Delivery log').count()).toBe(0)
      await enable(hotel, admin)
      await edit(hotel, admin, house)
    },
    { kinds: ['plain'], readSettings },
  )
})

async function add(admin: ConsolePage): Promise<void> {
  const form = admin.page.getByRole('form', { name: 'Add alert' })
  const button = form.getByRole('button', { name: 'Add alert' })
  const sendTo = form.getByRole('textbox', { name: 'Send to' })
  await form.getByRole('textbox', { name: 'Name' }).fill(NAME)
  expect(await button.isDisabled()).toBe(true)
  await sendTo.fill('the night manager')
  await form.getByText('is no email address', { exact: false }).waitFor()
  expect(await button.isDisabled()).toBe(true)
  await form.getByRole('combobox', { name: 'Type', exact: true }).selectOption('SMS')
  await form.getByText('is no telephone number', { exact: false }).waitFor()
  await form.getByRole('combobox', { name: 'Type', exact: true }).selectOption('email')
  await sendTo.fill(SEND_TO)
  await button.click()
  await admin.page.getByRole('row', { name: NAME }).waitFor()
  await form.getByText(/^Added '/).waitFor()
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
}

/** The log follows by itself what becomes of it. */
async function sendTest(admin: ConsolePage): Promise<void> {
  await admin.page.getByText('SMS can’t be sent', { exact: false }).waitFor()
  expect(await admin.page.getByText('Email can’t be sent', { exact: false }).count()).toBe(0)
  await admin.page.getByText('The setting PUBLIC_URL gives it', { exact: false }).waitFor()
  const sms = admin.page.getByRole('row', { name: 'Guest relations: low rating' })
  await sms.getByText('No sender for SMS', { exact: true }).waitFor()
  expect(await sms.getByRole('button', { name: /^Send a test/ }).isDisabled()).toBe(true)

  await admin.button(`Send a test of ${NAME}`).click()
  const log = admin.page.getByRole('list', { name: 'Delivery log' }).getByRole('listitem')
  const entry = log.filter({ hasText: NAME }).first()
  await entry.getByText('Sent', { exact: true }).waitFor()
  await entry.getByText(`by email to ${SEND_TO}`, { exact: true }).waitFor()
  expect(mail.arrived.at(-1)?.to).toEqual([SEND_TO])

  // What is refused for good is not tried again, and says why.
  mail.refuseRecipient(SEND_TO, 550)
  await admin.button(`Send a test of ${NAME}`).click()
  const failed = log.filter({ hasText: NAME }).filter({ hasText: 'Not sent' })
  await failed.getByText(/no mail for night@hotel\.example|550/).waitFor()
  mail.refuseRecipient(SEND_TO, null)
  await exportLog(admin)
}

/** All of the log, whatever is on the screen of it. */
async function exportLog(admin: ConsolePage): Promise<void> {
  const download = admin.page.waitForEvent('download')
  await admin.button('Export the whole log').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^deliveries-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(header?.replace('\uFEFF', '')).toBe(
    'When,Alert,Occasion,Type,Send to,Status,Attempts,Reason,Chat,Guests',
  )
  expect(lines.filter((line) => line.includes(`,${NAME},A test,email,${SEND_TO},`))).toHaveLength(2)
  await admin.page.getByText(`Exported ${lines.length} deliveries.`, { exact: true }).waitFor()
}

async function enable(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const before = mail.arrived.length
  const row = admin.page.getByRole('row', { name: NAME })
  await admin.page.getByRole('switch', { name: `Enabled of ${NAME}` }).click()
  await row.getByText('Saved', { exact: true }).waitFor()
  const guest = await hotel.openGuestInNeed('Ana Alerting')
  await waitFor('the mail to arrive', () =>
    mail.arrived
      .slice(before)
      .some(({ to, subject }) => to.includes(SEND_TO) && subject.includes('Ana Alerting')),
  )
  if (hotel.kind === 'plain') return
  await admin.page.reload()
  const link = admin.page.getByRole('link', { name: `Open chat: ${NAME}` }).first()
  expect(await link.getAttribute('href')).toContain(`/messenger/${guest.chatId}`)
}

async function edit(hotel: Hotel, admin: ConsolePage, house: House): Promise<void> {
  await admin.page.getByRole('link', { name: `Edit ${NAME}` }).click()
  await admin.page.getByRole('heading', { name: `Edit alert: ${NAME}` }).waitFor()
  const sendTo = admin.page.getByRole('textbox', { name: 'Send to' })
  await sendTo.fill('nobody')
  await admin.page.getByText('is no email address', { exact: false }).waitFor()
  expect(await admin.button('Save').isDisabled()).toBe(true)
  await sendTo.fill(`${SEND_TO}, second@hotel.example`)
  const body = JSON.stringify({ message: 'The mail room says no.', code: 'invalid' })
  hotel.line.answerOnce(({ method }) => method === 'PUT', 422, body, { 'content-type': 'application/json' })
  await admin.button('Save').click()
  await admin.page.getByText('The mail room says no.', { exact: true }).first().waitFor()
  expect(await sendTo.inputValue()).toBe(`${SEND_TO}, second@hotel.example`)
  await sendTo.fill(`${SEND_TO}, third@hotel.example`)
  await admin.button('Save').click()
  await admin.page.getByText('Saved', { exact: true }).waitFor()
  // The whole of it was put: nothing else has changed.
  expect(await house.find(NAME)).toMatchObject({
    isEnabled: true,
    type: 'email',
    notificationType: 'user_needs_help',
    sendTo: `${SEND_TO}, third@hotel.example`,
  })
  await admin.button('Back').click()
  await admin.page.waitForURL('**/config/alerts-table')
}

async function deleteSome(admin: ConsolePage, house: House): Promise<void> {
  const row = admin.page.getByRole('row', { name: NAME })
  await admin.button(`Delete ${NAME}`).click()
  await row.waitFor({ state: 'detached' })
  await admin.button(`Undo: delete ${NAME}`).click()
  await row.waitFor()
  await admin.button(`Delete ${NAME}`).click()
  await row.waitFor({ state: 'detached' })
  await admin.page.getByRole('link', { name: 'Conversations' }).click()
  await waitFor('it to be deleted', async () => (await house.find(NAME)) === undefined)

  const names = ['one', 'two'].map((word) => `To be deleted ${word}`)
  for (const name of names) await house.add(name)
  await admin.open('/config/alerts-table')
  for (const name of names) await admin.page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await admin.button('Delete alerts (2)').click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete 2 alerts' }).click()
  await admin.page.getByText('2 alerts deleted.').first().waitFor()
  for (const name of names) expect(await house.find(name)).toBeUndefined()
}

async function readOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const kept = 'Duty manager: guest needs help'
  await admin.page.getByRole('row', { name: kept }).waitFor()
  await hotel.goOffline()
  await admin.page.reload()
  await admin.page.getByRole('row', { name: kept }).waitFor()
  await admin.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await admin.button(`Delete ${kept}`).isDisabled()).toBe(true)
  await admin.page.getByRole('list', { name: 'Delivery log' }).getByRole('listitem').first().waitFor()
  expect(await admin.button(`Send a test of ${kept}`).isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('it to be writable again', () => admin.button(`Delete ${kept}`).isEnabled())
}

interface House {
  find(name: string): Promise<v.InferOutput<typeof alertsSchema>[number] | undefined>
  add(name: string, fields?: Partial<Record<string, unknown>>): Promise<void>
}

async function openHouse(hotel: Hotel): Promise<House> {
  const { token } = await hotel.signInStaff('admin')
  const url = `${hotel.server.url}/api/bot-config`
  const config = { type: 'email', notificationType: 'user_needs_help', sendTo: SEND_TO, isEnabled: false }
  return {
    find: async (name) =>
      (await callJson(alertsSchema, `${url}/?type=alerts`, { token })).find((row) => row.name === name),
    add: async (name, fields) =>
      void (await callJson(v.unknown(), url, {
        token,
        method: 'POST',
        json: { type: 'alerts', config: { ...config, ...fields, name } },
      })),
  }
}
