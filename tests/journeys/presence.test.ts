import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { skewClock } from '#tests/support/device-clock.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { waitForQuiet } from '#tests/support/quiet.ts'
import type { Staff } from '#tests/support/staff.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const HOUR_MS = 60 * 60_000
const ACTIVE_MS = HOUR_MS / 2

describe('the session and the counters (CONTRACT section 4)', () => {
  journey(
    'the counter follows who is there and which guests write; a session that ends elsewhere locks the screen',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await followCounter(hotel, agent)
      await endElsewhere(hotel, agent)
    },
  )
})

describe('a device whose clock is wrong (I8)', () => {
  journey(
    'an hour ahead, and then an hour behind: neither order nor ‘online’ changes',
    async (hotel) => {
      const desk = await hotel.openDesk()
      await skewClock(desk.context, HOUR_MS)
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await workByWrongClock(hotel, agent)
      // On top of the former: it starts an hour behind, with what it kept an hour ahead.
      await skewClock(desk.context, -2 * HOUR_MS)
      await agent.open()
      await agent.waitUntilLive()
      await workByWrongClock(hotel, agent)
    },
    BOTH_KINDS,
  )
})

async function followCounter(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const staff = await hotel.signInStaff('manager')
  await waitForUsers(agent, staff)
  await waitFor('one agent', async () => (await readCounter(agent)).agents === 1)
  const other = await hotel.openDesk()
  const maria = await other.openTab()
  await maria.signIn('maria')
  await waitFor('two agents', async () => (await readCounter(agent)).agents === 2)
  // The same person at a second tab is still one.
  const second = await other.openTab()
  await second.open()
  await second.waitUntilRowsVisible()
  const before = await countActive(staff)
  await hotel.openGuestInNeed('Ana Ruiz')
  await hotel.openGuestInNeed('Ben Okafor')
  await waitForUsers(agent, staff)
  expect(await countActive(staff)).toBeGreaterThan(before)
  expect((await readCounter(agent)).agents).toBe(2)
  await other.context.close()
  await waitFor('one agent again', async () => (await readCounter(agent)).agents === 1)
}

/** The end closes the socket, and the screen locks by itself. */
async function endElsewhere(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Cleo Late')
  await agent.chooseChat(guest.chatId)
  await agent.connection.getByText(/live/i).first().waitFor()
  // The last call is this agent's: the chat that was chosen was read.
  const authorization = await waitFor(
    'the chosen chat to be read',
    () => hotel.line.seen.findLast(({ path }) => path.includes(guest.chatId))?.headers.authorization,
  )
  // What is read every minute anyway is read now.
  await agent.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await waitForQuiet(hotel.line)
  const calls = hotel.line.seen.length
  const ended = await fetch(`${hotel.server.url}/api/auth`, {
    method: 'DELETE',
    headers: { authorization },
  })
  expect(ended.ok).toBe(true)
  await agent.page.getByText('Your session has ended', { exact: false }).waitFor()
  expect(await agent.chats.count()).toBe(0)
  // No call had to fail first: the socket's close said it.
  const refusable = hotel.line.seen.slice(calls).filter(({ path }) => path.startsWith('/api/'))
  expect(refusable.map(({ path }) => path)).toEqual([])
}

async function workByWrongClock(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  const staff = await hotel.signInStaff('maria')
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  for (const round of [1, 2]) {
    await agent.write(`answer ${round}`)
    await agent.waitForMessage(`answer ${round}`, 'Sent')
    await guest.say(`question ${round}`)
    await agent.thread.getByText(`question ${round}`, { exact: true }).waitFor()
  }
  // What the environment has no row of yet stands at the end.
  await agent.waitUntilUnsent(0)
  await waitFor('the order in which it was said', async () => {
    const order = (await agent.thread.getByRole('listitem').allInnerTexts()).flatMap(
      (text) => /(?:answer|question) \d/.exec(text)?.[0] ?? [],
    )
    expect(order).toEqual(['answer 1', 'question 1', 'answer 2', 'question 2'])
    return true
  })

  await agent.button('Chat resolved').click()
  // A clock that is set back over something unsent is a question by O10.
  await agent.waitUntilUnsent(0)
  await agent.chatLink(guest.chatId).getByTitle('online').waitFor()
  await waitForUsers(agent, staff)
  const chats = await staff.readChats()
  const newest = chats.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, 5)
  for (const [index, chat] of newest.entries()) {
    expect(await agent.chats.locator(`[aria-posinset="${index + 1}"] a`).getAttribute('href')).toContain(
      chat.id,
    )
  }
}

interface Counter {
  agents: number
  users: number
}

async function readCounter(agent: ConsolePage): Promise<Counter> {
  const words = await agent.page.getByText(/^Active: Agents: \d+ \/ Users: \d+$/).innerText()
  const [, agents, users] = /Agents: (\d+) \/ Users: (\d+)/.exec(words) ?? []
  return { agents: Number(agents), users: Number(users) }
}

/** Guests who wrote within the last 30 minutes. */
async function countActive(staff: Staff): Promise<number> {
  const since = Date.now() - ACTIVE_MS
  const chats = await staff.readChats()
  return chats.filter(({ lastUserMessageDate: last }) => last !== null && Date.parse(last) >= since).length
}

async function waitForUsers(agent: ConsolePage, staff: Staff): Promise<void> {
  await waitFor('the counter to have as many users as the hotel', async () => {
    const [counted, there] = [(await readCounter(agent)).users, await countActive(staff)]
    if (counted !== there) throw new Error(`The screen counts ${counted}, the hotel has ${there}.`)
    return true
  })
}
