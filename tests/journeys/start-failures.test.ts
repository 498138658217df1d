import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { findSeriousFaults } from '#tests/support/axe.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey, WHOLE_BROWSER } from '#tests/support/journey.ts'

const APP = /\/assets\/index-[^/]+\.js$/

describe('a start that fails although nobody foresaw it', () => {
  journey(
    'says so in words that are read out, in both themes, with a reload that goes on once that is over',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await hotel.keepConsoles()
      await agent.page.close()
      desk.expectProblem(/could not be opened|can’t be shown|can’t be read|can’t be opened|is broken/)
      await failAndReload(desk, refuseSettings)
      await failAndReload(desk, refuseScheduler)
      await failAndReload(desk, refuseMirror, async (failure) => {
        await failure.getByRole('button', { name: 'Download what is not sent' }).waitFor()
      })
      await missTheApp(hotel)
    },
    WHOLE_BROWSER,
  )
})

/** Fails by what a browser refuses, is looked at in both themes, and is whole again when it refuses no more. */
async function failAndReload(
  desk: Desk,
  refuse: () => void,
  look: (failure: Locator) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const tab = await desk.openTab()
  await tab.page.addInitScript(refuse)
  await tab.open()
  await look(await readFailure(tab.page))
  // The init script looks at it: a reload runs it again.
  await tab.page.evaluate(() => sessionStorage.setItem('test:mended', 'yes'))
  await reload(tab)
  await tab.chats.waitFor()
  await tab.page.close()
}

/** The app's one script does not arrive: the page's first one has the words. */
async function missTheApp(hotel: Hotel): Promise<void> {
  const desk = await hotel.openDesk({ serviceWorkers: 'block' })
  desk.expectProblem(/Failed to load resource/)
  const tab = await desk.openTab()
  await tab.page.route(APP, (route) => route.abort())
  await tab.open()
  await readFailure(tab.page)
  await tab.page.unroute(APP)
  await reload(tab)
  await tab.button('LOGIN').waitFor()
}

async function readFailure(page: Page): Promise<Locator> {
  const failure = page.getByRole('alert').filter({ hasText: 'Bellhop could not be opened' })
  await failure.waitFor()
  expect(await page.locator('#start-layer').count()).toBe(0)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await failure.isVisible()).toBe(true)
    expect(await findSeriousFaults(page), colorScheme).toEqual([])
  }
  return failure
}

async function reload(tab: ConsolePage): Promise<void> {
  const before = await tab.page.evaluate(() => performance.timeOrigin)
  await tab.button('Reload').click()
  await tab.page.waitForFunction((origin) => performance.timeOrigin !== origin, before)
}

/** Runs in the page: what the user chose can't be read. */
function refuseSettings(): void {
  if (sessionStorage.getItem('test:mended')) return
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    if (this.name === 'bellhop-session') throw new DOMException('The disk is broken.', 'UnknownError')
    return transaction.apply(this, given)
  }
}

/** Runs in the page: a part of the app fails as it is loaded, before any code of ours could catch it. */
function refuseScheduler(): void {
  if (sessionStorage.getItem('test:mended')) return
  Object.defineProperty(window, 'MessageChannel', {
    get() {
      throw new Error('This browser is broken.')
    },
  })
}

/** Runs in the page: the databases of who is signed in can't be opened. */
function refuseMirror(): void {
  if (sessionStorage.getItem('test:mended')) return
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
    if (given[0].startsWith('bellhop-mirror-')) throw new DOMException('The disk is broken.', 'UnknownError')
    return open.apply(this, given)
  }
}
