import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { reportSchema } from '#src/contract/reports.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journey } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'

const isReport = ({ path }: SeenRequest) => path.startsWith('/analytics/')
const DAYS = { from: '2026-01-01', to: '2026-01-31' }

describe('reports (specification section 2)', () => {
  journey(
    'a manager chooses days, reads, exports, opens a chat, and reads on without a line',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed('Ada of the report')
      const desk = await hotel.openDesk()
      const manager = await desk.openTab()
      await manager.signInAt('/report-page?tab=messages', 'manager')
      await seeWhatTheEnvironmentCounted(hotel, manager)
      await chooseByKeyboard(manager)
      await choosePreset(manager)
      await answerAndFollow(manager, guest.chatId)
      await readOffline(hotel, manager)
      await lookThrough(manager)
    },
  )

  journey(
    'without extensions days are UTC’s, and an answer that is half readable is shown and marked',
    async (hotel) => {
      const manager = await (await hotel.openDesk()).openTab()
      await manager.signInAt('/report-page?tab=nonsense', 'manager')
      await manager.page.getByText('Days and hours are UTC’s', { exact: false }).waitFor()
      expect(await manager.page.getByRole('tab').allTextContents()).toEqual([
        'Dashboard',
        'Messages',
        'Users',
      ])
      await seeHalfAReport(hotel, manager)
      await seeWhatIsNoRange(manager)
      await cancelAndGoOn(hotel, manager)
    },
    { kinds: ['plain'] },
  )

  journey('an agent is led to the messenger, and has no way to the reports', async (hotel) => {
    const agent = await (await hotel.openDesk()).openTab()
    await agent.signInAt('/report-page', 'agent')
    await agent.page.waitForURL(({ pathname }) => pathname === '/messenger')
    expect(await agent.page.getByRole('link', { name: 'Reporting' }).count()).toBe(0)
  })
})

/** Chart, table and file have the same figures as the environment. */
async function seeWhatTheEnvironmentCounted(hotel: Hotel, manager: ConsolePage): Promise<void> {
  const { page } = manager
  await page.getByText('Days and hours are the hotel’s', { exact: false }).waitFor()
  const { from, to } = await readRange(manager)
  const { token } = await hotel.signInStaff('manager')
  const query = `startDate=${from}T00:00:00.000Z&endDate=${to}T23:59:59.999Z`
  const { data } = await callJson(reportSchema('message'), `${hotel.server.url}/analytics/message?${query}`, {
    token,
  })
  const byDay = page.getByRole('region', { name: 'Total Messages', exact: true }).first()
  const rows = byDay.getByRole('row')
  await rows.nth(30).waitFor()
  expect(await rows.count()).toBe(31)
  const counted = data.total.map(({ messages }) => messages)
  expect(await readNumbers(rows)).toEqual(counted)
  await byDay.locator('svg').first().waitFor()
  const download = page.waitForEvent('download')
  await manager.button('Export Total Messages as CSV').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^total-messages-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d-/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1)
  expect(lines).toEqual(data.total.map(({ date, messages }) => `${date},${messages}`))
}

/** The days of the last 30 are in no address: those of the page's own button are. */
async function readRange({ page }: ConsolePage): Promise<{ from: string; to: string }> {
  await page.getByRole('button', { name: /–/ }).first().click()
  const from = await page.getByLabel('First day').inputValue()
  const to = await page.getByLabel('Last day').inputValue()
  await page.keyboard.press('Escape')
  return { from, to }
}

async function readNumbers(rows: Locator): Promise<number[]> {
  const cells = await rows.locator('td:last-child').allTextContents()
  return cells.map(Number)
}

/** Typed, and applied by Enter; the address has them, and a reload leaves them. */
async function chooseByKeyboard({ page }: ConsolePage): Promise<void> {
  await page.getByRole('button', { name: /–/ }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Days of the report' })
  await dialog.getByLabel('First day').fill(DAYS.to)
  await dialog.getByLabel('Last day').fill(DAYS.from)
  await dialog.getByLabel('Last day').press('Enter')
  await dialog.getByRole('alert').getByText('The range ends before it begins.').waitFor()
  await dialog.getByLabel('First day').fill(DAYS.from)
  await dialog.getByLabel('Last day').fill(DAYS.to)
  await dialog.getByLabel('Last day').press('Enter')
  await page.waitForURL(({ searchParams }) => searchParams.get('from') === DAYS.from)
  await page.reload()
  await page.getByRole('button', { name: 'Thu, 1 Jan 2026 – Sat, 31 Jan 2026' }).waitFor()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Messages')
  // The demonstration's guests came later.
  await page.getByText('None of the staff wrote to a guest in these days.').waitFor()
}

async function choosePreset({ page }: ConsolePage): Promise<void> {
  await page.getByRole('button', { name: /–/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Days of the report' })
  await dialog.getByRole('button', { name: 'Year to date' }).click()
  const from = await dialog.getByLabel('First day').inputValue()
  expect(from).toMatch(/-01-01$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(new URL(page.url()).searchParams.get('from')).toBe(DAYS.from)
  await page.goBack()
  await page
    .getByRole('region', { name: 'Total Messages', exact: true })
    .first()
    .getByRole('row')
    .nth(30)
    .waitFor()
}

/** What the staff wrote last leads to its chat, at that message. */
async function answerAndFollow(manager: ConsolePage, chatId: string): Promise<void> {
  const { page } = manager
  await manager.open(`/messenger/${chatId}`)
  await manager.takeOver()
  await manager.write('We have counted you.')
  await manager.waitForMessage('We have counted you.', 'Sent')
  await page.getByRole('link', { name: 'Reporting' }).first().click()
  await page.getByText('Guests Need Help').waitFor()
  const last = page.getByRole('region', { name: 'Last 10 Agent Messages' }).first()
  await last.getByRole('link', { name: 'We have counted you.' }).click()
  await page.waitForURL(
    ({ pathname, searchParams }) => pathname.endsWith(chatId) && searchParams.has('message'),
  )
  await manager.message('We have counted you.').waitFor()
}

/** What was read is there with its age; what was not says why, and comes by itself with the line. */
async function readOffline(hotel: Hotel, manager: ConsolePage): Promise<void> {
  const { page } = manager
  await manager.open('/report-page?tab=users')
  await page.getByText('Total Users').waitFor()
  await hotel.goOffline()
  await page.reload()
  await page.getByText('You are offline.', { exact: false }).first().waitFor()
  await page.getByText('What you see is as of', { exact: false }).waitFor()
  await page.getByText('Total Users').waitFor()
  await page.getByRole('tab', { name: 'Service' }).click()
  await page.getByText('These days were not read on this device yet', { exact: false }).waitFor()
  await hotel.goOnline()
  await page.getByText('Answered by the bot alone').waitFor()
}

async function lookThrough(manager: ConsolePage): Promise<void> {
  const { page } = manager
  for (const tab of ['Dashboard', 'Messages', 'Users', 'Service']) {
    await page.getByRole('tab', { name: tab }).click()
    await manager.button('Count again').waitFor()
    await lookAt(manager, `reports-${tab.toLowerCase()}`)
  }
  await page.getByRole('button', { name: /–/ }).first().click()
  await page.getByRole('dialog').waitFor()
  await lookAt(manager, 'reports-picker')
  await page.keyboard.press('Escape')
  await lookOnPhone(manager, 'reports-service')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await manager.button('Count again').waitFor()
  await lookAt(manager, 'reports-messages')
}

async function seeHalfAReport(hotel: Hotel, { page }: ConsolePage): Promise<void> {
  const half = {
    name: 'message',
    timeZone: 'Mars/Olympus_Mons',
    data: {
      byAgent: [
        { agent: '<b>Bo</b>', messages: 'two' },
        { agent: '<i>Al</i>', messages: 2 },
      ],
    },
  }
  hotel.line.answerOnce(isReport, 200, JSON.stringify(half), { 'content-type': 'application/json' })
  await page.getByRole('tab', { name: 'Messages' }).click()
  const card = page.getByRole('region', { name: 'Messages by agent', exact: true }).first()
  await card.getByText('Part of this could not be read', { exact: false }).waitFor()
  await card.getByRole('cell', { name: '<i>Al</i>', exact: true }).waitFor()
  await page
    .getByText('Mars/Olympus Mons, a time zone that this browser does not know.', { exact: false })
    .waitFor()
  hotel.line.answerOnce(isReport, 200, '', {})
  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByText('This could not be counted now.', { exact: false }).waitFor()
  await card.getByRole('cell', { name: '<i>Al</i>', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await card.getByText('Part of this could not be read', { exact: false }).waitFor({ state: 'detached' })
}

/** The picker can't make one; an address can. */
async function seeWhatIsNoRange(manager: ConsolePage): Promise<void> {
  const { page } = manager
  await manager.open('/report-page?tab=users&from=2026-02-30&to=%3Cb%3E')
  await page.getByText('“2026-02-30” is no day of the calendar.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Show the last 30 days' }).click()
  await page.getByText('Total Users').waitFor()
  await manager.open('/report-page?tab=users&from=2100-01-01&to=2100-01-02')
  await page.getByText('No guest wrote in these days.').waitFor()
}

async function cancelAndGoOn(hotel: Hotel, manager: ConsolePage): Promise<void> {
  const { page } = manager
  const release = hotel.line.holdAll(isReport)
  await manager.open('/report-page?tab=users&from=2026-03-01&to=2026-03-02')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Stopped.').waitFor()
  release()
  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByText('Total Users').waitFor()
}
