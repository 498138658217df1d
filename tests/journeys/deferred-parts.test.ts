import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import { WORKER, type Desk, type Hotel } from '#tests/support/hotel.ts'
import { journey, ONLY_WHOLE_BROWSER } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** The menu's chunk is fetched with the first click on it. */
const MENU_CHUNK = /\/assets\/controls-[^/]+\.js$/
const THREAD_CHUNK = /\/assets\/chat-[^/]+\.js$/
const isMenuChunk = ({ path }: SeenRequest) => MENU_CHUNK.test(path)
/** What reads the chats and sends: it comes after the rows. */
const LEAD_CHUNK = /\/assets\/lead-[^/]+\.js$/
const isLeadChunk = ({ path }: SeenRequest) => LEAD_CHUNK.test(path)
const isThreadChunk = ({ path }: SeenRequest) => THREAD_CHUNK.test(path)
const noScreen = ({ page }: ConsolePage) => page.getByText('This screen could not be loaded')
const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { level: 1, name })

describe('parts of the app that are deferred (W2)', () => {
  journey('an old tab loads a part that only the build before the previous one had', async (hotel) => {
    const desk = await hotel.openDesk()
    const agent = await desk.openTab()
    await agent.signIn('agent')
    await hotel.keepConsoles()
    const old = await desk.openTab()
    await old.open()
    await old.waitUntilRowsVisible()

    for (const missing of [['controls'], ['controls', 'sign']]) {
      serveBuildWithout(hotel, missing)
      await agent.lookForUpdate()
      const before = await readStart(agent)
      await agent.button('Update now').click()
      await agent.page.waitForFunction((origin) => performance.timeOrigin !== origin, before)
      await agent.waitUntilRowsVisible()
    }
    // Neither the new build's cache nor the browser's own one has it, and the server no longer does.
    const session = await desk.context.newCDPSession(old.page)
    await session.send('Network.clearBrowserCache')
    const asked = hotel.line.seen.filter(isMenuChunk).length
    hotel.line.answerOnce(isMenuChunk, 404, 'Not found.', { 'content-type': 'text/plain' })

    await old.button('Menu').click()
    await old.page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
    expect(hotel.line.seen.filter(isMenuChunk)).toHaveLength(asked)
  })

  journey(
    'a part that does not arrive is missed in its own place only, and comes by itself: a menu, the conversation, the one that sends',
    async (hotel) => {
      const desk = await hotel.openDesk({ serviceWorkers: 'block' })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await missTheMenu(hotel, desk, agent)
      expect(desk.takeProblems()).toEqual([])
      await missTheThread(hotel, desk, agent)
      await missTheLead(hotel, desk, agent)
    },
    ONLY_WHOLE_BROWSER,
  )

  journey(
    'on a first visit the line goes before the console has kept itself: a screen that did not arrive comes by itself',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const manager = await desk.openTab()
      await manager.signIn('manager')
      await missTheScreens(hotel, desk, manager)
    },
  )
})

/** Nobody presses anything: `online` lies in hotels, so it is looked for also where the browser has noticed nothing. */
async function missTheScreens(hotel: Hotel, desk: Desk, manager: ConsolePage): Promise<void> {
  const startedAt = await readStart(manager)
  await takeNextChat(hotel, manager)
  await manager.composer.fill('half a sentence')

  hotel.line.cut()
  await manager.unsentLink.click()
  await noScreen(manager).waitFor()
  hotel.line.pass()
  await heading(manager, 'Unsent').waitFor()

  await desk.context.setOffline(true)
  await manager.page.getByRole('link', { name: 'Responses' }).click()
  await noScreen(manager).waitFor()
  await desk.context.setOffline(false)
  await heading(manager, 'Responses').waitFor()

  await manager.page.goBack()
  await manager.page.goBack()
  await manager.waitForDraft('half a sentence')
  expect(await readStart(manager)).toBe(startedAt)
}

/** Which document this is: a reload makes another one. */
function readStart({ page }: ConsolePage): Promise<number> {
  return page.evaluate(() => performance.timeOrigin)
}

/** It is fetched again by itself where it did not arrive, and what was written meanwhile goes out. */
async function missTheLead(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.page.close()

  const fresh = await desk.openTab()
  const session = await desk.context.newCDPSession(fresh.page)
  await session.send('Network.clearBrowserCache')
  const asked = hotel.line.seen.filter(isLeadChunk).length
  hotel.line.loseReplies(isLeadChunk, 2)
  await fresh.openChat(guest.chatId)
  await fresh.write('written before anybody could send it')
  await guest.waitForStaffTexts(['written before anybody could send it'])
  await fresh.waitForMessage('written before anybody could send it', 'Sent')
  expect(hotel.line.seen.filter(isLeadChunk).length).toBeGreaterThan(asked + 1)
}

/** It comes by itself when there is a line again, with its styles, and is opened by the next click only. */
async function missTheMenu(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  await takeNextChat(hotel, agent)
  await agent.composer.fill('half a sentence')
  await desk.context.setOffline(true)
  await agent.button('Menu').click()
  const missing = agent.page.getByText('The menu could not be loaded.')
  await missing.waitFor()
  expect(await agent.composer.inputValue()).toBe('half a sentence')

  await desk.context.setOffline(false)
  await missing.waitFor({ state: 'detached' })
  const signOut = agent.page.getByRole('menuitem', { name: 'Sign Out' })
  expect(await signOut.count()).toBe(0)
  await agent.button('Menu').click()
  await signOut.waitFor()
  expect(await agent.page.evaluate(countMenuRules)).toBeGreaterThan(0)
  expect(await agent.composer.inputValue()).toBe('half a sentence')
}

/** Runs in the page. */
function countMenuRules(): number {
  const sheets = [...document.styleSheets].filter(({ href }) => href?.includes('/assets/controls-'))
  return sheets.reduce((sum, { cssRules }) => sum + cssRules.length, 0)
}

/**
 * The list stays and works. A browser may keep the failure, so in the end the page reloads by itself, but not over what
 * somebody types.
 */
async function missTheThread(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  desk.expectProblem(/assets\/chat/)
  const guest = await hotel.openGuestInNeed()
  // It is asked for ahead of its use, and when it is used; the browser's own cache has it no more.
  const session = await desk.context.newCDPSession(agent.page)
  await session.send('Network.clearBrowserCache')
  const bringBack = hotel.line.answerAll(isThreadChunk, 404, 'Not found.', {
    'content-type': 'text/plain',
  })
  await agent.open()
  const startedAt = await readStart(agent)
  const missing = agent.page.getByText('The conversation could not be loaded.')
  await missing.waitFor()
  const search = agent.page.getByRole('searchbox', { name: 'Search' })
  await search.fill('e')
  const asked = hotel.line.seen.filter(isThreadChunk).length
  await waitFor('the part to have been asked for four times more', () =>
    Promise.resolve(hotel.line.seen.filter(isThreadChunk).length >= asked + 4),
  )
  await agent.page.getByText('it takes a reload. What you have written is kept.').waitFor()
  expect(await agent.button('Reload').isEnabled()).toBe(true)
  expect(await readStart(agent)).toBe(startedAt)
  expect(await search.inputValue()).toBe('e')

  await search.fill('')
  await agent.page.waitForFunction((origin) => performance.timeOrigin !== origin, startedAt)
  await missing.waitFor()
  bringBack()
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.write('back again')
  await guest.waitForStaffTexts(['back again'])
}

/** A build whose worker precaches no part of these names: they are of the builds before it alone. */
function serveBuildWithout(hotel: Hotel, names: readonly string[]): void {
  hotel.line.rewrite(WORKER, (code) => {
    const changed = names.reduce((text, name) => {
      const without = text.replace(new RegExp(`\\{[^{}]*assets/${name}-[^{}]*?\\.js[^{}]*\\},?`), '')
      if (without === text) throw new Error(`The worker precaches no ${name}.`)
      return without
    }, code)
    return `${changed}\n// another build\n`
  })
}
