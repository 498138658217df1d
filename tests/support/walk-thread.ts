import { expect } from 'vitest'
import { readChatFilter } from '#src/domain/chats/filters.ts'
import { look, lookClosely, waitForAddress, type Walk } from './walk.ts'
import { waitFor } from './wait-for.ts'

const WRONG_LOGIN = 'Wrong username or password, or user with such credentials not added to the system.'
const NOT_PRODUCTION = 'Local environment: this is not production.'

/** Routes, environments and sign-in: a colleague's link to Ana's chat, which survives the sign-in. */
export async function signInAtLink(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { page } = agent
  const path = `/messenger/${cast.ana.chatId}`
  await agent.open(`${path}?chatFilter=needs%20help&chatType=all`)
  await page.getByText(NOT_PRODUCTION).waitFor()
  expect(await agent.button('LOGIN').isDisabled()).toBe(true)
  await lookClosely(walk, 'sign-in')

  // Its button is there, and says why it can't be used: this environment has no app of the network's.
  await page.getByLabel('Username', { exact: true }).fill('facebooklogin')
  await page.getByText('Facebook sign-in is not set up for this environment.', { exact: false }).waitFor()
  expect(await agent.button('Facebook Login').isDisabled()).toBe(true)
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await lookClosely(walk, 'sign-in-by-facebook')

  // A name of its own: failures of one name slow its next sign-in down.
  await agent.enterCredentials(`nobody-${cast.word}`, 'not the password')
  await page.getByRole('alert').getByText(WRONG_LOGIN, { exact: true }).waitFor()
  await lookClosely(walk, 'sign-in-refused')
  await agent.enterCredentials('admin')
  await agent.waitUntilLive()
  await agent.thread.getByText('Good evening, Ana', { exact: true }).waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, readChatFilter(searchParams.get('chatFilter'))]).toEqual([path, 'needs-help'])
}

/** All that a thread can have. */
export async function readThread(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  const { thread } = agent
  const gallery = thread.getByRole('group', { name: 'Cards' })
  await gallery.waitFor()
  expect(await gallery.getByRole('heading').allInnerTexts()).toEqual(['Slide 1', 'Slide 2', 'Slide 3'])
  await thread.getByText('and 2 more', { exact: true }).waitFor()
  expect(await gallery.getByRole('link', { name: 'Menu 1' }).getAttribute('rel')).toBe('noopener noreferrer')
  expect(await gallery.getByText('Choose 1', { exact: true }).evaluate(({ tagName }) => tagName)).toBe('SPAN')

  // A guest's text is text: one safe address in it is a link.
  const address = `https://hotel.example/${cast.word}`
  const link = thread.getByRole('link', { name: address, exact: true })
  expect(await link.getAttribute('href')).toBe(address)
  expect(await link.locator('..').innerText()).toBe(`<b>See</b> ${address} or javascript:alert(1)`)

  const paper = thread.getByRole('link', { name: 'bill.pdf' })
  await paper.waitFor()
  expect(await paper.getAttribute('download')).toBe('bill.pdf')
  for (const words of ['Maria Santos', 'Bot', 'Yesterday', 'Today'])
    await thread.getByText(words, { exact: true }).first().waitFor()
  await lookClosely(walk, 'thread')
  await lookAtPicture(walk)

  // It has more than a screenful.
  await waitFor('the way back to the newest', async () => {
    await thread.evaluate((log) => (log.scrollTop = 0))
    return agent.button('Newest messages').isVisible()
  })
  await look(walk, 'thread-from-its-beginning')
  await agent.button('Newest messages').click()
  await agent.button('Newest messages').waitFor({ state: 'detached' })
}

async function lookAtPicture(walk: Walk): Promise<void> {
  const { agent } = walk
  const opener = agent.button('Show cake.png large')
  await opener.click()
  const viewer = agent.page.getByRole('dialog', { name: 'cake.png' })
  await waitFor('the picture to be drawn', () =>
    viewer
      .getByRole('img', { name: 'cake.png' })
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  )
  await look(walk, 'picture')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await viewer.waitFor({ state: 'detached' })
}

/** The guest card, which on a phone is a screen of its own, and the ticket form on it; on a phone, back to the list. */
export async function readGuestCard(walk: Walk): Promise<void> {
  const { agent, cast, isPhone } = walk
  const { page } = agent
  const card = page.getByRole('complementary', { name: 'Guest card' })
  if (isPhone) await page.getByRole('link', { name: 'Guest card', exact: true }).click()
  await card.getByRole('heading', { name: 'Ana Ruiz', exact: true }).waitFor()
  expect(await agent.thread.isVisible()).toBe(!isPhone)
  for (const words of ['CHECKED-IN', 'VIP level 3', cast.room, '11/18/26', 'N/A'])
    await card.getByText(words, { exact: true }).waitFor()
  await card.getByText('4.5 of 5 stars').waitFor()
  for (const [name, isOpen] of [
    ['Guest Information', 'true'],
    ['Guest Survey', 'true'],
    ['Social Interests', 'false'],
  ] as const)
    expect(await card.getByRole('button', { name }).getAttribute('aria-expanded'), name).toBe(isOpen)
  await card.getByRole('button', { name: 'Social Interests' }).click()
  await card.getByText('48,200 followers', { exact: true }).waitFor()
  await lookClosely(walk, 'guest-card')
  await addTicket(walk)
  if (!isPhone) return
  await card.getByRole('link', { name: 'Back' }).click()
  await waitForAddress(agent, '/messenger', { chatFilter: 'all', chatType: 'all' })
  await agent.chats.waitFor()
}

async function addTicket(walk: Walk): Promise<void> {
  const { agent, cast } = walk
  await agent.button('ADD A NEW TICKET').click()
  const form = agent.page.getByRole('form', { name: 'New ticket' })
  await form.getByText(`For room ${cast.room}`, { exact: true }).waitFor()
  const save = form.getByRole('button', { name: 'SAVE TICKET', exact: true })
  const request = form.getByLabel('Request', { exact: true })
  await request.fill('Two towels and a blanket')
  expect(await save.isDisabled(), 'without a department').toBe(true)
  await form.getByLabel('Department', { exact: true }).selectOption({ label: 'Housekeeping' })
  await request.fill('   ')
  expect(await save.isDisabled(), 'without a request').toBe(true)
  await request.fill('Two towels and a blanket')
  await look(walk, 'ticket')
  await save.click()
  const tickets = agent.page.getByRole('status', { name: 'Tickets' })
  await tickets.getByText('Ticket saved', { exact: true }).waitFor()
  expect(await request.inputValue()).toBe('')
  await look(walk, 'ticket-saved')
}
