import { describe, expect } from 'vitest'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { translatePages } from '#tests/support/translator.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SCREENS = [
  '/config/users',
  '/answers-table',
  '/intents',
  '/intents/translations',
  '/intents/not-understood',
  '/tickets',
  '/cronCampaigns/Campaigns',
  '/cronCampaigns/segmentation',
  '/config/queues',
  '/config/integrations',
  '/config/alerts-table',
  '/config/agent-on-duty',
  '/report-page',
  '/alerts',
  '/device',
  '/unsent',
]

describe('a browser that translates the console', () => {
  journey(
    'breaks no screen and keeps no word that is not true any more; a screen that breaks is back with its draft',
    async (hotel) => {
      const desk = await hotel.openDesk()
      await translatePages(desk.context)
      const agent = await desk.openTab()
      await agent.signIn('admin')
      await agent.page.locator('#root font').first().waitFor({ state: 'attached' })
      await draftAndSend(hotel, agent)
      await loseLine(hotel, agent)
      await changeList(agent)
      for (const path of SCREENS) await visit(agent, path)
      expect(hotel.takeProblems()).toEqual([])
      await breakScreen(hotel, agent)
      expect(hotel.takeProblems().filter((problem) => problem.includes('a screen failed'))).toHaveLength(1)
    },
  )
})

/** What stands below the box comes and goes with what is typed. */
async function draftAndSend(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.composer.pressSequentially('One')
  await agent.page.getByText('Draft saved').waitFor()
  await agent.composer.fill('')
  await agent.page.getByText('Draft saved').waitFor({ state: 'detached' })
  await agent.composer.fill('See https://hotel.example/map for the way')
  await agent.composer.press('Enter')
  await guest.waitForStaffTexts(['See https://hotel.example/map for the way'])
  await guest.say('Thank you')
  await agent.thread.getByText('Thank you').waitFor()
}

/** The line's state is true, whatever was made of the words before. */
async function loseLine(hotel: Hotel, agent: ConsolePage): Promise<void> {
  expect(await agent.connection.innerText()).toBe('Live')
  await hotel.goOffline()
  await waitFor('the line to be known as lost', async () => (await agent.connection.innerText()) !== 'Live')
  await agent.composer.fill('Two')
  await agent.composer.press('Enter')
  await agent.waitUntilUnsent(1)
  await agent.waitForMessage('Two', 'Waiting to send')
  await hotel.goOnline()
  await agent.waitForMessage('Two', 'Sent')
  await waitFor('the line to be live', async () => (await agent.connection.innerText()) === 'Live')
}

async function changeList(agent: ConsolePage): Promise<void> {
  const search = agent.page.getByRole('searchbox').first()
  await search.fill('nobody is called so')
  await search.fill('')
  await agent.waitUntilRowsVisible()
}

async function visit(agent: ConsolePage, path: string): Promise<void> {
  await agent.open(path)
  await agent.page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(agent.page.url()).pathname).toBe(path)
  await agent.page.getByText('Loading...').waitFor({ state: 'detached' })
  const search = agent.page.getByRole('searchbox').first()
  if (!(await search.isVisible())) return
  await search.fill('no such thing')
  await search.fill('')
}

/** Something takes a word out from under React's hands, and the letter just typed makes React look for it. */
async function breakScreen(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await agent.open()
  await agent.waitUntilRowsVisible()
  await takeNextChat(hotel, agent)
  await agent.composer.fill('Half a sentence')
  const note = agent.page.getByText('Draft saved')
  await note.waitFor()
  await note.evaluate((font) => font.closest('span')?.remove())
  const tooLong = 'x'.repeat(MAX_MESSAGE_CHARS + 1)
  await agent.composer.fill(tooLong)
  await agent.waitForDraft(tooLong)
  await agent.thread.waitFor()
}
