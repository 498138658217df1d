import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { isSend, isSignIn } from '#tests/support/calls.ts'
import { findSharedChromium, openContext } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { startNeighbours, type Neighbours } from '#tests/support/neighbours.ts'
import { waitForStoredDraft } from '#tests/support/raw-database.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const STAGE_BANNER = 'Stage environment: this is not production.'
const STARTS_ANEW = 'Bellhop starts anew in a moment'
const LOCAL_BANNER = 'Local environment: this is not production.'

let neighbours: Neighbours

beforeAll(async () => {
  neighbours = await startNeighbours('extended', inject('quietData'))
})
afterAll(async () => {
  await neighbours.close()
})

/** Walks with one browser profile at the console of `local`; an unexpected error in it fails the walk. */
async function walkWith(walk: (openTab: () => Promise<ConsolePage>) => Promise<void>): Promise<void> {
  const { context, takeProblems } = await openContext(await findSharedChromium('shell'))
  try {
    await walk(async () => new ConsolePage(await context.newPage(), neighbours.local.line.origin))
    expect(takeProblems()).toEqual([])
  } finally {
    await context.close()
  }
}

async function switchTo(tab: ConsolePage, from: string, to: RegExp): Promise<void> {
  await tab.button(`Environment: ${from}`).click()
  await tab.page.getByRole('menuitemradio', { name: to }).click()
}

function openGuestAt(place: 'local' | 'stage', name: string): Promise<Guest> {
  return openGuest(neighbours[place].server.url, name)
}

describe('two environments in one console (specification section 4)', () => {
  it('an admin switches, gets back, is signed in at both; what is unsent is said before leaving', () =>
    walkWith(async (openTab) => {
      const admin = await openTab()
      await admin.signIn('admin')
      await getBack(admin)
      await switchAndComeBack(admin)
      await switchTo(admin, 'Stage', /^Local/)
      await admin.page.getByText(LOCAL_BANNER).waitFor()
      await leaveSomethingUnsent(admin)
    }))

  it('who may not switch is told the way; a sign-in refused with another one’s name is tried there', () =>
    walkWith(async (openTab) => {
      const agent = await openTab()
      await signInWhereItIsNamed(agent)
      await agent.signOut()
      await agent.page.evaluate(() => localStorage.removeItem('bellhop:environment'))
      await findDraftElsewhere(agent)
    }))
})

/** Where a draft is that waits in another environment, and the way there. */
async function findDraftElsewhere(agent: ConsolePage): Promise<void> {
  const guest = await openGuestAt('local', 'Guest of an agent')
  await guest.say('I want to speak to a person, please')
  await agent.signIn('agent')
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.composer.fill('half a thought')
  await waitForStoredDraft(agent.page, 'half a thought')
  await agent.page.evaluate(() => localStorage.setItem('bellhop:environment', 'stage'))
  await agent.open()
  await agent.enterCredentials('agent')
  await agent.waitUntilLive()
  await agent.unsentLink.first().click()
  const elsewhere = agent.page.getByRole('region', { name: 'In other environments' })
  await elsewhere.getByText('1 draft in Local').waitFor()
  await elsewhere.getByText('sign out here, then choose “Use Local instead”', { exact: false }).waitFor()
  expect(await elsewhere.getByRole('button').count()).toBe(0)
  expect(await agent.button(/^Environment:/).count()).toBe(0)
}

/** Who chose one where they can't sign in gets back. */
async function getBack(admin: ConsolePage): Promise<void> {
  await switchTo(admin, 'Local', /^Stage/)
  await admin.page.getByText(STAGE_BANNER).waitFor()
  await admin.button('Use Local instead').click()
  await admin.page.getByText(LOCAL_BANNER).waitFor()
  await admin.waitUntilLive()
  expect(await admin.button('Use Local instead').count()).toBe(0)
}

/** An admin signs in there, comes back, and is still signed in at both. */
async function switchAndComeBack(admin: ConsolePage): Promise<void> {
  const here = await openGuestAt('local', 'Guest of this house')
  await here.say('Hello?')
  const there = await openGuestAt('stage', 'Guest of the stage')
  await there.say('Hello?')
  await admin.page.getByText(LOCAL_BANNER).waitFor()
  await admin.chatLink(here.chatId).waitFor()

  await switchTo(admin, 'Local', /^Stage/)
  await admin.page.getByText(STAGE_BANNER).waitFor()
  await admin.enterCredentials('admin')
  await admin.chatLink(there.chatId).waitFor()
  expect(await admin.chatLink(here.chatId).count()).toBe(0)
  // The choice is kept over a reload.
  await admin.page.reload()
  await admin.chatLink(there.chatId).waitFor()

  await switchTo(admin, 'Stage', /^Local/)
  await admin.page.getByText(LOCAL_BANNER).waitFor()
  await admin.chatLink(here.chatId).waitFor()
  expect(await admin.chatLink(there.chatId).count()).toBe(0)
  await switchTo(admin, 'Local', /^Stage/)
  await admin.chatLink(there.chatId).waitFor()
}

/** What is unsent is said before leaving and found from elsewhere, without its words. */
async function leaveSomethingUnsent(admin: ConsolePage): Promise<void> {
  const guest = await openGuestAt('local', 'Guest who waits')
  await guest.say('I want to speak to a person, please')
  await admin.chooseChat(guest.chatId)
  await admin.takeOver()
  const arrival = neighbours.local.line.holdNext(isSend)
  await admin.write('held up here')
  const held = await arrival
  await admin.waitUntilUnsent(1)
  await admin.button('Environment: Local').click()
  await admin.page.getByText('1 thing unsent here.', { exact: false }).waitFor()
  held.letGo()
  await guest.waitForStaffTexts(['held up here'])
  await admin.page.keyboard.press('Escape')

  await admin.composer.fill('half a thought')
  await waitForStoredDraft(admin.page, 'half a thought')
  await switchTo(admin, 'Local', /^Stage/)
  await admin.page.getByText(STAGE_BANNER).waitFor()
  await admin.waitUntilLive()
  await admin.unsentLink.first().click()
  const elsewhere = admin.page.getByRole('region', { name: 'In other environments' })
  await elsewhere.getByText('1 draft in Local').waitFor()
  expect(await admin.page.getByText('half a thought').count()).toBe(0)
  expect(await findSeriousFaultsInBothThemes(admin.page)).toEqual([])
  await elsewhere.getByRole('button', { name: 'Go there: Local' }).click()
  await admin.page.getByText(LOCAL_BANNER).waitFor()
  await admin.chooseChat(guest.chatId)
  await waitFor('the draft', async () =>
    (await admin.composer.inputValue()) === 'half a thought' ? true : null,
  )
}

describe('an environment without an address (specification section 4)', () => {
  journey('is logged, and nothing is drawn', async (hotel) => {
    const words = 'no environment url is defined'
    const desk = await hotel.openDesk({ serviceWorkers: 'block' })
    desk.expectProblem(new RegExp(words))
    const list = [{ key: 'local', label: 'Local', value: 'local' }]
    await desk.context.route('**/environments.json', (route) => route.fulfill({ json: list }))
    const tab = await desk.openTab()
    const isLogged = tab.page.waitForEvent('console', (message) => message.text().includes(words))
    await tab.open()
    expect((await isLogged).type()).toBe('error')
    expect(await tab.page.locator('#root').innerHTML()).toBe('')
  })
})

describe('the storage version (specification sections 4 and 9)', () => {
  journey(
    'another one is cleared with one reload, session and draft are still there; one written anew makes no loop',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await clearOnce(hotel, agent)
      // A tab that reloaded so lately goes on without: the next one has not.
      await agent.page.close()
      await loopNowhere(await desk.openTab())
    },
  )
})

/** The session and a draft are still there. */
async function clearOnce(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  expect(await readStorage(agent, 'storageVersion')).toBe('0.5')
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.composer.fill('half a thought')
  await waitForStoredDraft(agent.page, 'half a thought')
  await agent.page.evaluate(() => {
    localStorage.setItem('storageVersion', '0.4')
    localStorage.setItem('leftover', 'of another version')
  })
  let starts = 0
  agent.page.on('domcontentloaded', () => (starts += 1))
  const waitUntilSaid = await noteThatItIsSaid(agent)
  await agent.page.reload()
  await waitUntilSaid()
  await agent.thread.waitFor()
  await waitFor('the draft', async () =>
    (await agent.composer.inputValue()) === 'half a thought' ? true : null,
  )
  expect(await readStorage(agent, 'storageVersion')).toBe('0.5')
  expect(await readStorage(agent, 'leftover')).toBeNull()
  expect(starts).toBe(2)
}

/** A page of another version that keeps writing its own makes no loop. */
async function loopNowhere(agent: ConsolePage): Promise<void> {
  await agent.page.addInitScript(() => localStorage.setItem('storageVersion', '0.4'))
  const waitUntilSaid = await noteThatItIsSaid(agent)
  await agent.open()
  await waitUntilSaid()
  await agent.waitUntilLive()
  expect(await agent.page.getByText(STARTS_ANEW).count()).toBe(0)
}

/** The words are on screen for a second, which a busy machine may not look at in time: the page itself notes them. */
async function noteThatItIsSaid({ page }: ConsolePage): Promise<() => Promise<unknown>> {
  await page.addInitScript((words) => {
    const watch = new MutationObserver(() => {
      if (document.body?.textContent?.includes(words)) sessionStorage.setItem('journey:said', 'yes')
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  }, STARTS_ANEW)
  return () =>
    waitFor(STARTS_ANEW, () => page.evaluate(() => sessionStorage.getItem('journey:said') === 'yes'))
}

function readStorage({ page }: ConsolePage, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

/** It is tried there, once: refused there too, that is the answer; accepted, the choice is kept. */
async function signInWhereItIsNamed(agent: ConsolePage): Promise<void> {
  const guest = await openGuestAt('stage', 'Guest of the neighbour')
  await guest.say('Hello?')
  const countRefused = startCounting()
  await agent.open()
  neighbours.refuseSignIn('stage')
  await agent.enterCredentials('agent', 'not the password')
  await agent.page.getByText('Wrong username or password', { exact: false }).waitFor()
  // Nobody is sent in circles.
  expect(countRefused()).toEqual({ local: 1, stage: 1 })

  const countSignIns = startCounting()
  neighbours.refuseSignIn('stage')
  await agent.enterCredentials('agent')
  await agent.chatLink(guest.chatId).waitFor()
  expect(countSignIns()).toEqual({ local: 1, stage: 1 })
  await agent.page.reload()
  await agent.chatLink(guest.chatId).waitFor()
}

/** Counts the sign-ins that each environment sees from now on. */
function startCounting(): () => { local: number; stage: number } {
  const { local, stage } = neighbours
  const count = () => ({
    local: local.line.seen.filter(isSignIn).length,
    stage: stage.line.seen.filter(isSignIn).length,
  })
  const before = count()
  return () => ({ local: count().local - before.local, stage: count().stage - before.stage })
}
