import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What a browser says about requests that get nowhere; this file provokes them. */
const LINE_TROUBLE = /Failed to load resource|WebSocket connection/
const PICTURES = process.env['BELLHOP_PICTURES']

describe('the end of a conversation on the guest’s page', () => {
  journey('leaves nothing on the device or in other tabs, also without a line', async (hotel) => {
    const { context, name } = await openBrowser(hotel)
    const page = await openPage(await context.newPage(), hotel, { name })
    const other = await context.newPage()
    await say(page, 'my room is cold')
    await waitForSent(page)
    await openPage(other, hotel, { name })
    await other.getByText('my room is cold').waitFor()
    await other.getByRole('textbox', { name: 'Message' }).fill('half a sent')

    await hotel.goOffline()
    await say(page, 'and my tea is too')
    await page.getByText('Waiting to send').waitFor()
    await keepPicture(page, 'guest-end-1-before')
    await page.getByRole('button', { name: 'End this conversation' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('my room is cold').waitFor()
    await page.getByRole('button', { name: 'End this conversation' }).click()
    await keepPicture(page, 'guest-end-2-asked')
    await page.getByRole('button', { name: 'End conversation', exact: true }).click()
    for (const tab of [page, other]) {
      await tab.getByText('Nothing of it is left on this device').waitFor()
      expect(await tab.locator('.bubble').count()).toBe(0)
      expect(await tab.getByRole('button', { name: 'End this conversation' }).isVisible()).toBe(false)
    }
    await keepPicture(page, 'guest-end-3-ended')
    expect(await readKept(page)).not.toMatch(/cold|tea|half|chatId/)

    await hotel.goOnline()
    const agent = await hotel.signInStaff('agent')
    const chat = (await agent.readChats()).find(({ displayName }) => displayName === name)
    await waitFor('staff to see it', async () => {
      const texts = (await agent.readMessages(chat?.id ?? '')).map(({ text }) => text)
      return texts.includes('The guest has ended the conversation') && !texts.includes('and my tea is too')
    })
    await waitFor('the token to be gone too', async () => !(await readKept(page)).includes('endings'))
    await page.getByRole('button', { name: 'Begin a new conversation' }).click()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
    await say(page, 'somebody else')
    await waitForSent(page)
    // Whichever tab began the chat and sent it, there is one, and both show it.
    for (const tab of [page, other]) {
      const own = tab.locator('.own .bubble')
      await waitFor(
        'the new words alone',
        async () => (await own.allTextContents()).join('|') === 'somebody else',
      )
    }
  })

  journey('leaves nothing to the next person, whatever they press', async (hotel) => {
    const { context, name } = await openBrowser(hotel)
    const page = await openPage(await context.newPage(), hotel, { name })
    await say(page, 'my room is cold')
    await waitForSent(page)
    await page.getByRole('textbox', { name: 'Message' }).fill('half a sent')
    // Elsewhere and back: two entries of the browser's history are this page.
    await page.goto(`${hotel.line.origin}/api/health`)
    await openPage(page, hotel, { name })
    await page.getByText('my room is cold').waitFor()
    expect(await readFields(page)).toMatchObject({ message: 'half a sent' })
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('ence')
    const asleep = await openAsleep(context, hotel)
    await asleep.getByText('my room is cold').waitFor()

    await page.getByRole('button', { name: 'End this conversation' }).click()
    await page.getByRole('button', { name: 'End conversation', exact: true }).click()
    await page.getByRole('button', { name: 'Begin a new conversation' }).click()
    for (const key of ['Control+z', 'Control+Shift+z']) {
      await page.getByRole('textbox', { name: 'Message' }).press(key)
      await expectNothing(page)
    }
    expect(await asleep.locator('.own .bubble').count()).toBe(1)
    await asleep.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await asleep.getByRole('button', { name: 'Begin a new conversation' }).click()
    await expectNothing(asleep)

    await page.reload()
    await expectNothing(page)
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/guest')
    await expectNothing(page)
    await page.goForward()
    await page.goForward()
    await expectNothing(page)
    await expectNothing(await openPage(await context.newPage(), hotel, { name: '' }))
    expect(await readAllKept(page)).not.toMatch(/Lena|cold|half|chatId/)
  })

  journey('comes by itself in the lobby, with a warning, and after a sleep', async (hotel) => {
    const { context, name } = await openBrowser(hotel)
    const page = await context.newPage()
    await page.clock.install()
    await openPage(page, hotel, { name, path: '/guest?kiosk' })
    expect(await page.getByRole('textbox', { name: 'Your name' }).getAttribute('autocomplete')).toBe('off')
    await say(page, 'where is the pool')
    await waitForSent(page)
    await page.clock.fastForward('29:30')
    const warning = page.getByRole('alertdialog', { name: 'Are you still here?' })
    await warning.getByText(/\d+ seconds/).waitFor()
    await keepPicture(page, 'guest-kiosk-warning')
    await warning.getByRole('button', { name: 'I’m still here' }).click()
    await warning.waitFor({ state: 'hidden' })
    await page.clock.fastForward('28:00')
    await page.getByText('where is the pool').waitFor()
    expect(await warning.isVisible()).toBe(false)

    await say(page, 'and the bar')
    await waitForSent(page)
    // Asleep, and touched at the wake-up: the touch is the next guest's.
    await page.clock.fastForward('45:00')
    await page.mouse.click(5, 5)
    await page.getByText('Ask anything about your stay').waitFor()
    expect(await page.locator('.bubble').count()).toBe(0)
    expect(await readKept(page)).not.toMatch(/pool|bar|chatId/)
    const agent = await hotel.signInStaff('agent')
    const chat = (await agent.readChats()).find(({ displayName }) => displayName === name)
    await waitFor('staff to see it', async () =>
      (await agent.readMessages(chat?.id ?? '')).some(({ text }) => text.includes('has ended')),
    )
  })
})

/** A phone, and the name that nobody else in the hotel has. */
async function openBrowser(hotel: Hotel): Promise<{ context: BrowserContext; name: string }> {
  const phone = await hotel.openDesk({ viewport: PHONE })
  phone.expectProblem(LINE_TROUBLE)
  return { context: phone.context, name: `Lena ${randomUUID().slice(0, 8)}` }
}

async function openPage(
  page: Page,
  hotel: Hotel,
  { name, path = '/guest' }: { name: string; path?: string },
): Promise<Page> {
  await page.goto(hotel.line.origin + path)
  const field = page.getByRole('textbox', { name: 'Your name' })
  if (await field.isVisible()) await field.fill(name)
  return page
}

/** A tab that another page's storage does not reach: the browser keeps it for Back, or has put it to sleep. */
async function openAsleep(context: BrowserContext, hotel: Hotel): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
  )
  return openPage(page, hotel, { name: '' })
}

/** What the page's fields hold, those that are out of sight as well. */
function readFields(page: Page): Promise<{ message: string; name: string; stars: number }> {
  return page.evaluate(() => ({
    message: document.querySelector('textarea')?.value ?? '',
    name: document.querySelector<HTMLInputElement>('[name="name"]')?.value ?? '',
    stars: document.querySelectorAll('input:checked').length,
  }))
}

/** The page as it is for everybody. */
async function expectNothing(page: Page): Promise<void> {
  await page.getByText('Ask anything about your stay').waitFor()
  expect(await readFields(page)).toEqual({ message: '', name: '', stars: 0 })
  expect(await page.locator('.bubble').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'End this conversation' }).isVisible()).toBe(false)
}

/** All that a page can keep in a browser. */
function readAllKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const addresses = (await caches.keys()).map(async (key) =>
      (await (await caches.open(key)).keys()).map(({ url }) => url),
    )
    const cached = await Promise.all(addresses)
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const { cookie, title } = document
    const state: unknown = history.state
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      cached,
      databases,
      cookie,
      title,
      state,
    ])
  })
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

function waitForSent(page: Page): Promise<unknown> {
  return waitFor('everything to be sent', async () => (await page.locator('.pending').count()) === 0)
}

function readKept(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }))
}

/** For whoever wants to look at it, on a phone and at a desk, where `BELLHOP_PICTURES` names a folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  await mkdir(PICTURES, { recursive: true })
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(size)
    await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png` })
  }
}
