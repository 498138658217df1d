import { describe, expect } from 'vitest'
import { addAttachments } from '#tests/support/add-attachments.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { journey } from '#tests/support/journey.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const TEXT =
  'See https://hotel.example/menu_(1), javascript:alert(1) and https://bank.example@other.example/.'
const HEBREW = 'שלום, אני בחדר 1204'

describe('pictures of a message, and addresses in a guest’s text', () => {
  journey(
    'are shown large by the keyboard; addresses are links where they are harmless; right to left stays in its place',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed()
      await guest.say('three pictures')
      const files = ['one.png', 'two.png', 'broken.png'].map((name) => ({
        contentType: 'image/png',
        contentUrl: name === 'broken.png' ? 'data:image/png;base64,AAAA' : PNG,
        name,
      }))
      hotel.line.rewrite('/api/sync', (body) =>
        addAttachments(body, ({ text }) => text === 'three pictures', files),
      )
      const writer = await hotel.openGuestInNeed()
      await writer.say(TEXT)
      await writer.say(HEBREW)
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await agent.chooseChat(guest.chatId)
      await seePicturesLarge(agent)
      await agent.chooseChat(writer.chatId)
      await seeLinks(agent)
      await seeRightToLeft(agent)
    },
  )
})

describe('pictures of a message on a phone', () => {
  journey(
    'a finger leads to the next one and back; a short or a slanting way leads nowhere',
    async (hotel) => {
      const guest = await hotel.openGuestInNeed()
      await guest.say('two pictures')
      const files = ['one.png', 'two.png'].map((name) => ({
        contentType: 'image/png',
        contentUrl: PNG,
        name,
      }))
      hotel.line.rewrite('/api/sync', (body) =>
        addAttachments(body, ({ text }) => text === 'two pictures', files),
      )
      const agent = await (await hotel.openDesk({ viewport: PHONE })).openTab()
      await agent.signIn('agent')
      await agent.chooseChat(guest.chatId)
      await agent.button('Show one.png large').tap()
      const dialog = (name: string) => agent.page.getByRole('dialog', { name })
      await dialog('one.png').getByText('1 of 2').waitFor()
      await swipe(agent, { x: 300, y: 400 }, { x: 100, y: 410 })
      await dialog('two.png').getByText('2 of 2').waitFor()
      // What leads nowhere shows nothing: the swipe after it goes on from here.
      await swipe(agent, { x: 100, y: 400 }, { x: 130, y: 400 })
      await swipe(agent, { x: 100, y: 300 }, { x: 180, y: 500 })
      await swipe(agent, { x: 300, y: 400 }, { x: 100, y: 400 })
      expect(await dialog('two.png').getByText('2 of 2').isVisible()).toBe(true)
      await swipe(agent, { x: 100, y: 400 }, { x: 300, y: 390 })
      await dialog('one.png').getByText('1 of 2').waitFor()
      // A tap so soon after a swipe may end that swipe's own scrolling instead.
      await dialog('one.png').getByRole('button', { name: 'Close' }).click()
      await agent.page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  )
})

/** One after another, and the focus goes back. */
async function seePicturesLarge(agent: ConsolePage): Promise<void> {
  await agent.thread.getByText('Picture not readable').waitFor()
  await agent.thread.getByText('broken.png').waitFor()

  const opener = agent.button('Show one.png large')
  await opener.focus()
  await agent.page.keyboard.press('Enter')
  const dialog = (name: string) => agent.page.getByRole('dialog', { name })
  await dialog('one.png').getByText('1 of 3').waitFor()
  expect(await agent.button('Previous picture').isDisabled()).toBe(true)
  await agent.page.keyboard.press('ArrowLeft')
  await agent.page.keyboard.press('ArrowRight')
  await dialog('two.png').getByText('2 of 3').waitFor()
  await agent.page.keyboard.press('ArrowRight')
  await dialog('broken.png').getByText('Picture not readable').waitFor()
  expect(await agent.button('Next picture').isDisabled()).toBe(true)
  const download = dialog('broken.png').getByRole('link', { name: 'Download broken.png' })
  expect(await download.getAttribute('download')).toBe('broken.png')
  await agent.page.keyboard.press('Escape')
  await agent.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await readFocus(agent)).toBe('Show one.png large')

  await agent.page.keyboard.press('Enter')
  await dialog('one.png').waitFor()
  // Keys that follow each other as closely as they can.
  await Promise.all(['Escape', 'Enter'].map((key) => agent.page.keyboard.press(key)))
  await dialog('one.png').getByRole('button', { name: 'Close' }).click()
  await agent.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await readFocus(agent)).toBe('Show one.png large')
}

/** Addresses are links where they are harmless, and text where they are not. */
async function seeLinks(agent: ConsolePage): Promise<void> {
  const link = agent.thread.getByRole('link', { name: 'https://hotel.example/menu_(1)', exact: true })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('https://hotel.example/menu_(1)')
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(await agent.thread.getByRole('link').count()).toBe(1)
  expect(await link.locator('..').innerText()).toBe(TEXT)
}

/** Words from right to left stay in their own place. */
async function seeRightToLeft(agent: ConsolePage): Promise<void> {
  const words = agent.thread.getByText(HEBREW)
  await words.waitFor()
  expect(await words.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
}

function readFocus(agent: ConsolePage): Promise<string | null> {
  return agent.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
}

interface Point {
  x: number
  y: number
}

/** One finger from here to there, as the screen reports it. */
async function swipe({ page }: ConsolePage, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const point of [middle, to]) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
