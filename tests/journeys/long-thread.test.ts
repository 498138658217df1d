import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey, WHOLE_HOTEL } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** More than are ever drawn at a time. */
const MOST_DRAWN = 200

describe('a thread that is longer than what is drawn of it', () => {
  journey(
    'is read back and forth on a desktop and a phone, never all of it drawn; one tap leads back; an address of its own; what is new',
    async (hotel) => {
      const { agent, longest } = await openLongest(hotel)
      await stayAtEnd(agent)
      await standAtTop(agent)
      await readBackAndForth(agent, longest, 'at the very end, seen on a desktop')
      await leadBack(agent, longest)
      await openByAddress(agent, longest)
      await openWhatIsGone(agent, longest)
      await drawLineBeforeNew(hotel, agent)
      await turnIntoPhone(agent)
      await agent.openChat(longest.id)
      await readBackAndForth(agent, longest, 'at the very end, seen on a phone')
    },
    WHOLE_HOTEL,
  )
})

type Longest = Awaited<ReturnType<typeof openLongest>>['longest']

async function readBackAndForth(agent: ConsolePage, longest: Longest, last: string): Promise<void> {
  const messages = agent.thread.getByRole('listitem')
  await messages.nth(20).waitFor()
  await scrollUntil(agent.thread, -1, () => isShown(agent, 'Start of the conversation'))
  expect(await messages.count()).toBeLessThanOrEqual(MOST_DRAWN)
  await agent.button('Newest messages').waitFor()

  await longest.staff.takeOver(longest.id)
  await longest.staff.send(longest.id, last)
  expect(await agent.countDrawn(last)).toBe(0)
  const jump = agent.button(/newest message|new message/i)
  await scrollUntil(agent.thread, 1, async () => (await isShown(agent, last)) && (await jump.count()) === 0)
  // Neither what was drawn on the way up nor what was passed on the way down is read out.
  expect(await agent.page.getByRole('status', { name: 'New messages' }).textContent()).toBe('')
  expect(await messages.count()).toBeLessThanOrEqual(MOST_DRAWN)
}

/** Rounding may move a log by a px as its heights change: its reader has not, and stays at the end. */
async function stayAtEnd(agent: ConsolePage): Promise<void> {
  await agent.thread.getByRole('listitem').nth(20).waitFor()
  const isAtEnd = () =>
    agent.thread.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2)
  await waitFor('the thread to open at its end', isAtEnd)
  await agent.thread.evaluate((log) => {
    const list = log.querySelector('ol')
    log.scrollTop = log.scrollHeight
    const { scrollTop: before } = log
    list?.style.setProperty('margin-bottom', '-1px')
    if (log.scrollTop !== before - 1) throw new Error('The log was not moved by 1 px.')
    list?.style.setProperty('margin-bottom', '200px')
  })
  await waitFor('the thread to be led to its end again', isAtEnd)
  expect(await agent.button('Newest messages').count()).toBe(0)
  await agent.thread.evaluate((log) => log.querySelector('ol')?.style.removeProperty('margin-bottom'))
}

/** Who stands at the very top, where a day's line is, keeps what they read when older messages come in above. */
async function standAtTop(agent: ConsolePage): Promise<void> {
  await agent.thread.getByRole('listitem').nth(20).waitFor()
  const drawn = agent.thread.locator('[data-message]')
  const held = await agent.thread.evaluate((log) => {
    log.scrollTop = 0
    const [first] = log.querySelectorAll('[data-message]')
    return { id: first?.getAttribute('data-message') ?? '', top: first?.getBoundingClientRect().top ?? 0 }
  })
  await waitFor(
    'older messages to be drawn',
    async () => (await drawn.first().getAttribute('data-message')) !== held.id,
  )
  const top = await agent.thread
    .locator(`[data-message="${held.id}"]`)
    .evaluate((item) => item.getBoundingClientRect().top)
  expect(Math.abs(top - held.top)).toBeLessThan(2)
}

/** To its end with one tap, and shows at once what its reader writes. */
async function leadBack(agent: ConsolePage, longest: Longest): Promise<void> {
  await agent.button('Take over').click()
  await agent.composer.waitFor()
  await scrollUntil(agent.thread, -1, () => isShown(agent, 'Start of the conversation'))
  await agent.button('Newest messages').click()
  await waitFor('the end to be there', async () => (await agent.button('Newest messages').count()) === 0)
  await scrollUntil(agent.thread, -1, () => isShown(agent, 'Start of the conversation'))
  await agent.write('said from far above')
  await agent.waitForMessage('said from far above')
  await waitFor('it to be in view', () => isInView(agent.message('said from far above')))
  await waitFor('it to arrive', async () =>
    (await longest.staff.readMessages(longest.id)).some(({ text }) => text === 'said from far above'),
  )
}

/** It is opened in its place and stands out, and a tap leads to the newest. */
async function openByAddress(agent: ConsolePage, longest: Longest): Promise<void> {
  const old = (await longest.staff.readMessages(longest.id)).at(-90)
  if (!old) throw new Error('The longest chat is not that long.')
  const address = `/messenger/${longest.id}?chatFilter=all&chatType=all&message=${old.id}`
  await agent.open(address)
  const item = agent.thread.locator(`li[data-message="${old.id}"]`)
  await waitFor('the message to be in view', () => isInView(item))
  expect(await item.getAttribute('data-highlight')).toBe('true')
  await agent.button('Newest messages').click()
  await waitFor('the newest to be in view', () => isInView(agent.thread.getByRole('listitem').last()))
  expect(new URL(agent.page.url()).searchParams.has('message')).toBe(false)
}

/** That a message is not there any more is said, and the chat opens at its end. */
async function openWhatIsGone(agent: ConsolePage, longest: Longest): Promise<void> {
  await agent.open(`/messenger/${longest.id}?chatFilter=all&chatType=all&message=nothing-such`)
  await agent.page.getByText('That message is not in this chat any more.').waitFor()
  await waitFor('the newest to be in view', () => isInView(agent.thread.getByRole('listitem').last()))
}

/** What came since the chat was last read stands below a line. */
async function drawLineBeforeNew(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  const other = await hotel.openGuestInNeed('Ben Okafor')
  await agent.chooseChat(guest.chatId)
  await agent.thread.getByText('I want to speak to a person, please').waitFor()
  const byBot = agent.thread.getByText('Bot', { exact: true }).first()
  await byBot.waitFor()
  expect(await byBot.evaluate((name) => getComputedStyle(name, '::after').content)).toBe('"AUTO"')
  await agent.chatLink(guest.chatId).getByRole('img', { name: 'unread' }).waitFor({ state: 'detached' })
  expect(await agent.thread.getByText('New messages').count()).toBe(0)
  await agent.chooseChat(other.chatId)
  await guest.say('Is anybody there?')
  await agent.chatLink(guest.chatId).getByRole('img', { name: 'unread' }).waitFor()
  await agent.chooseChat(guest.chatId)
  const items = agent.thread.getByRole('listitem')
  await agent.thread.getByText('New messages').waitFor()
  const texts = await items.allInnerTexts()
  const line = texts.findIndex((text) => text.includes('New messages'))
  expect(texts[line + 1]).toContain('Is anybody there?')
}

async function openLongest(hotel: Hotel) {
  const staff = await hotel.signInStaff('maria')
  const [longest] = (await staff.readChats()).sort((a, b) => b.messagesCount - a.messagesCount)
  if (!longest) throw new Error('The demonstration hotel has no chats.')
  const agent = await (await hotel.openDesk()).openTab()
  await agent.signIn('agent')
  await agent.openChat(longest.id)
  return { agent, longest: { id: longest.id, staff } }
}

/** Scrolls a screenful at a time until something is so. */
async function scrollUntil(log: Locator, way: 1 | -1, isDone: () => Promise<boolean>): Promise<void> {
  await waitFor(way < 0 ? 'the beginning to be reached' : 'the end to be reached', async () => {
    if (await isDone()) return true
    await log.evaluate((element, direction) => {
      element.scrollTop += direction * element.clientHeight
    }, way)
    return false
  })
}

async function isShown(agent: ConsolePage, text: string): Promise<boolean> {
  return (await agent.thread.getByText(text, { exact: true }).count()) > 0
}

function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}
