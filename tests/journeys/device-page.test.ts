import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { skewClock } from '#tests/support/device-clock.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { promiseToKeep } from '#tests/support/promise-to-keep.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const HOUR_MS = 3_600_000

describe('this device', () => {
  journey(
    'what is stored is counted; cleared, it is read again; the diagnosis is shown before it is downloaded, and no guest is in it',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      const guest = await takeNextChat(hotel, agent)
      const second = await clearBesideDraft(desk, agent, guest)
      await clearOffline(hotel, agent, guest.chatId)
      await second.page.close()
      await agent.chooseChat(guest.chatId)
      await turnIntoPhone(agent)
      await downloadDiagnosis(hotel, agent)
    },
    BOTH_KINDS,
  )

  journey(
    'a clock that is off, a device that is almost full and a browser that promises nothing are said',
    async (hotel) => {
      const desk = await hotel.openDesk({ viewport: PHONE })
      await skewClock(desk.context, HOUR_MS)
      await desk.context.addInitScript(() => {
        // An empty tab is no secure place and has no storage.
        if (!isSecureContext) return
        navigator.storage.estimate = () => Promise.resolve({ usage: 950_000_000, quota: 1_000_000_000 })
      })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await agent.page.getByText('This device is almost full.', { exact: true }).waitFor()
      await agent.page.getByRole('link', { name: 'What helps' }).click()
      await agent.page.getByRole('heading', { name: 'This device' }).waitFor()
      await agent.page.getByText('Send what is unsent, clear what was read below', { exact: false }).waitFor()
      await agent.page.getByText(/This device’s clock is about 1 h ahead of the hotel’s/).waitFor()
      await fact(agent, 'Space used').getByText('about 950.0 MB of about 1.0 GB', { exact: false }).waitFor()
      await askAgain(agent)
    },
  )
})

/** What is stored is counted. Cleared, it is read again, beside another tab, which is returned, and with a draft in it. */
async function clearBesideDraft(desk: Desk, agent: ConsolePage, guest: Guest): Promise<ConsolePage> {
  const second = await desk.openTab()
  await second.openChat(guest.chatId)
  await second.composer.fill('half a thought')
  await second.page.getByText('Draft saved').first().waitFor()

  await openByMenu(agent)
  const chats = await readCount(agent, 'Chats')
  expect(chats).toBeGreaterThan(5)
  await waitFor('messages to be counted', async () => (await readCount(agent, 'Messages')) > 0)
  await fact(agent, 'Space used').getByText('It counts everything of this address.').waitFor()
  expect(await fact(agent, 'Space used').innerText()).toContain('about ')
  await fact(agent, 'Last read')
    .getByText(/^In step, last read at /)
    .waitFor()
  await fact(agent, 'Unsent').getByRole('link', { name: '0 things' }).waitFor()

  await clear(agent)
  await agent.page.getByText('Cleared and read again.').waitFor()
  await waitFor('the chats to be counted again', async () => (await readCount(agent, 'Chats')) > 5)
  await second.thread.getByText('I want to speak to a person, please').waitFor()
  await waitFor('the draft', async () => (await second.composer.inputValue()) === 'half a thought')
  await second.write('and the rest of it')
  await guest.waitForStaffTexts(['and the rest of it'])
  await agent.waitUntilUnsent(0)
  return second
}

/** It is shown before it is downloaded, and no guest is in it. */
async function downloadDiagnosis(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  const guest = await takeNextChat(hotel, agent, 'Anastasia Ruizova')
  await hotel.goOffline()
  await agent.write('we have found your suitcase')
  await agent.waitUntilUnsent(1)
  await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await openByMenu(agent)

  const download = agent.button('Download diagnosis')
  const shown = agent.page.getByRole('region', { name: 'What the diagnosis says' })
  expect(await shown.isVisible()).toBe(false)
  await agent.page.getByText('What is in it', { exact: true }).click()
  await waitFor('the diagnosis', async () => (await shown.innerText()).includes('"kind": "send"'))
  expect(await findSeriousFaultsInBothThemes(agent.page)).toEqual([])
  const arriving = agent.page.waitForEvent('download')
  await download.click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^bellhop-diagnosis-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toBe(await shown.textContent())
  const authorization = hotel.line.seen.flatMap(({ headers }) => headers.authorization ?? []).at(-1) ?? ''
  const token = authorization.replace('Bearer ', '')
  expect(token.length).toBeGreaterThan(20)
  const secrets = [guest.name, guest.chatId, 'suitcase', 'speak to a person', 'Alex Kim', token]
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
  expect(JSON.parse(text)).toMatchObject({ databases: { outbox: { operations: 1 } } })

  await hotel.goOnline()
  await guest.waitForStaffTexts(['we have found your suitcase'])
}

/** While offline nothing can be read until the line is back, and it says so before. */
async function clearOffline(hotel: Hotel, agent: ConsolePage, chatId: string): Promise<void> {
  await hotel.goOffline()
  await agent.page.getByText(/^Not in step, as of /).waitFor()
  await clear(agent, 'until the line is back, no other chat can be read')
  await agent.page.getByText('Cleared. It is read again when the line is back.').waitFor()
  await waitFor('nothing to be counted', async () => (await readCount(agent, 'Chats')) === 0)
  await agent.page.getByRole('link', { name: 'Conversations' }).click()
  await agent.chats
    .or(agent.page.getByRole('region', { name: 'Conversations' }))
    .first()
    .waitFor()
  expect(await agent.chatLink(chatId).count()).toBe(0)
  await hotel.goOnline()
  await agent.chatLink(chatId).waitFor()
}

/** Refused, it may be asked again; once the browser agrees that is said. */
async function askAgain(agent: ConsolePage): Promise<void> {
  const ask = agent.button('Ask the browser again')
  await ask.click()
  await agent.page.getByText('It still does not promise.', { exact: false }).waitFor()
  await promiseToKeep(agent)
  await ask.click()
  await fact(agent, 'Kept').getByText('The browser keeps it.').waitFor()
}

async function clear(agent: ConsolePage, warning?: string): Promise<void> {
  await agent.button('Clear…').click()
  const dialog = agent.page.getByRole('dialog', { name: 'Clear what was read?' })
  await dialog.getByText('Your drafts and everything unsent stay', { exact: false }).waitFor()
  if (warning !== undefined) await dialog.getByText(warning, { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function openByMenu(agent: ConsolePage): Promise<void> {
  await agent.button('Menu').click()
  await agent.page.getByRole('menuitem', { name: 'This device', exact: true }).click()
  await agent.page.getByRole('heading', { name: 'This device' }).waitFor()
  expect(new URL(agent.page.url()).pathname).toBe('/device')
}

/** What stands beside a name. */
function fact(agent: ConsolePage, name: string): Locator {
  return agent.page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')
}

/** Reads a number once it is there. */
async function readCount(agent: ConsolePage, name: string): Promise<number> {
  const words = await waitFor(`${name} to be counted`, async () =>
    /^\d+$/.exec((await fact(agent, name).innerText()).trim()),
  )
  return Number(words[0])
}
