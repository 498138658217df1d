import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsolePage } from './console-page.ts'
import { changeSounds, countSounds } from './sounds.ts'
import { closeMenu, goToList, look, lookClosely, readTheme, waitForAddress, type Walk } from './walk.ts'
import { waitFor } from './wait-for.ts'

const VERSION = '1.0.539'
const NOT_PRODUCTION = 'Local environment: this is not production.'
const WAITING_TITLE = 'Guest awaiting assistance'
/** In the specification's order. */
const LEGEND = ['Active', 'Needs help', 'Paused', 'Idle', 'All States', 'Inactive']

/** The search over names, rooms and words, and a hit that is opened in its place. */
export async function search(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { page } = agent
  const { chatId, name } = cast.ana
  const field = page.getByRole('searchbox', { name: 'Search user...' })
  await field.fill(name.toUpperCase())
  await waitFor('one chat', async () => (await agent.chats.getByRole('link').count()) === 1)
  await agent.chatLink(chatId).waitFor()

  await field.fill(`room ${cast.room}`)
  const guest = page.getByRole('region', { name: 'Rooms' }).getByRole('link').filter({ hasText: name })
  await guest.waitFor()
  expect(await guest.locator('mark').innerText()).toBe(`Room ${cast.room}`)
  await look(walk, 'search-for-a-room')

  await field.fill(cast.word)
  const hit = page.getByRole('region', { name: 'In messages' }).getByRole('link')
  await hit.waitFor()
  expect(await hit.locator('mark').allInnerTexts()).toEqual([cast.word])
  await look(walk, 'search-for-a-word')
  await hit.click()
  await page.waitForURL((url) => url.pathname.endsWith(chatId) && url.searchParams.has('message'))
  await agent.thread.locator('[data-highlight="true"]').getByRole('link', { name: cast.word }).waitFor()
  await look(walk, 'search-opened')
  await goToList(walk)
  await field.fill('')
  await agent.chats.waitFor()
}

/** Counters, what filters and marks mean, and a filter that stays when a chat is chosen: Ana's is open then. */
export async function filterList(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { page } = agent
  await page.getByText(/^Active: Agents: \d+ \/ Users: \d+$/).waitFor()
  const showAll = agent.button('Show All')
  await showAll.click()
  expect(await showAll.getAttribute('aria-pressed')).toBe('true')
  await showAll.click()
  expect(await showAll.getAttribute('aria-pressed')).toBe('false')

  const filters = page.getByRole('navigation', { name: 'Filters' })
  await agent.button(/^Legend/).click()
  await filters.getByRole('heading', { name: 'Marks' }).waitFor()
  const labels = await filters.getByRole('link').allInnerTexts()
  expect(labels.map((label) => label.replace(/\s*\d+$/, ''))).toEqual(LEGEND)
  await look(walk, 'legend')
  await agent.button(/^Legend/).click()
  await filters.getByRole('heading', { name: 'Marks' }).waitFor({ state: 'detached' })

  const row = agent.chatLink(cast.ana.chatId)
  await filters.getByRole('link', { name: /^Needs help/ }).click()
  await page.waitForURL((url) => url.searchParams.get('chatFilter') === 'needs-help')
  await row.getByTitle('User needs help').waitFor()
  await row.getByTitle('Paused by Maria Santos').waitFor()
  await agent
    .chatLink(cast.ben.chatId)
    .getByText(/^quiet 4\d min$/)
    .waitFor()
  await lookClosely(walk, 'list')
  await agent.chooseChat(cast.ana.chatId)
  const path = `/messenger/${cast.ana.chatId}`
  await waitForAddress(agent, path, { chatFilter: 'needs-help', chatType: 'all' })
}

/** The header by role: all of it on a desktop, in its menu on a phone; both for an admin. */
export async function readHeader(walk: Walk): Promise<void> {
  const { agent, isPhone } = walk
  const { page } = agent
  await page.getByText(NOT_PRODUCTION).waitFor()
  const sound = agent.button('Sound notification')
  for (const isOn of ['false', 'true']) {
    await sound.click()
    await waitFor(
      `the sound's state ${isOn}`,
      async () => (await sound.getAttribute('aria-pressed')) === isOn,
    )
  }
  if (isPhone) await readPhoneHeader(walk)
  else await readDesktopHeader(walk)
  await changeTheme(walk)
}

async function readDesktopHeader(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { page } = agent
  const path = `/messenger/${cast.ana.chatId}`
  const main = page.getByRole('navigation', { name: 'Main' })
  await page.getByText(VERSION, { exact: true }).waitFor()
  await main.getByRole('link', { name: 'Unsent' }).waitFor()
  const channels = main.getByRole('group', { name: 'Channels' })
  expect(await channels.getByRole('link').allInnerTexts()).toEqual(['All', 'SMS', 'Facebook'])
  await channels.getByRole('link', { name: 'SMS' }).click()
  await waitForAddress(agent, path, { chatFilter: 'needs-help', chatType: 'sms' })
  await look(walk, 'header-channel')
  await main.getByRole('link', { name: 'Conversations' }).click()
  await waitForAddress(agent, path, { chatFilter: 'all', chatType: 'all' })
  await agent.button('Environment: Local').click()
  await page.getByRole('menuitemradio', { name: 'Local' }).waitFor()
  await look(walk, 'environments')
  await closeMenu(agent)
}

async function readPhoneHeader(walk: Walk): Promise<void> {
  const { agent } = walk
  const { page } = agent
  expect(await agent.button(/^Environment:/).isVisible()).toBe(false)
  await agent.button('Menu').click()
  for (const name of ['All', 'SMS', 'Facebook', 'Unsent']) await menuItem(agent, name).waitFor()
  await page.getByText(`Version ${VERSION}`).waitFor()
  await page.getByRole('menuitemradio', { name: 'Local' }).waitFor()
  await menuItem(agent, 'SMS').click()
  await waitForAddress(agent, '/messenger', { chatFilter: 'needs-help', chatType: 'sms' })
  await closeMenu(agent)
  await look(walk, 'header-channel')
  await page.getByRole('link', { name: 'Only SMS, show all channels' }).click()
  await waitForAddress(agent, '/messenger', { chatFilter: 'needs-help', chatType: 'all' })
}

/** The menu, and in it the other theme and the system's again. */
async function changeTheme(walk: Walk): Promise<void> {
  const { agent, theme } = walk
  const other = theme === 'light' ? 'Dark' : 'Light'
  await agent.button('Menu').click()
  await menuItem(agent, 'Sign Out').waitFor()
  await look(walk, 'menu')
  await chooseTheme(agent, other)
  await waitFor('the other theme', async () => (await readTheme(agent)) !== theme)
  await agent.button('Menu').click()
  await chooseTheme(agent, 'As the system')
  await waitFor("the system's theme", async () => (await readTheme(agent)) === theme)
}

async function chooseTheme(agent: ConsolePage, name: string): Promise<void> {
  await agent.page.getByRole('menuitemradio', { name, exact: true }).click()
  await closeMenu(agent)
}

/** A help request that the browser may not sound before a tap, and the tab's title. At the list. */
export async function hearHelpRequest(walk: Walk): Promise<void> {
  const { agent, hotel } = walk
  const { page } = agent
  // It listens, and has nothing more to tell of what was there before.
  await page
    .locator('[role="status"][aria-label="Announcements"][aria-busy="false"]')
    .waitFor({ state: 'attached' })
  const guest = await hotel.openGuestInNeed()
  const offer = agent.button('Tap to enable sound')
  await offer.waitFor()
  await agent.chatLink(guest.chatId).getByTitle('User needs help').waitFor()
  await look(walk, 'sound-offer')
  await changeSounds(page, 'played')
  await offer.click()
  await offer.waitFor({ state: 'detached' })
  expect(await countSounds(page)).toBe(1)
  expect(await page.title()).toBe(WAITING_TITLE)
}

/** An address that leads nowhere leads to the messenger, where on a desktop the newest chat opens; then the way out. */
export async function leaveByUnknownPath(walk: Walk): Promise<void> {
  const { agent, isPhone } = walk
  const { page } = agent
  await agent.waitUntilUnsent(0)
  await agent.open('/config/no-such-screen')
  await agent.waitUntilRowsVisible()
  await agent.chats.waitFor()
  if (isPhone) await waitForAddress(agent, '/messenger', { chatFilter: 'all', chatType: 'all' })
  else await agent.thread.getByRole('listitem').first().waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/messenger(\/|$)/)
  await look(walk, 'unknown-path')
  await agent.signOut()
  await look(walk, 'signed-out')
}

function menuItem({ page }: ConsolePage, name: string): Locator {
  return page.getByRole('menuitem', { name, exact: true })
}
