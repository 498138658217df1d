import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { DEMO_PASSWORD, type Staff } from '#tests/support/staff.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SHELL = 'div#root'
const LOGIN_PAGE = '<!doctype html><title>Wi-Fi</title><form>Room number</form>'

/** A file that no page asks for by itself: the worker does, as it installs. */
const isPart = ({ path }: SeenRequest) => /^\/assets\/controls-[^/]+\.js$/.test(path)

describe('what the worker keeps and answers (W1)', () => {
  journey(
    'its caches hold nothing that anybody said; calls, the guest page and files are never answered with the shell',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      await agent.signIn('agent')
      await hotel.keepConsoles()
      await lookIntoCaches(hotel, agent)
      expect(desk.takeProblems()).toEqual([])
      await openAddresses(hotel, desk, agent)
    },
  )

  journey(
    'a login page in place of a part is not kept; what is whole is, once the portal is gone',
    async (hotel) => {
      const desk = await hotel.openDesk()
      const agent = await desk.openTab()
      const isLogin = { 'content-type': 'text/html' }
      hotel.bringWorker()
      const endForPart = hotel.line.answerAll(isPart, 200, LOGIN_PAGE, isLogin)
      await agent.signIn('agent')
      await waitFor('the part to be asked for', () => hotel.line.seen.some(isPart))
      await waitUntilInstalled(agent, 'failed')
      endForPart()

      await agent.open()
      await waitUntilInstalled(agent, 'done')
      for (const { path, body } of await readCaches(agent.page)) {
        expect(body.includes('Room number'), `${path} is the portal's`).toBe(false)
      }
      await hotel.goOffline()
      await agent.open()
      await agent.waitUntilRowsVisible()
    },
  )

  journey('a tab that is on its way while the worker takes over is its own too', async (hotel) => {
    const desk = await hotel.openDesk()
    const first = await desk.openTab()
    hotel.bringWorker()
    const partArrival = hotel.line.holdNext(isPart)
    await first.signIn('agent')
    const part = await partArrival
    const documentArrival = hotel.line.holdNext(({ path }) => path === '/messenger')
    const second = await desk.openTab()
    const opening = second.open()
    const document = await documentArrival
    part.letGo()
    await waitForWorker(first)
    document.letGo()
    await opening
    await waitForWorker(second)

    await hotel.goOffline()
    await second.button('Menu').click()
    await second.page.getByRole('menuitem', { name: 'This device', exact: true }).click()
    await second.page.getByRole('heading', { name: 'This device' }).waitFor()
  })
})

/** Waits until the worker that a page has registered is installed, or was given up. */
function waitUntilInstalled(agent: ConsolePage, outcome: 'done' | 'failed'): Promise<unknown> {
  return waitFor(`the installation to be ${outcome}`, () =>
    agent.page.evaluate(async (wanted) => {
      const registration = await navigator.serviceWorker.getRegistration()
      if (wanted === 'done') return registration?.active !== undefined && registration.active !== null
      return registration === undefined
    }, outcome),
  )
}

/** They hold the shell and nothing that anybody said. */
async function lookIntoCaches(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed('Ana Secret-Name')
  const staff = await hotel.signInStaff('maria')
  const pictured = await findPicture(staff)
  // From here on the worker stands between the page and everything that it calls.
  await agent.open()
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.write('the safe’s code is 4711')
  await guest.waitForStaffTexts(['the safe’s code is 4711'])
  await agent.openChat(pictured.chatId)
  await agent.thread.locator('img').first().waitFor()

  const token = hotel.line.seen
    .flatMap(({ headers }) => headers.authorization ?? [])
    .at(-1)
    ?.replace('Bearer ', '')
  if (token === undefined) throw new Error('The console never called with a token.')
  const kept = await readCaches(agent.page)
  expect(kept.map(({ path }) => path)).toContain('/index.html')
  for (const { path, body } of kept) {
    expect(path).toMatch(/^\/(assets\/|icons\/|sounds\/|index\.html$|manifest\.webmanifest$)/)
    for (const secret of [token, DEMO_PASSWORD, 'the safe’s code', 'Ana Secret-Name', guest.chatId])
      expect(body.includes(secret), `${path} holds ${secret}`).toBe(false)
  }
}

/** Calls, the guest page and files are never answered with the shell, addresses of the console are. */
async function openAddresses(hotel: Hotel, desk: Desk, agent: ConsolePage): Promise<void> {
  // Chromium reports the files that are not there, and asks for an icon of pages that name none.
  desk.expectProblem(/status of 404 .*\/(favicon\.ico|no-such-file\.txt)/)
  const { page } = agent
  const addresses = ['/guest', '/guest/', '/api/health', '/api/no/such/call', '/no-such-file.txt']
  for (const path of addresses) {
    const response = await page.goto(hotel.line.origin + path)
    expect(response?.fromServiceWorker(), path).toBe(false)
    expect(await page.locator(SHELL).count(), path).toBe(0)
  }
  await agent.open()
  await agent.waitUntilRowsVisible()
  await hotel.goOffline()
  for (const path of addresses) {
    await expect(page.goto(hotel.line.origin + path), path).rejects.toThrow(/net::ERR_/)
  }
  const first = await desk.openTab()
  for (const path of ['/messenger/x', '/messenger?chatFilter=paused', '/unsent', '/']) {
    await first.open(path)
    await first.page.getByRole('navigation', { name: 'Main' }).waitFor()
  }
}

interface Kept {
  path: string
  body: string
}

/** Everything in Cache Storage, whichever cache it is in. */
function readCaches(page: Page): Promise<Kept[]> {
  return page.evaluate(async () => {
    const kept: Kept[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        kept.push({ path: new URL(request.url).pathname, body: (await response?.text()) ?? '' })
      }
    }
    return kept
  })
}

/** A chat of the demonstration hotel whose newest messages hold a picture on the environment's own host. */
async function findPicture(staff: Staff): Promise<{ chatId: string }> {
  for (const { id } of await staff.readChats()) {
    const newest = (await staff.readMessages(id)).slice(-5)
    const hasPicture = newest.some(({ attachments }) =>
      attachments.some(({ contentType, contentUrl }) => contentType.startsWith('image/') && contentUrl),
    )
    if (hasPicture) return { chatId: id }
  }
  throw new Error('The demonstration hotel has no picture at the end of a chat.')
}

async function waitForWorker(agent: ConsolePage): Promise<void> {
  await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await waitFor('the worker to control the page', () =>
    agent.page.evaluate(() => navigator.serviceWorker.controller !== null),
  )
}
