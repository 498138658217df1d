import { describe } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import {
  expectInert,
  fillLists,
  HOSTILE,
  HOSTILE_NAME,
  HOSTILE_WORDS,
  signInAdmin,
  soilThread,
  watchForHostile,
} from '#tests/support/hostile-hotel.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { openPalette, press } from '#tests/support/keyboard.ts'
import { DEMO_PASSWORD } from '#tests/support/staff.ts'

/** Where rows of the configuration are read, and what says that they are there. */
const SCREENS = [
  '/answers-table',
  '/tickets',
  '/intents',
  '/intents/translations',
  '/intents/not-understood',
  '/cronCampaigns/Campaigns',
  '/cronCampaigns/segmentation',
  '/cronCampaigns/add',
  '/config/users',
  '/config/assignees',
  '/config/queues',
  '/config/integrations',
  '/config/alerts-table',
  '/config/agent-on-duty',
  '/config/audit',
  '/alerts',
  '/report-page',
  '/unsent',
]

describe('words that are markup somewhere else', () => {
  journeyAlone(
    'are words in the messenger, the lists, the reports, the palette, the start layer and on the guest’s page',
    async (hotel) => {
      const admin = await signInAdmin(hotel, DEMO_PASSWORD)
      await fillLists(admin)
      const guest = await hotel.openGuestInNeed(HOSTILE_NAME)
      await admin.call(`/api/takeover/pause/${guest.chatId}`)
      await soilThread(hotel, guest, admin)
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await watchForHostile(agent.page)
      await agent.signIn('admin')
      await readMessenger(agent, guest)
      await findByPalette(agent)
      for (const path of SCREENS) await readScreen(agent, path)
      await startAgain(hotel, agent)
      await speakAsGuest(hotel)
    },
  )
})

async function readMessenger(agent: ConsolePage, guest: Guest): Promise<void> {
  await agent.chatLink(guest.chatId).getByText(HOSTILE_NAME).first().waitFor()
  await expectInert(agent.page, 'the list')
  await agent.chooseChat(guest.chatId)
  await agent.thread.getByText('javascript:hostileRan()').first().waitFor()
  await agent.thread.getByRole('article').first().waitFor()
  await expectInert(agent.page, 'the thread')
  await agent.composer.fill(HOSTILE_WORDS)
  await agent.button('Saved answers').click()
  await agent.page.getByRole('listbox', { name: 'Saved answers' }).getByText(HOSTILE_NAME).first().waitFor()
  await expectInert(agent.page, 'the saved answers')
  await press(agent, 'Escape')
  await agent.composer.press('Enter')
  await agent.waitUntilUnsent(0)
  await expectInert(agent.page, 'what was sent')
  await agent.page
    .getByRole('searchbox', { name: 'Search user...' })
    .or(agent.page.getByPlaceholder('Search user...'))
    .first()
    .fill(HOSTILE)
  await expectInert(agent.page, 'the search')
}

async function findByPalette(agent: ConsolePage): Promise<void> {
  const palette = await openPalette(agent)
  await agent.page.keyboard.type('hostile')
  await palette.getByRole('option').first().waitFor()
  await expectInert(agent.page, 'the palette')
  await press(agent, 'Escape')
}

async function readScreen(agent: ConsolePage, path: string): Promise<void> {
  await agent.open(path)
  await agent.page.locator('h1').first().waitFor()
  await agent.page.waitForLoadState('networkidle')
  await expectInert(agent.page, path)
}

/** The worker writes the rows as markup into the page itself (W6). */
async function startAgain(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await agent.open()
  await hotel.keepConsoles()
  await agent.page.reload()
  await agent.waitUntilRowsVisible()
  await expectInert(agent.page, 'the start layer')
  await agent.waitUntilLive()
  await expectInert(agent.page, 'the list after it')
}

async function speakAsGuest(hotel: Hotel): Promise<void> {
  const desk = await hotel.openDesk()
  const page = await desk.context.newPage()
  await watchForHostile(page)
  await page.goto(`${hotel.line.origin}/guest`)
  await page.getByRole('textbox', { name: /Your name/ }).fill(HOSTILE_NAME)
  await page.getByRole('textbox', { name: 'Message' }).fill(HOSTILE_WORDS)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('log').getByText('javascript:hostileRan()').first().waitFor()
  await expectInert(page, 'the guest’s page')
}
