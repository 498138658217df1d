import type { JSHandle, Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey, WHOLE_HOTEL } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NOTHING_HERE = 'No messages of this chat are on this device yet'
/** A row may be drawn a fraction of a pixel off; what a reader sees as a jump is more. */
const JUMP_PX = 2

describe('addresses, and a long thread', () => {
  journey(
    'a colleague’s link survives the sign-in, one of no chat, no filter and no channel, any other path; a long thread without a jump',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await followLink(hotel, agent)
      await openWhatIsNotThere(agent)
      await openAnotherPath(agent)
      await readLongThread(hotel, agent)
    },
    WHOLE_HOTEL,
  )
})

describe('what is not sent yet', () => {
  journey(
    'is in one place with its ways out; sign-out asks, keeps it or discards it; who comes next opens the chat that they choose',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await keepAtSignOut(hotel, agent)
      await discardAtSignOut(hotel, agent)
      await agent.signOut()
      await chooseAsNewestOpens(await desk.openTab())
      await leaveAsNewestOpens(await desk.openTab())
    },
  )
})

async function keepAtSignOut(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  await agent.chooseChat(guest.chatId)
  await hotel.goOffline()
  await agent.takeOver()
  await agent.write('first')
  await agent.write('second')
  await agent.unsentLink.click()
  const item = (text: string) => agent.page.getByRole('listitem').filter({ hasText: text })
  await item('second').getByText('Waiting to send').waitFor()
  await item('first').getByRole('button', { name: 'Discard', exact: true }).click()
  await item('first').waitFor({ state: 'detached' })

  await agent.signOut('Keep for my next sign-in')
  await hotel.goOnline()
  await agent.enterCredentials('agent')
  await guest.waitForStaffTexts(['second'])
}

async function discardAtSignOut(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ben Okafor')
  await agent.page.getByRole('link', { name: 'Conversations' }).click()
  await agent.chooseChat(guest.chatId)
  await hotel.goOffline()
  await agent.takeOver()
  await agent.write('never mind')
  await agent.signOut('Discard and sign out')
  await hotel.goOnline()
  await agent.enterCredentials('agent')
  await agent.chooseChat(guest.chatId)
  await agent.button('Take over').waitFor()
  expect(await guest.readStaffTexts()).toEqual([])
  expect(await agent.countDrawn('never mind')).toBe(0)
}

/** A chat that is chosen as the newest one opens by itself is the one that opens, and is never said to have no words here. */
async function chooseAsNewestOpens(maria: ConsolePage): Promise<void> {
  await maria.page.addInitScript((missing) => {
    new MutationObserver(() => {
      const log = document.querySelector('[role="log"]')
      if (log?.textContent.includes(missing)) sessionStorage.setItem('missing', 'said')
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, NOTHING_HERE)
  await maria.page.addInitScript(pressAsNewestOpens, 'section[aria-label="Conversations"] li:nth-child(4) a')
  await maria.signIn('maria')
  await maria.thread.getByRole('listitem').first().waitFor()
  const chosen = await maria.page.evaluate(() => sessionStorage.getItem('chosen'))
  expect(new URL(maria.page.url()).pathname).toBe(chosen)
  // Schedules 91 and 141 of seed 101: until it was asked for, nothing is known to be missing.
  expect(await maria.page.evaluate(() => sessionStorage.getItem('missing'))).toBeNull()
}

/** Another screen that is chosen as the newest chat opens by itself is the one that opens. */
async function leaveAsNewestOpens(maria: ConsolePage): Promise<void> {
  await maria.page.addInitScript(pressAsNewestOpens, 'a[href="/unsent"]')
  await maria.open('/messenger')
  await maria.page.getByRole('heading', { name: 'Unsent', level: 1 }).waitFor()
  expect(await maria.page.evaluate(() => sessionStorage.getItem('chosen'))).toBe('/unsent')
  expect(new URL(maria.page.url()).pathname).toBe('/unsent')
}

/** Runs in the page: presses a link once, in the moment in which the chats are there. */
function pressAsNewestOpens(selector: string): void {
  const observer = new MutationObserver(() => {
    const list = document.querySelector('section[aria-label="Conversations"][aria-busy="false"]')
    const link =
      list?.querySelector('a[href*="/messenger/"]') && document.querySelector<HTMLAnchorElement>(selector)
    if (!link) return
    observer.disconnect()
    sessionStorage.setItem('chosen', new URL(link.href).pathname)
    link.click()
  })
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
}

/** It survives the sign-in, and another chat keeps its query. */
async function followLink(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const ana = await hotel.openGuestInNeed('Ana Ruiz')
  const ben = await hotel.openGuestInNeed('Ben Okafor')
  await agent.open(`/messenger/${ana.chatId}?chatFilter=needs%20help&chatType=all`)
  await agent.enterCredentials('agent')
  await agent.thread.getByText('I want to speak to a person, please').waitFor()
  expect(new URL(agent.page.url()).pathname).toBe(`/messenger/${ana.chatId}`)
  await agent.chooseChat(ben.chatId)
  const { searchParams } = new URL(agent.page.url())
  expect(searchParams.get('chatFilter')).toBe('needs-help')
  expect(searchParams.get('chatType')).toBe('all')
}

/** An address of no chat, no filter and no channel says so, and the others are there. */
async function openWhatIsNotThere(agent: ConsolePage): Promise<void> {
  await agent.waitUntilLive()
  await agent.open('/messenger/no-such-chat?chatFilter=nonsense&chatType=pigeon')
  await agent.thread.getByText('This chat is not there any more.').waitFor()
  await agent.page.getByText('The hotel gives nothing on this guest.').waitFor()
  expect(await agent.button('Take over').count()).toBe(0)
  const filters = agent.page.getByRole('navigation', { name: 'Filters' })
  expect(await filters.locator('[aria-current]').allInnerTexts()).toEqual(['All States'])
  await agent.chats.getByRole('link').first().click()
  await agent.thread.getByRole('listitem').first().waitFor()
}

/** Any other path leads to the messenger, where the newest chat opens by itself. */
async function openAnotherPath(agent: ConsolePage): Promise<void> {
  await agent.open('/no/such/screen')
  await agent.waitUntilRowsVisible()
  await agent.thread.getByRole('listitem').first().waitFor()
  const first = await agent.chats.getByRole('link').first().getAttribute('href')
  expect(first).toContain(new URL(agent.page.url()).pathname)
}

/** It is paged in above without a jump, and a new message does not pull its reader down. */
async function readLongThread(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const staff = await hotel.signInStaff('maria')
  const [longest] = (await staff.readChats()).sort((a, b) => b.messagesCount - a.messagesCount)
  if (!longest) throw new Error('The demonstration hotel has no chats.')
  // That she takes it is news, which is said above the log.
  await staff.returnToBot(longest.id)
  const other = (await staff.readChats()).find((chat) => chat.id !== longest.id && chat.messagesCount > 1)
  if (!other) throw new Error('The demonstration hotel has one chat only.')
  await agent.openChat(other.id)
  await agent.thread.getByRole('listitem').first().waitFor()
  const readStep = await chooseAndScroll(agent, longest.id)
  await waitFor('the whole log', async () => (await agent.thread.getAttribute('aria-busy')) === 'false')
  expect(await readStep()).toBeLessThanOrEqual(JUMP_PX)

  await agent.openChat(longest.id)
  const messages = agent.thread.getByRole('listitem')
  await messages.nth(20).waitFor()

  const before = await messages.count()
  const readJump = await scrollTo(agent.thread, 300)
  await waitFor('older messages to be there', async () => (await messages.count()) > before)
  expect(await readJump()).toBeLessThanOrEqual(JUMP_PX)

  const readPull = await scrollTo(agent.thread, 900)
  await staff.takeOver(longest.id)
  await staff.send(longest.id, 'something new at the end')
  await agent.page.getByRole('button', { name: /new message/ }).waitFor()
  await agent.page.getByText('Maria Santos took this chat', { exact: false }).waitFor()
  expect(await readPull()).toBeLessThanOrEqual(JUMP_PX)
  await agent.page.getByRole('button', { name: /new message/ }).click()
  await waitFor('the newest message to be in view', () => isInView(agent.message('something new at the end')))
}

/**
 * Scrolls a log as a wheel does and takes hold of the message in its middle, in one task, with a drawing that comes before
 * the scroll's own event. Returns how far that message has moved on the screen since, px, in what was painted last.
 */
async function scrollTo(log: Locator, top: number): Promise<() => Promise<number>> {
  const held = await log.evaluateHandle((element, px) => {
    element.scrollTop = px
    // What a window that comes back hears: the log is drawn with the time of now.
    document.dispatchEvent(new Event('visibilitychange'))
    const middle = element.getBoundingClientRect().top + element.clientHeight / 2
    const items = [...element.querySelectorAll('li')]
    const item = items.find((candidate) => candidate.getBoundingClientRect().bottom > middle)
    if (!item) throw new Error('no message in the middle of the log')
    return { item, from: item.getBoundingClientRect().top }
  }, top)
  return readMoved(held)
}

/**
 * Chooses a chat, and scrolls its log while it is drawn step by step: right before a step is put into the page, so that it
 * comes before the scroll's own event. What was read then is held as in `scrollTo`.
 */
async function chooseAndScroll(agent: ConsolePage, chatId: string): Promise<() => Promise<number>> {
  const scrolled = agent.page.evaluateHandle(
    (id) =>
      new Promise<{ item: Element; from: number }>((resolve) => {
        const { insertBefore, removeChild } = Node.prototype
        let isWithinStep = false
        const beginStep = (list: Node) => {
          if (isWithinStep) return
          isWithinStep = true
          queueMicrotask(() => (isWithinStep = false))
          const log = document.querySelector('[role=log][aria-busy=true]')
          const items = [...(log?.querySelectorAll('li') ?? [])]
          if (!location.pathname.endsWith(id) || !log?.contains(list) || items.length < 15) return
          Object.assign(Node.prototype, { insertBefore, removeChild })
          log.scrollTop -= 250
          const { top } = log.getBoundingClientRect()
          const item = items.find((candidate) => candidate.getBoundingClientRect().bottom > top + 100)
          if (item) resolve({ item, from: item.getBoundingClientRect().top })
        }
        Node.prototype.insertBefore = function insertInStep<T extends Node>(node: T, child: Node | null) {
          beginStep(this)
          return Reflect.apply(insertBefore, this, [node, child]) as T
        }
        Node.prototype.removeChild = function removeInStep<T extends Node>(child: T) {
          beginStep(this)
          return Reflect.apply(removeChild, this, [child]) as T
        }
      }),
    chatId,
  )
  await agent.chooseChat(chatId)
  return readMoved(await scrolled)
}

function readMoved(held: JSHandle<{ item: Element; from: number }>): () => Promise<number> {
  return () =>
    held.evaluate(async ({ item, from }) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      return Math.abs(item.getBoundingClientRect().top - from)
    })
}

function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}
