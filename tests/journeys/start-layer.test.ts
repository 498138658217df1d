import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { waitForStartNote } from '#tests/support/start-note.ts'

const ROWS_DRAWN = 4

describe('a start on a phone (W6)', () => {
  journey(
    'shows the chats before any script has run, where the list then stands, and nothing to who has signed out',
    async (hotel) => {
      await hotel.openGuestInNeed('Ana <b>Ruiz</b>')
      const desk = await hotel.openDesk({ viewport: PHONE })
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await hotel.keepConsoles()
      await waitForStartNote(agent.page)
      await hotel.goOffline()

      const rows = await readRows(agent.page, '[data-start-list] li')
      expect(rows).toHaveLength(ROWS_DRAWN)
      const drawn = await openWithoutScripts(desk, agent)
      await drawn.locator('#start-layer .start-list').waitFor()
      expect(await readRows(drawn, '.start-list li')).toEqual(rows)

      await scrollBeforeListComes(desk)
      await hotel.goOnline()
      await agent.signOut()
      for (let start = 0; start < 3; start += 1) {
        await drawn.reload()
        expect(await drawn.locator('#start-layer').count()).toBe(0)
      }
    },
  )
})

/** What is read in the layer is read on in the list, which takes its place in one frame. */
async function scrollBeforeListComes(desk: Desk): Promise<void> {
  const tab = await desk.openTab()
  await tab.page.addInitScript(holdDatabases)
  await tab.open()
  await tab.page.locator('#start-layer .start-list').waitFor()
  await tab.page.locator('#start-layer .start-list').evaluate((list) => {
    list.scrollTop = 150
  })
  expect(await tab.page.locator('#root').evaluate((root) => getComputedStyle(root).visibility)).toBe('hidden')
  await tab.page.evaluate(() => window.dispatchEvent(new Event('test:go-on')))
  await tab.waitUntilLive()
  expect(await tab.page.locator('#start-layer').count()).toBe(0)
  // The styles that were kept from the first frame have come.
  expect(await tab.page.locator('template').count()).toBe(0)
  expect(await tab.page.locator('#root').evaluate((root) => getComputedStyle(root).visibility)).toBe(
    'visible',
  )
  expect(await tab.page.locator('[data-start-list]').evaluate((list) => list.scrollTop)).toBe(150)
  // The first rows were painted before the list was: the layer's.
  const [visible, live] = await tab.page.evaluate(() =>
    ['bellhop:rows-visible', 'bellhop:rows-live'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN,
    ),
  )
  expect(visible).toBeLessThan(live ?? 0)
  await tab.page.close()
}

async function openWithoutScripts(desk: Desk, agent: ConsolePage): Promise<Page> {
  const page = await desk.context.newPage()
  const session = await desk.context.newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.goto(new URL('/messenger', agent.page.url()).href)
  return page
}

/** The first rows: their words, and where they stand. */
async function readRows(page: Page, selector: string): Promise<unknown[]> {
  const rows = (await page.locator(selector).all()).slice(0, ROWS_DRAWN)
  return Promise.all(rows.map(async (row) => ({ text: await row.innerText(), box: await row.boundingBox() })))
}

/** Runs in the page, before its scripts: they wait for their databases until the test lets them go on. */
function holdDatabases(): void {
  const goOn = new Promise((resolve) => window.addEventListener('test:go-on', resolve))
  const descriptor = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess')
  if (!descriptor?.set) throw new Error('this browser has no setter to wait in')
  const { set } = descriptor
  Object.defineProperty(IDBRequest.prototype, 'onsuccess', {
    ...descriptor,
    set(this: IDBRequest, listener: ((event: Event) => unknown) | null) {
      const late = listener && ((event: Event) => void goOn.then(() => listener.call(this, event)))
      set.call(this, this instanceof IDBOpenDBRequest ? late : listener)
    },
  })
}
