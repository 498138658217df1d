import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { countFromNow } from '#tests/support/calls.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NAME = 'Winter 🎿 دعوة'
const RENAMED = 'Winter weekend'
const SEGMENT = 'Las Vegas'
const LIST = '/cronCampaigns/Campaigns'
const SEGMENTS = '/cronCampaigns/segmentation'

const isRun = ({ method, path }: SeenRequest): boolean =>
  method === 'POST' && path.startsWith('/api/run-campaign/')
const isCount = ({ path }: SeenRequest): boolean => path.startsWith('/api/segment-preview')

describe('campaigns and segments (specification sections 2, 3 and 9)', () => {
  journeyAlone(
    'an admin makes a segment and a campaign of it, runs it, and reads what became of it; offline and on a phone',
    async (hotel) => {
      for (const name of ['Ana of room 1', 'דנה']) await hotel.openGuest(name)
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signIn('admin')
      await openByHeader(admin)
      await addSegment(hotel, admin)
      await addCampaign(admin)
      await editCampaign(admin)
      await run(hotel, admin)
      await readRuns(admin)
      await keepSegmentInUse(admin)
      await readOffline(hotel, admin)
      await lookOnPhone(admin, 'campaigns')
      await deleteCampaign(admin)
    },
  )

  journeyAlone(
    'marketing and operators begin with a new campaign and neither run nor delete one',
    async (hotel) => {
      for (const role of ['marketing', 'operator']) {
        const tab = await (await hotel.openDesk()).openTab()
        await tab.signInAt(LIST, role)
        await tab.page.waitForURL('**/cronCampaigns/add')
        await nameNew(tab, `By ${role}`)
        await tab.page.getByRole('heading', { name: `Edit campaign: By ${role}` }).waitFor()
        expect(await tab.button(/run it|Run now/).count()).toBe(0)
        await tab.open(SEGMENTS)
        await tab.page.waitForURL('**/messenger**')
      }
    },
    { kinds: ['extended', 'plain'] },
  )

  journeyAlone(
    'are run without numbers where the environment tells none',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signInAt('/cronCampaigns/addsegment', 'admin')
      await admin.page.getByLabel('Name', { exact: true }).fill(SEGMENT)
      await admin.button('Save').click()
      await admin.page.waitForURL(`**${SEGMENTS}`)
      await admin.open('/cronCampaigns/add')
      await admin.page.getByLabel('Segment').selectOption(SEGMENT)
      await admin.page.getByLabel('Frequency').selectOption('Run Once')
      expect(await admin.page.getByLabel('Run time').count()).toBe(0)
      expect(await admin.page.getByLabel('Time zone').count()).toBe(0)
      await nameNew(admin, NAME)
      await admin.open(LIST)
      await admin.button(`Run ${NAME}`).click()
      await admin.page.getByText('does not say beforehand', { exact: false }).waitFor()
      await admin.button('Run now').click()
      await admin.page.getByRole('status').filter({ hasText: 'On its way' }).waitFor()
    },
    { kinds: ['plain'] },
  )
})

async function openByHeader(admin: ConsolePage): Promise<void> {
  const main = admin.page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await admin.page.waitForURL(`**${LIST}`)
  const list = new ListPage(admin, { one: 'campaign', many: 'campaigns' })
  await waitFor('the list or that it is empty', async () => {
    const isEmpty = await admin.page.getByText('No campaigns yet.', { exact: true }).isVisible()
    return isEmpty || (await list.readHeadings()).length > 0
  })
  await admin.page.getByRole('link', { name: 'Segmentation', exact: true }).click()
  await admin.page.waitForURL(`**${SEGMENTS}`)
}

/** The hotel's own four are neither changed nor deleted; a new one is counted as it is typed. */
async function addSegment(hotel: Hotel, admin: ConsolePage): Promise<void> {
  const list = new ListPage(admin, { one: 'segment', many: 'segments' })
  for (const name of ['arriving', 'reserved', 'checkedout', 'prospects']) {
    await list.row(name).waitFor()
    expect(await list.row(name).getByRole('button').count()).toBe(0)
  }
  expect(await admin.page.getByRole('checkbox').count()).toBe(0)
  await lookAt(admin, 'segments')

  await admin.page.getByRole('link', { name: 'Add segment', exact: true }).click()
  await admin.page.getByText(/^\d[\d,]* guests?[.,]|^No guest\./).waitFor()
  const codes = admin.page.getByLabel('Area codes')
  for (const [wrong, words] of [
    ['Vegas', 'is no area code'],
    ['+34', 'is the code of a country'],
    ['0034', 'is the code of a country'],
  ] as const) {
    await codes.fill(wrong)
    await admin.page.getByText(words, { exact: false }).waitFor()
  }
  expect(await admin.button('Save').isDisabled()).toBe(true)

  // What was asked before the last change is never shown for it.
  const held = hotel.line.holdNext(isCount)
  await codes.fill('(999)')
  const late = await held
  await codes.fill('')
  await admin.page.getByText('Counting…', { exact: true }).waitFor()
  late.letGo()
  await admin.page.getByText(/^\d[\d,]* guests?[.,]/).waitFor()
  await lookAt(admin, 'segment-form')

  await admin.page.getByLabel('Name', { exact: true }).fill(SEGMENT)
  await admin.button('Save').click()
  await admin.page.waitForURL(`**${SEGMENTS}`)
  await admin.page.getByRole('link', { name: `Edit ${SEGMENT}`, exact: true }).click()
  await admin.page.getByRole('heading', { name: `Edit segment: ${SEGMENT}` }).waitFor()
  await admin.page.getByLabel('User type').selectOption('All')
  await admin.button('Back').click()
}

async function addCampaign(admin: ConsolePage): Promise<void> {
  await admin.page.getByRole('link', { name: 'Campaigns', exact: true }).last().click()
  await admin.page.getByRole('link', { name: 'Add campaign', exact: true }).click()
  expect(await admin.button('Save').isDisabled()).toBe(true)
  await admin.page.getByLabel('Segment').selectOption(SEGMENT)
  await admin.page.getByLabel('Frequency').selectOption('Run Once')
  // Journeys are walked at any hour.
  await admin.page.getByText('Also between 21:00 and 08:00', { exact: true }).click()
  await admin.page.getByLabel('Action').selectOption('Message')
  expect(await admin.page.getByLabel('Redirect to').count()).toBe(0)
  await nameNew(admin, NAME)
  await admin.page.getByRole('heading', { name: `Edit campaign: ${NAME}` }).waitFor()
  await admin.page.getByText('It has not run yet.', { exact: true }).waitFor()
}

/** What is typed is asked about before it goes, and what is run is what was saved. */
async function editCampaign(admin: ConsolePage): Promise<void> {
  await admin.page.getByLabel('Name', { exact: true }).fill(RENAMED)
  expect(await admin.button(/run it$/).isDisabled()).toBe(true)
  await admin.button('Back').click()
  await admin.page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await admin.button('Cancel').click()
  await admin.page.getByLabel('Frequency').selectOption('Daily')
  await admin.page.getByText('Run time is required.', { exact: true }).waitFor()
  await admin.page.getByLabel('Frequency').selectOption('Run Once')
  await admin.button('Save').click()
  await admin.page.getByText('Saved', { exact: true }).waitFor()
}

/** Pressed twice it goes out once; what is refused is said; without a line it can't be asked for. */
async function run(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await admin.open(LIST)
  await admin.button(`Run ${RENAMED}`).click()
  const send = admin.button(/^Send to \d[\d,]* guests?$/)
  await send.waitFor()
  await lookAt(admin, 'campaign-run')
  const body = JSON.stringify({ message: 'This campaign is being sent.', code: 'already_running' })
  hotel.line.answerOnce(isRun, 409, body, { 'content-type': 'application/json' })
  await send.click()
  await admin.page.getByText('Not started. This campaign is being sent.', { exact: true }).waitFor()

  const countRuns = countFromNow(hotel.line, isRun)
  await send.dblclick()
  await admin.page.getByText(/^On its way to \d[\d,]* guests?\.$/).waitFor()
  expect(countRuns()).toBe(1)
  await admin.page
    .getByRole('dialog')
    .getByRole('link', { name: `Run log of ${RENAMED}` })
    .click()
}

async function readRuns(admin: ConsolePage): Promise<void> {
  const log = admin.page.getByRole('list', { name: 'Run log' }).getByRole('listitem')
  await waitFor('the run to be over, by itself', async () => {
    const words = await log.first().innerText()
    return words.includes('Done')
  })
  const words = await log.first().innerText()
  for (const name of ['Planned', 'Sent', 'Delivered']) expect(words).toContain(name)
  await lookAt(admin, 'campaign-log')
  const download = admin.page.waitForEvent('download')
  await admin.button('Export the whole log').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^campaign-runs-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2)
}

async function keepSegmentInUse(admin: ConsolePage): Promise<void> {
  await admin.open(SEGMENTS)
  await admin.button(`Delete ${SEGMENT}`).click()
  await admin.button('Delete the segment').click()
  const words = admin.page.locator('span', { hasText: `${SEGMENT} was not deleted.` })
  await words.waitFor()
  expect(await words.innerText()).toContain(RENAMED)
}

async function readOffline(hotel: Hotel, admin: ConsolePage): Promise<void> {
  await admin.open(LIST)
  await admin.page.getByRole('row', { name: RENAMED, exact: true }).waitFor()
  await hotel.goOffline()
  await admin.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await admin.button(`Run ${RENAMED}`).isDisabled()).toBe(true)
  expect(await admin.button(`Delete ${RENAMED}`).isDisabled()).toBe(true)
  await admin.page.getByRole('link', { name: `Edit ${RENAMED}`, exact: true }).click()
  await admin.page.getByRole('heading', { name: `Edit campaign: ${RENAMED}` }).waitFor()
  expect(await admin.button(/run it$/).isDisabled()).toBe(true)
  await admin.button('Back').click()
  await hotel.goOnline()
  await waitFor('the run button', () => admin.button(`Run ${RENAMED}`).isEnabled())
}

async function deleteCampaign(admin: ConsolePage): Promise<void> {
  const list = new ListPage(admin, { one: 'campaign', many: 'campaigns' })
  await list.delete(RENAMED)
  await list.undoDelete(RENAMED)
  await list.delete(RENAMED)
}

async function nameNew(tab: ConsolePage, name: string): Promise<void> {
  await tab.page.getByLabel('Name', { exact: true }).fill(name)
  await tab.button('Save').click()
  await tab.page.waitForURL('**/cronCampaigns/edit/**')
}
