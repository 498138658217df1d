import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SOUGHT = 'the turquoise umbrella'
const DEEP = `${'x'.repeat(7_900)} ${SOUGHT}`
/** Characters that are drawn of a text, with what says that there is more. */
const LONGEST_SHOWN = 1_004
const LAST_LINE = 'and this is the last line'

describe('messages that are long to draw, and searches that take long', () => {
  journey(
    'have their beginning drawn and the rest on request, or where it is looked for; a search is stopped and begun again',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed('Ana Ruiz')
      for (const text of [...Object.values(HOSTILE_TEXTS), DEEP, `First${'\n'.repeat(100)}${LAST_LINE}`])
        await guest.say(text)
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await agent.openChat(guest.chatId)
      await showBeginnings(agent, guest)
      await showAll(agent)
      await findWithinCut(agent, guest)
      await stopSearch(agent)
    },
  )
})

const LONG = Object.keys(HOSTILE_TEXTS).length + 2

async function showBeginnings(agent: ConsolePage, guest: Guest): Promise<void> {
  const more = agent.thread.getByRole('button', { name: 'Show all', exact: true })
  await waitFor('the long ones to be cut', async () => (await more.count()) === LONG)
  for (const text of await agent.thread.locator('[data-message] [dir=auto]').allInnerTexts())
    expect(text.length).toBeLessThanOrEqual(LONGEST_SHOWN)
  expect(await agent.thread.evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0)
  expect((await agent.chatLink(guest.chatId).innerText()).length).toBeLessThan(400)
}

/** What grows is read from where it was, by eye, keyboard and at the thread's end; it stays so. */
async function showAll(agent: ConsolePage): Promise<void> {
  const item = agent.thread.getByRole('listitem').last()
  const more = item.getByRole('button', { name: 'Show all', exact: true })
  const readTop = () => item.evaluate((element) => element.getBoundingClientRect().top)
  expect(await item.innerText()).not.toContain(LAST_LINE)
  const before = await readTop()
  await more.focus()
  await agent.page.keyboard.press('Enter')
  await item.getByText(LAST_LINE).waitFor()
  expect(Math.abs((await readTop()) - before)).toBeLessThan(2)
  expect(await more.count()).toBe(0)
  expect(await item.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await agent.takeOver()
  await agent.write('Yes?')
  await agent.waitForMessage('Yes?')
  await agent.thread.getByText(LAST_LINE).waitFor()
}

async function findWithinCut(agent: ConsolePage, guest: Guest): Promise<void> {
  expect(await agent.thread.getByText(SOUGHT).count()).toBe(0)
  const { found, search } = locateSearch(agent.page)
  await search.fill(SOUGHT)
  const hit = found.getByRole('link')
  await hit.waitFor()
  expect(await hit.locator('mark').allInnerTexts()).toEqual(['the', 'turquoise', 'umbrella'])
  await hit.click()
  await agent.page.waitForURL((url) => url.pathname.endsWith(guest.chatId) && url.searchParams.has('message'))
  await agent.thread.getByText(SOUGHT).waitFor()
}

async function stopSearch(agent: ConsolePage): Promise<void> {
  const { found, search, note } = locateSearch(agent.page)
  await holdMessages(agent.page)
  await search.fill('turquoise')
  await agent.button('Stop').click()
  await note.getByText('The search was stopped. Older messages were not looked at.').waitFor()
  await agent.button('Search again').click()
  await agent.button('Stop').focus()
  await agent.page.keyboard.press('Escape')
  await note.getByText('The search was stopped.').waitFor()
  await agent.page.evaluate(() => window.releaseMessages())
  await agent.page.keyboard.press('Enter')
  await note.getByText('That is all on this device.').waitFor()
  expect(await found.getByRole('link').count()).toBe(1)
  await search.press('Escape')
  await found.waitFor({ state: 'detached' })
}

function locateSearch(page: Page) {
  return {
    search: page.getByRole('searchbox', { name: 'Search user...' }),
    found: page.getByRole('region', { name: 'In messages' }),
    note: page.getByRole('status', { name: 'Search', exact: true }),
  }
}

declare global {
  interface Window {
    /** Set by `holdMessages`. */
    releaseMessages(): void
  }
}

/** No message can be read on this device until the page's `releaseMessages` is called: a search takes as long. */
async function holdMessages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('bellhop-mirror-'))
    if (!known?.name) throw new Error('there is no mirror')
    const opening = indexedDB.open(known.name)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('the mirror can not be opened'))
    })
    let isHeld = true
    window.releaseMessages = () => (isHeld = false)
    const rows = database.transaction('messages', 'readwrite').objectStore('messages')
    await new Promise<void>((resolve) => {
      const goOn = () => {
        resolve()
        // A transaction lasts as long as it is asked for something.
        if (isHeld) rows.get('nothing').onsuccess = goOn
        else database.close()
      }
      rows.get('nothing').onsuccess = goOn
    })
  })
}
