import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { addAttachments } from '#tests/support/add-attachments.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import type { Staff } from '#tests/support/staff.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const DAY_MS = 24 * 60 * 60_000
type Chat = Awaited<ReturnType<Staff['readChat']>>

const FILTERS: [chip: string, filter: string, belongs: (chat: Chat) => boolean][] = [
  ['Active', 'active', (chat) => chat.pausedAt === null],
  ['Needs help', 'needs-help', (chat) => chat.needsHelp],
  ['Paused', 'paused', (chat) => chat.user !== null && chat.pausedAt !== null],
  ['Idle', 'idle', (chat) => !isOlderThanADay(chat)],
  ['Inactive', 'inactive', isOlderThanADay],
  ['All States', 'all', () => true],
]

describe('the sign-in screen, the chat list and the open chat', () => {
  journey(
    'a wrong login is said; filters, search and what is paused; Send, a gallery’s slides, the list beside the chat, the guest card',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      const guest = await openGuestWithCards(hotel)
      const staff = await hotel.signInStaff('maria')
      const recent = await readRecentChats(hotel, staff)
      await signInAtTheSecondTry(agent)
      await showEachFilter(agent, recent)
      await sayWhetherPaused(hotel, agent)
      await narrowAndShowAll(agent, guest, await findOldChat(staff))
      await showThreeSlides(agent, guest)
      await disableSend(hotel, agent)
      await standBesideTheList(hotel, agent)
      await readGuestCard(hotel, agent)
    },
  )
})

/** A guest whose message is a gallery of five. */
async function openGuestWithCards(hotel: Hotel): Promise<Guest> {
  const guest = await hotel.openGuestInNeed('Ana Quijote')
  await guest.say('five cards, please')
  const slides = [1, 2, 3, 4, 5].map((number) => ({
    contentType: 'application/card',
    content: { title: `Slide ${number}` },
  }))
  hotel.line.rewrite('/api/sync', (body) =>
    addAttachments(body, ({ text }) => text === 'five cards, please', slides),
  )
  return guest
}

/** The first fails in the catalogue's words, and the form can be used again. */
async function signInAtTheSecondTry(agent: ConsolePage): Promise<void> {
  await agent.open()
  await agent.page.getByLabel('Username', { exact: true }).waitFor()
  expect(await agent.button('LOGIN').isDisabled()).toBe(true)
  await agent.enterCredentials('agent', 'not the password')
  const alert = agent.page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toBe(
    'Wrong username or password, or user with such credentials not added to the system.',
  )
  await agent.page.getByLabel('Password', { exact: true }).fill('bellhop-demo')
  await agent.page.getByLabel('Password', { exact: true }).press('Enter')
  await agent.waitUntilLive()
}

/** The chats that belong to it, the newest first. */
async function showEachFilter(agent: ConsolePage, recent: readonly Chat[]): Promise<void> {
  for (const [chip, filter, belongs] of FILTERS) {
    await agent.page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: new RegExp(`^${chip}`) })
      .click()
    await agent.page.waitForURL((url) => url.searchParams.get('chatFilter') === filter)
    const wanted = recent.filter(belongs).map(({ id }) => id)
    expect(wanted.length, chip).toBeGreaterThan(0)
    await waitFor(`the list of ${chip}`, async () => {
      const shown = await listShown(agent)
      if (shown.length === 0 || shown.join() !== wanted.slice(0, shown.length).join())
        throw new Error(`shown: ${shown.join()}, wanted: ${wanted.join()}`)
      return true
    })
  }
}

/** A chat's row says it with a named icon. */
async function sayWhetherPaused(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuest('Ana Ruiz')
  await guest.say('When is breakfast served?')
  const row = agent.chatLink(guest.chatId)
  await row.getByRole('img', { name: 'answered by' }).waitFor()
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await row.getByRole('img', { name: 'paused by' }).waitFor()
  expect(await row.getByTitle('Paused by You').count()).toBe(1)
  expect(await row.getByRole('img', { name: 'answered by' }).count()).toBe(0)
}

/** By what is typed, in capitals or not; Show All brings older chats. */
async function narrowAndShowAll(agent: ConsolePage, guest: Guest, old: Chat): Promise<void> {
  const search = agent.page.getByRole('searchbox', { name: 'Search user...' })
  await search.fill('ANA QUIJ')
  await waitFor('the list to be narrowed', async () => (await agent.chats.getByRole('link').count()) === 1)
  await agent.chatLink(guest.chatId).waitFor()

  // A search looks through whatever is on this device, and this chat is not there yet.
  await search.fill(old.displayName)
  await agent.page.getByText('No chats match.').waitFor()
  await agent.button('Show All').click()
  await agent.chatLink(old.id).waitFor()
  expect(await agent.button('Show All').getAttribute('aria-pressed')).toBe('true')
}

/** Of a gallery at most three are shown, and how many more there are is said. */
async function showThreeSlides(agent: ConsolePage, guest: Guest): Promise<void> {
  await agent.openChat(guest.chatId)
  const gallery = agent.thread.getByRole('group', { name: 'Cards' })
  await gallery.waitFor()
  expect(await gallery.getByRole('heading').allInnerTexts()).toEqual(['Slide 1', 'Slide 2', 'Slide 3'])
  await agent.thread.getByText('and 2 more', { exact: true }).waitFor()
  await gallery.focus()
  await agent.page.keyboard.press('ArrowRight')
  await waitFor('the row to have moved', () => gallery.evaluate((row) => row.scrollLeft > 0))
}

/** While there is nothing to send. */
async function disableSend(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  expect(await agent.button('Send').isDisabled()).toBe(true)
  await agent.composer.fill('  \n ')
  expect(await agent.button('Send').isDisabled()).toBe(true)
  await agent.composer.fill('words')
  await agent.button('Send').click()
  await guest.waitForStaffTexts(['words'])
  expect(await agent.button('Send').isDisabled()).toBe(true)
}

/** From 800 px on; below it is alone. */
async function standBesideTheList(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await agent.page.setViewportSize({ width: 800, height: 900 })
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  expect(await agent.chats.isVisible()).toBe(true)
  await agent.page.setViewportSize({ width: 799, height: 900 })
  await agent.chats.waitFor({ state: 'hidden' })
  expect(await agent.thread.isVisible()).toBe(true)
  await agent.page.setViewportSize({ width: 800, height: 900 })
  await agent.chats.waitFor()
}

/** On a phone: its three sections, the survey's stars, N/A for what is missing, and the way back to the list. */
async function readGuestCard(hotel: Hotel, agent: ConsolePage): Promise<void> {
  await turnIntoPhone(agent)
  const staff = await hotel.signInStaff('maria')
  const { chatId, rating } = await findRatedGuest(hotel, staff)
  const stranger = await hotel.openGuestInNeed('Ana Ruiz')
  const bringCard = hotel.line.holdAll(({ path }) => path === `/api/inhouse-guest-info/${stranger.chatId}`)
  await agent.openChat(chatId)
  await agent.page.getByRole('link', { name: 'Guest card', exact: true }).click()
  const card = agent.page.getByRole('complementary', { name: 'Guest card' })
  await card.getByText(`${rating} of 5 stars`).waitFor()
  const shown = await card.getByText('★★★★★').evaluate((full) => {
    const all = full.parentElement?.getBoundingClientRect().width ?? Number.NaN
    return full.getBoundingClientRect().width / all
  })
  expect(shown).toBeCloseTo(rating / 5, 2)
  for (const [name, isOpen] of [
    ['Guest Information', true],
    ['Guest Survey', true],
    ['Social Interests', false],
  ] as const) {
    const section = card.getByRole('button', { name })
    expect(await section.getAttribute('aria-expanded'), name).toBe(String(isOpen))
    await section.click()
    expect(await section.getAttribute('aria-expanded'), name).toBe(String(!isOpen))
  }
  await card.getByRole('link', { name: 'Back' }).click()
  await agent.page.waitForURL((url) => url.pathname + url.search === '/messenger?chatFilter=all&chatType=all')

  await agent.chooseChat(stranger.chatId)
  await agent.page.getByRole('link', { name: 'Guest card', exact: true }).click()
  // What nobody has read yet is not said to be missing.
  await card.getByText('Reading what is known of this guest…').waitFor()
  expect(await card.getByText(/PROSPECT|N\/A/).count()).toBe(0)
  bringCard()
  await card.getByText('PROSPECT').waitFor()
  // Arrival, departure and room, and the survey.
  await waitFor('what is missing to be said', async () => (await card.getByText('N/A').count()) >= 4)
  expect(await card.locator('img').count()).toBe(0)

  // What a guest says of the help is seen as it comes.
  await staff.resolve(stranger.chatId)
  await stranger.rate(2)
  await card.getByText('2 of 5 stars').waitFor()

  const pictured = (await staff.readChats()).find(({ source }) => source === 'facebook')
  await agent.openChat(pictured?.id ?? '')
  await agent.page.getByRole('link', { name: 'Guest card', exact: true }).click()
  await waitFor('the guest’s photo to be drawn', () =>
    card.locator('img').evaluate((photo) => photo instanceof HTMLImageElement && photo.naturalWidth > 0),
  )
}

function isOlderThanADay(chat: Chat): boolean {
  return chat.lastUserMessageDate === null || Date.now() - Date.parse(chat.lastUserMessageDate) > DAY_MS
}

/** The ids of the rows that are drawn, from the top. */
async function listShown(agent: ConsolePage): Promise<string[]> {
  const rows = await agent.chats
    .getByRole('listitem')
    .evaluateAll((items) =>
      items
        .sort((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
        .map((item) => item.querySelector('a')?.pathname.split('/').at(-1) ?? ''),
    )
  return rows.filter((id) => id !== '')
}

const idsSchema = v.array(v.object({ id: v.string() }))

/** The default list, newest first. */
async function readRecentChats(hotel: Hotel, staff: Staff): Promise<Chat[]> {
  const url = `${hotel.server.url}/api/info/chats?scope=recent`
  const recent = new Set((await callJson(idsSchema, url, { token: staff.token })).map(({ id }) => id))
  return (await staff.readChats())
    .filter(({ id }) => recent.has(id))
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}

/** A chat that only Show All brings. */
async function findOldChat(staff: Staff): Promise<Chat> {
  const sorted = (await staff.readChats()).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const old = sorted
    .slice(10)
    .find(
      ({ updatedAt, pausedAt, needsHelp }) =>
        Date.now() - Date.parse(updatedAt) > 7 * DAY_MS && pausedAt === null && !needsHelp,
    )
  if (!old) throw new Error('The demonstration hotel has no old chat.')
  return old
}

const cardSchema = v.object({ rating: v.nullish(v.number()) })

async function findRatedGuest(hotel: Hotel, staff: Staff): Promise<{ chatId: string; rating: number }> {
  for (const { id } of await readRecentChats(hotel, staff)) {
    const url = `${hotel.server.url}/api/inhouse-guest-info/${id}`
    const { rating } = await callJson(cardSchema, url, { token: staff.token })
    if (rating != null) return { chatId: id, rating }
  }
  throw new Error('Nobody in the demonstration hotel answered the survey.')
}
