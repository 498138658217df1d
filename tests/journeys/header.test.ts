import { describe, expect } from 'vitest'
import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { setRole } from '#tests/support/raw-database.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const VERSION = '1.0.539'

const readAddress = ({ page }: ConsolePage) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const channels = ({ page }: ConsolePage) => page.getByRole('group', { name: 'Channels' })
const menuItem = ({ page }: ConsolePage, name: string) => page.getByRole('menuitem', { name, exact: true })
const loadingOf = ({ page }: ConsolePage) =>
  page.getByRole('status', { name: 'Loading' }).filter({ visible: true })

describe('the header by role (specification section 2)', () => {
  journey(
    'an agent has a fixed logo, the channels keep the filter and the chat, a role that changed is seen; every tab shows what holds for all',
    async (hotel) => {
      const desk = await hotel.openDesk({ colorScheme: 'light' })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await seeAgentsHeader(agent)
      await openOtherPaths(agent)
      await chooseChannels(hotel, agent)
      await changeRole(hotel, agent)
      await showInEveryTab(hotel, desk, agent)
      await openOtherPaths(agent)
      await seeAgentsPhoneMenu(agent)
    },
  )

  journey(
    'an admin has the environment and the version; on a phone the menu leads everywhere',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signIn('admin')
      await admin.button('Environment: Local').waitFor()
      await admin.page.getByText(VERSION, { exact: true }).waitFor()
      await turnIntoPhone(admin)
      await seeAdminsPhoneMenu(admin)
    },
  )
})

/** Whether sounds are on, the theme and what is waited for; on a phone from here on. */
async function showInEveryTab(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const other = await desk.openTab()
  await other.open()
  await other.waitUntilRowsVisible()
  await switchSound(agent, other)
  await chooseTheme(agent, other)
  await waitForSending(hotel, agent, other)
  for (const tab of [agent, other]) await turnIntoPhone(tab)
  await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await waitForSending(hotel, agent, other)
  await other.page.close()
}

async function seeAgentsHeader(agent: ConsolePage): Promise<void> {
  await agent.page.getByText('Bellhop', { exact: true }).waitFor()
  expect(await agent.button(/^Environment:/).count()).toBe(0)
  expect(await agent.page.getByText(VERSION, { exact: true }).count()).toBe(0)
}

async function seeAgentsPhoneMenu(agent: ConsolePage): Promise<void> {
  await agent.button('Menu').click()
  await menuItem(agent, 'Facebook').waitFor()
  expect(await agent.page.getByRole('menuitemradio', { name: 'Local' }).count()).toBe(0)
  expect(await agent.page.getByText(`Version ${VERSION}`).count()).toBe(0)
}

async function seeAdminsPhoneMenu(admin: ConsolePage): Promise<void> {
  await admin.page.waitForURL((url) => url.pathname.startsWith('/messenger'))
  await admin.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  expect(await admin.button(/^Environment:/).isVisible()).toBe(false)
  await admin.button('Menu').click()
  for (const name of ['All', 'SMS', 'Facebook', 'Unsent', 'Sign Out']) await menuItem(admin, name).waitFor()
  await admin.page.getByText(`Version ${VERSION}`).waitFor()
  await admin.page.getByRole('menuitemradio', { name: 'Local' }).waitFor()
  await menuItem(admin, 'SMS').click()
  await admin.page.waitForURL('**/messenger?chatFilter=all&chatType=sms')
  await admin.button('Menu').click()
  await menuItem(admin, 'Unsent').click()
  await admin.page.getByRole('heading', { name: 'Unsent' }).waitFor()
}

/** It is seen without a new sign-in, and what is being written stays. */
async function changeRole(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.composer.fill('half a thought')
  await setRole(agent.page, 4)
  // As when a person comes back to the tab: the session is looked at again.
  await agent.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await agent.button('Environment: Local').waitFor()
  await waitFor('the draft', async () =>
    (await agent.composer.inputValue()) === 'half a thought' ? true : null,
  )
  await setRole(agent.page, 0)
  await agent.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await agent.button('Environment: Local').waitFor({ state: 'detached' })
  await agent.write('a whole one')
  await guest.waitForStaffTexts(['a whole one'])
}

/** They keep the filter and the chat that is chosen. */
async function chooseChannels(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await agent.open(`/messenger/${guest.chatId}?chatFilter=needs-help&chatType=all`)
  await agent.thread.waitFor()
  await channels(agent).getByRole('link', { name: 'SMS' }).click()
  await waitFor('the SMS chats', () =>
    readAddress(agent) === `/messenger/${guest.chatId}?chatFilter=needs-help&chatType=sms` ? true : null,
  )
  const current = channels(agent).locator('[aria-current]')
  // The address is there before it is drawn.
  await current.filter({ hasText: 'SMS' }).waitFor()
  expect(await current.allInnerTexts()).toEqual(['SMS'])
  await channels(agent).getByRole('link', { name: 'Facebook' }).click()
  await waitFor('the Facebook chats', () =>
    readAddress(agent) === `/messenger/${guest.chatId}?chatFilter=needs-help&chatType=facebook` ? true : null,
  )
  await agent.page.getByRole('link', { name: 'Conversations' }).click()
  await waitFor('the whole list', () =>
    readAddress(agent) === `/messenger/${guest.chatId}?chatFilter=all&chatType=all` ? true : null,
  )
  await agent.thread.getByText('I want to speak to a person, please').waitFor()
}

/** Any other path leads to the messenger. */
async function openOtherPaths(agent: ConsolePage): Promise<void> {
  for (const path of ['/nowhere', '/config/users', '/report-page', '/messenger/a/b', '/%E0%A4%A']) {
    await agent.open(path)
    await agent.page.waitForURL(
      (url) => /^\/messenger(\/|$)/.test(url.pathname) && !url.pathname.endsWith('/b'),
    )
    await agent.waitUntilRowsVisible()
  }
}

/** In every tab and after a reload. */
async function switchSound(agent: ConsolePage, other: ConsolePage): Promise<void> {
  const isOn = (tab: ConsolePage) => tab.button('Sound notification').getAttribute('aria-pressed')
  expect(await isOn(agent)).toBe('true')
  await agent.button('Sound notification').click()
  await waitFor('both tabs to be silent', async () =>
    (await isOn(agent)) === 'false' && (await isOn(other)) === 'false' ? true : null,
  )
  await agent.page.reload()
  await agent.waitUntilRowsVisible()
  expect(await isOn(agent)).toBe('false')
}

/** It holds against the system's, in every tab and from the first drawing after a reload. */
async function chooseTheme(agent: ConsolePage, other: ConsolePage): Promise<void> {
  const light = await readGround(agent)
  await agent.button('Menu').click()
  await agent.page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await waitFor('the night', async () => ((await readGround(agent)) !== light ? true : null))
  await waitFor('the night in the other tab', async () => ((await readGround(other)) !== light ? true : null))
  const dark = await readGround(agent)

  await agent.page.addInitScript(noteGrounds)
  await agent.page.reload()
  await agent.waitUntilRowsVisible()
  expect(await readGround(agent)).toBe(dark)
  expect(await agent.page.evaluate(readNotedGrounds)).toEqual([dark])

  await agent.button('Menu').click()
  await agent.page.getByRole('menuitemradio', { name: 'As the system' }).click()
  await waitFor('the day', async () => ((await readGround(agent)) === light ? true : null))
  await agent.page.emulateMedia({ colorScheme: 'dark' })
  expect(await readGround(agent)).toBe(dark)
}

/** The indicator says what is waited for, in every tab, until it is done (specification sections 2 and 9). */
async function waitForSending(hotel: Hotel, agent: ConsolePage, other: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('slowly')
  const held = await arrival
  await loadingOf(agent).getByText('Sending…').waitFor()
  await loadingOf(other).getByText('Sending…').waitFor()
  held.letGo()
  await guest.waitForStaffTexts(['slowly'])
  await waitFor('nothing to be pending', async () =>
    (await loadingOf(agent).getByText('Sending…').count()) === 0 &&
    (await loadingOf(other).getByText('Sending…').count()) === 0
      ? true
      : null,
  )
}

/** The page's ground, as it is painted. */
function readGround({ page }: ConsolePage): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

/** Notes each ground that stands behind something drawn, from the first element of the app on. Runs in the page. */
function noteGrounds(): void {
  const grounds: string[] = []
  Reflect.set(window, 'notedGrounds', grounds)
  const note = () => {
    if (document.querySelector('#root > *')) {
      const ground = getComputedStyle(document.body).backgroundColor
      if (grounds.at(-1) !== ground) grounds.push(ground)
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** Runs in the page. */
function readNotedGrounds(): unknown {
  return Reflect.get(window, 'notedGrounds')
}
