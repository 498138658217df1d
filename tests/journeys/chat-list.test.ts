import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { findSeriousFaults } from '#tests/support/axe.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** In the specification's order. */
const LEGEND = ['Active', 'Needs help', 'Paused', 'Idle', 'All States', 'Inactive']
/** Nothing of it is seen. */
const UNSEEN_NAME = '\u200b\u2060\u200d'
const HEBREW_NAME = 'דוד כהן'

const filters = (agent: ConsolePage) => agent.page.getByRole('navigation', { name: 'Filters' })
const readWidth = (agent: ConsolePage) => agent.page.evaluate(() => document.documentElement.scrollWidth)

describe('the chat list', () => {
  journey(
    'a row stays under the finger; words and rooms are found; unsent is on the row; names of any kind; the legend, on a phone too',
    async (hotel) => {
      const named = await openNamedGuests(hotel)
      const writer = await hotel.openGuestInNeed('Ana Ruiz')
      await writer.say('The crème brûlée was colder than the minibar')
      for (let index = 0; index < 3; index += 1) await writer.say(`and more of it, ${index}`)
      const lodger = await hotel.openGuestInNeed('Bea Lodger')
      const room = `9${Date.now() % 100_000}`
      hotel.line.rewrite(`/api/inhouse-guest-info/${lodger.chatId}`, () =>
        JSON.stringify({ Data: { PUB_GuestRegister: { Status: 'CHECKEDIN', RoomNumber: room } } }),
      )
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await useLegend(agent, writer)
      await pressWhileListMoves(hotel, agent, writer)
      await findRoom(agent, lodger, room)
      await findWordsOffline(hotel, agent, writer)
      await watchUnsent(hotel, agent)

      await turnIntoPhone(agent)
      await goBack(agent)
      await readNames(agent, named)
      await openChatsByName(agent, named)
      await goBack(agent)
      await useLegend(agent, named.long)
    },
  )
})

/** Three guests whose names are of 500 characters, from right to left, or show nothing. */
async function openNamedGuests(hotel: Hotel): Promise<Named> {
  const [long, hebrew, unseen] = [
    await hotel.openGuestInNeed(),
    await hotel.openGuestInNeed(),
    await hotel.openGuestInNeed(),
  ]
  const names = new Map([
    [long.chatId, 'N'.repeat(500)],
    [hebrew.chatId, HEBREW_NAME],
    [unseen.chatId, UNSEEN_NAME],
  ])
  hotel.line.rewrite('/api/sync', (body) => rename(body, names))
  return { long, hebrew, unseen }
}

async function goBack(agent: ConsolePage): Promise<void> {
  await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await agent.chats.waitFor()
}

/** What comes in between pressing and releasing moves no row away. */
async function pressWhileListMoves(hotel: Hotel, agent: ConsolePage, guest: Guest): Promise<void> {
  const first = agent.chats.getByRole('link').first()
  const box = await agent.chatLink(guest.chatId).boundingBox()
  if (!box) throw new Error('the guest has no row')
  const { mouse } = agent.page
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await mouse.down()
  const inNeed = filters(agent).getByRole('link', { name: /^Needs help/ })
  const count = await inNeed.innerText()
  const before = await first.getAttribute('href')
  const newcomer = await hotel.openGuestInNeed('Cy Newcomer')
  // The number of those in need, which changes with the list.
  await waitFor('the newcomer to be counted', async () => (await inNeed.innerText()) !== count)
  expect(await first.getAttribute('href')).toBe(before)
  await mouse.up()
  await agent.page.waitForURL(`**/messenger/${guest.chatId}*`)
  await waitFor('the newcomer to be first', async () =>
    ((await first.getAttribute('href')) ?? '').includes(newcomer.chatId),
  )
}

type Named = Record<'long' | 'hebrew' | 'unseen', Guest>

/** Each has its row, and none is wider than the screen. */
async function readNames(agent: ConsolePage, { long, hebrew, unseen }: Named): Promise<void> {
  await agent.chatLink(long.chatId).waitFor()
  await agent.chatLink(hebrew.chatId).getByText(HEBREW_NAME).waitFor()
  await agent.chatLink(unseen.chatId).getByText('Unnamed guest').waitFor()
  expect(await readWidth(agent)).toBeLessThanOrEqual(PHONE.width)
  const box = await agent.chatLink(long.chatId).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(PHONE.width)
}

async function openChatsByName(agent: ConsolePage, { long, unseen }: Omit<Named, 'hebrew'>): Promise<void> {
  const heading = (name: string) => agent.page.getByRole('heading', { level: 1, name, exact: true })
  await agent.chooseChat(long.chatId)
  await heading('N'.repeat(500)).waitFor()
  expect(await readWidth(agent)).toBeLessThanOrEqual(PHONE.width)
  const actions = await agent.button('Chat resolved').boundingBox()
  expect(actions && actions.x + actions.width).toBeLessThanOrEqual(PHONE.width)
  await goBack(agent)
  await agent.chooseChat(unseen.chatId)
  await heading('Unnamed guest').waitFor()
  await agent.page.getByRole('region', { name: 'Unnamed guest' }).waitFor()
}

/** It says what each filter and mark means, filters, and is remembered. */
async function useLegend(agent: ConsolePage, guest: Guest): Promise<void> {
  const toggle = agent.button(/^Legend/)
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  await toggle.click()
  const legend = filters(agent)
  await legend.getByText('The guest wrote within the last 24 hours.').waitFor()
  await legend.getByText('The guest has not written for more than 24 hours.').waitFor()
  await legend.getByText('Not paused: the bot answers.').waitFor()
  await legend.getByText('Paused: by whom, and since when.').waitFor()
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  const labels = await legend.getByRole('link').allInnerTexts()
  expect(labels.map((label) => label.replace(/\s*\d+$/, ''))).toEqual(LEGEND)
  expect(await findSeriousFaults(agent.page)).toEqual([])

  const link = legend.getByRole('link', { name: /^Needs help/ })
  await link.click()
  await agent.page.waitForURL((url) => url.searchParams.get('chatFilter') === 'needs-help')
  // The address is there before it is drawn.
  await link.and(agent.page.locator('[aria-current]')).waitFor()
  await agent.chatLink(guest.chatId).waitFor()

  await agent.page.reload()
  await agent.waitUntilLive()
  await legend.getByText('The guest wrote within the last 24 hours.').waitFor()
  await toggle.click()
  await legend.getByText('The guest wrote within the last 24 hours.').waitFor({ state: 'detached' })
  await legend.getByRole('link', { name: /^Inactive/ }).waitFor()
  await agent.page.reload()
  await agent.waitUntilLive()
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
}

/** The guest is found by the room. */
async function findRoom(agent: ConsolePage, guest: Guest, room: string): Promise<void> {
  await agent.chooseChat(guest.chatId)
  await agent.page.getByText(`Room ${room}`).first().waitFor()
  await agent.chats.getByRole('link').filter({ hasNotText: guest.name }).first().click()
  await agent.page.waitForURL(({ pathname }) => !pathname.endsWith(guest.chatId))
  const search = agent.page.getByRole('searchbox', { name: 'Search user...' })
  await search.fill(`room ${room}`)
  const rooms = agent.page.getByRole('region', { name: 'Rooms' })
  const link = rooms.getByRole('link').filter({ hasText: guest.name })
  await link.waitFor()
  expect(await link.locator('mark').innerText()).toBe(`Room ${room}`)
  await link.click()
  await agent.page.waitForURL((url) => url.pathname.endsWith(guest.chatId))
  await search.press('Escape')
}

/** Words are found in messages, and the chat opens at the message. */
async function findWordsOffline(hotel: Hotel, agent: ConsolePage, guest: Guest): Promise<void> {
  await agent.chooseChat(guest.chatId)
  await agent.waitForMessage('and more of it, 2')
  await hotel.goOffline()

  const search = agent.page.getByRole('searchbox', { name: 'Search user...' })
  await search.fill('CREME minibar')
  const found = agent.page.getByRole('region', { name: 'In messages' })
  const hit = found.getByRole('link').filter({ hasText: 'brûlée' }).first()
  await hit.waitFor()
  await hit.getByText('Ana Ruiz').waitFor()
  expect(await hit.locator('mark').allInnerTexts()).toEqual(['crème', 'minibar'])
  expect(await findSeriousFaults(agent.page)).toEqual([])
  await hit.click()
  await agent.page.waitForURL((url) => url.pathname.endsWith(guest.chatId) && url.searchParams.has('message'))
  await agent.thread.getByText('The crème brûlée was colder than the minibar').waitFor()
  // What was typed stays, for the next hit.
  expect(await search.inputValue()).toBe('CREME minibar')

  await search.fill('nobody ever wrote this')
  await found.getByText('No message on this device has these words.').waitFor()
  expect(await found.getByRole('link').count()).toBe(0)
  await search.press('Escape')
  expect(await search.inputValue()).toBe('')
  await found.waitFor({ state: 'detached' })
  await hotel.goOnline()
}

/** It is on the row: waiting, and then gone. */
async function watchUnsent(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await hotel.goOffline()
  await agent.write('later')
  const row = agent.chatLink(guest.chatId)
  await row.getByText('1 unsent · waiting').waitFor()
  await hotel.goOnline()
  await guest.waitForStaffTexts(['later'])
  await waitFor('the mark to go', async () => (await row.getByText(/unsent/).count()) === 0)
}

const pageSchema = v.looseObject({ chats: v.array(v.looseObject({ id: v.string() })) })

function rename(body: string, names: ReadonlyMap<string, string>): string {
  const page = v.parse(pageSchema, JSON.parse(body))
  const chats = page.chats.map((chat) =>
    names.has(chat.id) ? { ...chat, displayName: names.get(chat.id) } : chat,
  )
  return JSON.stringify({ ...page, chats })
}
