import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { promiseToKeep } from '#tests/support/promise-to-keep.ts'
import { damageOutbox, setLastContact } from '#tests/support/raw-database.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'

const INSECURE = 'http://hotel.example'
const DAY_MS = 24 * 60 * 60_000

describe('a damaged outbox (D6)', () => {
  journey(
    'is offered as a file before it is replaced, and then the console starts with an empty one',
    async (hotel) => {
      const { desk, agent } = await writeOffline(hotel, 'the only copy of this')
      // Chromium asks for an icon of a page that names none.
      desk.expectProblem(/favicon\.ico/)
      await agent.page.close()
      // Not with a line: the worker would send it before it is damaged.
      const helper = await desk.openTab()
      await helper.open('/icons/icon.svg')
      await damageOutbox(helper.page)
      await hotel.goOnline()

      await helper.open()
      await helper.page.getByText('Your unsent work can’t be opened').waitFor()
      expect(await helper.button('Start fresh').isDisabled()).toBe(true)
      const download = helper.page.waitForEvent('download')
      await helper.button('Download what can be read').click()
      const file = await download
      expect(file.suggestedFilename()).toBe('bellhop-unsent.json')
      expect(await readFile(await file.path(), 'utf8')).toContain('the only copy of this')

      await helper.button('Start fresh').click()
      await helper.waitUntilRowsVisible()
      await helper.waitUntilUnsent(0)
      expect(await helper.page.getByText('Your unsent work can’t be opened').count()).toBe(0)
    },
  )
})

describe('an address that is not secure (D9)', () => {
  journey('is told of in words, and nothing is kept there', async (hotel) => {
    const desk = await hotel.openDesk()
    // Chromium says so of every such page.
    desk.expectProblem(/Cross-Origin-Opener-Policy header has been ignored/)
    const { page } = await desk.openTab()
    await page.route(`${INSECURE}/**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: hotel.line.origin + pathname }) })
    })
    await page.goto(`${INSECURE}/messenger`)
    await page.getByRole('heading', { name: 'This address is not secure' }).waitFor()
    expect(await page.getByLabel('Username', { exact: true }).count()).toBe(0)
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  })
})

describe('a device that has been away (D9)', () => {
  journey(
    'for 13 days works on without a line; for 15 days asks for a sign-in, then has everything, and says what the browser promised',
    async (hotel) => {
      const { agent, guest } = await writeOffline(hotel, 'written while away')
      await setLastContact(agent.page, 13 * DAY_MS)
      await agent.open()
      await agent.chooseChat(guest.chatId)
      await agent.waitForMessage('written while away', 'Waiting to send')

      await setLastContact(agent.page, 15 * DAY_MS)
      await agent.open()
      await agent.page.getByText('has not spoken with the hotel for 14 days', { exact: false }).waitFor()
      const shown = await agent.page.locator('body').innerText()
      expect(shown).not.toContain(guest.name)
      expect(await agent.page.getByLabel('Username', { exact: true }).inputValue()).toBe('agent')

      await hotel.goOnline()
      expect(await guest.readStaffTexts()).toEqual([])
      await agent.enterCredentials('agent')
      await guest.waitForStaffTexts(['written while away'])
      await agent.chooseChat(guest.chatId)
      await agent.waitForMessage('written while away', 'Sent')
      await agent.thread.getByText('I want to speak to a person, please').waitFor()
      await agent.waitUntilUnsent(0)
      await readPromise(agent)
    },
  )
})

/** What the browser promised to keep is said in the menu, whichever it answered (D7). */
async function readPromise(agent: ConsolePage): Promise<void> {
  await agent.button('Menu').click()
  await agent.page
    .getByText('The browser may clear what is stored when space runs out', { exact: false })
    .waitFor()

  await promiseToKeep(agent)
  // It is asked at every start until it has said yes.
  await agent.open()
  await agent.button('Menu').click()
  await agent.page.getByText('This device keeps what is stored', { exact: false }).waitFor()
}

/** An agent holds a guest's chat, the line is down, and a message waits. */
async function writeOffline(hotel: Hotel, text: string) {
  const desk = await hotel.openDesk()
  const agent: ConsolePage = await desk.openTab()
  await agent.signIn('agent')
  await hotel.keepConsoles()
  const guest = await takeNextChat(hotel, agent, 'Ana Ruiz-Away')
  await hotel.goOffline()
  await agent.write(text)
  await agent.waitForMessage(text, 'Waiting to send')
  return { desk, agent, guest }
}
