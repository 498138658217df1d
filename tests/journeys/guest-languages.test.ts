import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ENGLISH, type Words } from '#guest/words/english.ts'
import { fillIn } from '#guest/words/fill-in.ts'
import { ARABIC } from '#guest/words/arabic.ts'
import { GERMAN } from '#guest/words/german.ts'
import { JAPANESE } from '#guest/words/japanese.ts'
import { findSeriousFaults } from '#tests/support/axe.ts'
import { DESKTOP, PHONE } from '#tests/support/chromium.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PICTURES = process.env['BELLHOP_PICTURES']
/** What a browser says about requests that get nowhere; this file provokes them. */
const LINE_TROUBLE = /Failed to load resource|WebSocket connection/
const WORDS_FILE = /\/guest\/assets\/(?:arabic|chinese|french|german|italian|japanese|portuguese|spanish)-/
/** Of all scripts and styles, gzipped: guests come over bad lines. */
const MAX_KB = 19
const BYTES_PER_KB = 1_000
const SENDING = (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path.startsWith('/api/guest/messages')

/** A guest who reads the page in their language. `said`: what they write. */
interface Reader {
  locale: string
  tag: string
  direction: 'ltr' | 'rtl'
  words: Words
  said: string
}

const READERS: Reader[] = [
  { locale: 'de-DE', tag: 'de', direction: 'ltr', words: GERMAN, said: 'Hallo, ist jemand da?' },
  { locale: 'ja-JP', tag: 'ja', direction: 'ltr', words: JAPANESE, said: 'こんにちは、どなたかいますか' },
  { locale: 'ar', tag: 'ar', direction: 'rtl', words: ARABIC, said: 'مرحبا، هل من أحد هنا؟' },
]

describe('the guest’s page in the guest’s language', () => {
  for (const reader of READERS) {
    journey(`speaks ${reader.tag} from the first sight to the end`, async (hotel) => {
      const { phone, page, name } = await openPage(hotel, reader)
      const { words } = reader
      await seeFirstSight(page, reader)
      await lookAt(page, `${reader.tag}-1-welcome`)

      await page.getByRole('textbox', { name: words.composer.name }).fill(name)
      await say(page, reader, reader.said)
      await page.locator('.message:not(.own) .bubble').first().waitFor()
      await page.getByRole('log').getByText(words.message.assistant).first().waitFor()
      await page.getByRole('status').getByText(words.head.connected, { exact: true }).waitFor()
      expect(await page.locator('.own .author bdi').allTextContents()).toEqual([words.message.you])

      await beRefused(hotel, page, reader)
      await hearStaff(hotel, page, reader, name)
      await lookAt(page, `${reader.tag}-2-talk`)
      await writeWithoutLine(hotel, page, reader)
      await rate(hotel, page, reader, name)
      await endIt(page, reader)
      expect(phone.takeProblems()).toEqual([])
    })
  }

  journey('asks in the lobby whether anybody is there, in the guest’s language', async (hotel) => {
    const [, , reader] = READERS
    if (reader === undefined) throw new Error('nobody reads from right to left')
    const { page } = await openPage(hotel, reader, '/guest?kiosk')
    const { kiosk, events } = reader.words
    await say(page, reader, 'Can I have a bathrobe')
    const option = page.getByRole('button', { name: 'Kettle' })
    await option.waitFor()
    expect(await option.evaluate((button) => getComputedStyle(button).direction)).toBe('ltr')
    await say(page, reader, 'person')
    await page.getByRole('log').getByText(events.personAsked).waitFor()
    await lookAt(page, 'ar-8-choice')
    await page.clock.fastForward('29:30')
    const warning = page.getByRole('alertdialog', { name: kiosk.question })
    const [before = ''] = kiosk.words.split('{')
    await warning.getByText(before.trim()).waitFor()
    await warning.getByText(/\d+ ثانية/).waitFor()
    await lookAt(page, 'ar-9-kiosk')
    await warning.getByRole('button', { name: kiosk.stay }).click()
    await warning.waitFor({ state: 'hidden' })
  })

  journey(
    'is English for who reads none of its languages, and brings nobody the words of others',
    async (hotel) => {
      for (const [locale, files] of [
        ['nl-NL', 0],
        ['en-GB', 0],
        ['zh-TW', 1],
      ] as const) {
        const phone = await hotel.openDesk({ viewport: PHONE, locale })
        const page = await phone.context.newPage()
        const loaded: Response[] = []
        page.on('response', (response) => loaded.push(response))
        await page.goto(`${hotel.line.origin}/guest`)
        await page.locator('html[data-written]').waitFor()
        const code = loaded.filter((response) => response.url().includes('/guest/assets/'))
        expect(code.filter((response) => WORDS_FILE.test(response.url())).length, locale).toBe(files)
        const sizes = await Promise.all(code.map(measureKb))
        expect(sizes.length).toBe(2 + files)
        expect(
          sizes.reduce((sum, kb) => sum + kb, 0),
          `${locale}: ${sizes.join(', ')} kB`,
        ).toBeLessThanOrEqual(MAX_KB)
        if (files === 0)
          expect(await page.getByRole('heading').first().textContent()).toBe(ENGLISH.head.greeting)
        else expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
      }
    },
  )

  journey('shows nothing before its words are there, and English where they are lost', async (hotel) => {
    const phone = await hotel.openDesk({ viewport: PHONE, locale: 'de-DE' })
    phone.expectProblem(LINE_TROUBLE)
    const page = await phone.context.newPage()
    const release = hotel.line.holdAll(({ path }) => WORDS_FILE.test(path))
    await page.goto(`${hotel.line.origin}/guest`, { waitUntil: 'commit' })
    // Without its style sheet a browser shows nothing either.
    await waitFor('nothing to be shown', () =>
      page.evaluate(() => document.body !== null && getComputedStyle(document.body).visibility === 'hidden'),
    )
    release()
    await page.getByRole('heading', { name: GERMAN.head.greeting }).waitFor()

    await page.route(WORDS_FILE, (route) => route.abort())
    await page.reload()
    await page.getByRole('heading', { name: ENGLISH.head.greeting }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})

async function measureKb(response: Response): Promise<number> {
  return gzipSync(await response.body(), { level: 9 }).length / BYTES_PER_KB
}

async function openPage(
  hotel: Hotel,
  { locale }: Reader,
  path = '/guest',
): Promise<{ phone: Desk; page: Page; name: string }> {
  const phone = await hotel.openDesk({ viewport: PHONE, locale })
  phone.expectProblem(LINE_TROUBLE)
  const page = await phone.context.newPage()
  if (path !== '/guest') await page.clock.install()
  await page.goto(`${hotel.line.origin}${path}`)
  return { phone, page, name: `Noor ${randomUUID().slice(0, 8)}` }
}

async function seeFirstSight(page: Page, { tag, direction, words }: Reader): Promise<void> {
  await page.getByRole('heading', { name: words.head.greeting }).waitFor()
  const html = page.locator('html')
  expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([tag, direction])
  expect(await page.title()).toBe(words.title)
  expect(await page.locator('#welcome').textContent()).toBe(fillIn(words.log.welcome, { person: 'person' }))
  const text = page.getByRole('textbox', { name: words.composer.label })
  expect(await text.getAttribute('placeholder')).toBe(words.composer.hint)
  expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe(direction)
  await page.getByRole('log', { name: words.log.label }).waitFor()
  // Nothing is left in the language of the document as it is sent.
  const shown = await page.locator('body').innerText()
  for (const english of [ENGLISH.head.greeting, ENGLISH.composer.name, ENGLISH.composer.optional]) {
    expect(shown).not.toContain(english)
  }
}

async function beRefused(hotel: Hotel, page: Page, reader: Reader): Promise<void> {
  const { words } = reader
  hotel.line.answerOnce(SENDING, 403, JSON.stringify({ message: 'Not from you.', code: 'forbidden' }))
  await say(page, reader, '1 2 3')
  const reason = words.refusal.forbidden
  await page.getByRole('log').getByText(fillIn(words.message.notSent, { reason })).waitFor()
  await lookAt(page, `${reader.tag}-3-refused`)
  await page.getByRole('button', { name: words.message.again }).waitFor()
  await page.getByRole('button', { name: words.message.discard }).click()
  await page.locator('.pending').waitFor({ state: 'detached' })
}

/** Words of both directions stand in the same conversation, each in its own. */
async function hearStaff(hotel: Hotel, page: Page, { direction }: Reader, name: string): Promise<void> {
  const agent = await hotel.signInStaff('agent')
  const chatId = (await agent.readChats()).find(({ displayName }) => displayName === name)?.id ?? ''
  await agent.takeOver(chatId)
  for (const [text, own] of [
    ['Good evening! Your table for 2 is at 19:30.', 'ltr'],
    ['مساء الخير! طاولتكم جاهزة.', 'rtl'],
  ] as const) {
    await agent.send(chatId, text)
    const bubble = page.getByRole('log').getByText(text)
    await bubble.waitFor()
    expect(await bubble.evaluate((element) => getComputedStyle(element).direction)).toBe(own)
    // The hotel's words stand where the page begins, the guest's where it ends.
    const isAtStart = await bubble.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < innerWidth - right
    })
    expect(isAtStart).toBe(direction === 'ltr')
  }
}

async function writeWithoutLine(hotel: Hotel, page: Page, reader: Reader): Promise<void> {
  const { words } = reader
  await hotel.goOffline()
  await say(page, reader, reader.said)
  await page.getByRole('log').getByText(words.message.waiting).waitFor()
  await page.getByRole('status').getByText(words.head.offline).waitFor()
  await lookAt(page, `${reader.tag}-4-offline`)
  await hotel.goOnline()
  await waitFor('everything to be sent', async () => (await page.locator('.pending').count()) === 0)
}

async function rate(hotel: Hotel, page: Page, reader: Reader, name: string): Promise<void> {
  const { survey } = reader.words
  const agent = await hotel.signInStaff('agent')
  const chatId = (await agent.readChats()).find(({ displayName }) => displayName === name)?.id ?? ''
  await agent.returnToBot(chatId)
  await page.reload()
  const question = page.getByRole('group', { name: survey.question })
  await question.waitFor()
  expect(await question.getByRole('radio').count()).toBe(5)
  await lookAt(page, `${reader.tag}-5-survey`)
  await question.getByRole('radio').nth(3).check()
  await page.getByRole('button', { name: survey.send }).click()
  await page.getByRole('button', { name: survey.changeLabel }).waitFor()
  const [begin = ''] = survey.thanks.split('{')
  await page.getByRole('region', { name: survey.label }).getByText(begin).waitFor()
}

async function endIt(page: Page, { tag, words }: Reader): Promise<void> {
  await page.getByRole('button', { name: words.head.endLabel }).click()
  const dialog = page.getByRole('dialog', { name: words.end.question })
  await dialog.getByText(words.end.words).waitFor()
  await lookAt(page, `${tag}-6-end`)
  await dialog.getByRole('button', { name: words.end.confirm }).click()
  await page.getByText(words.log.ended).waitFor()
  await lookAt(page, `${tag}-7-ended`)
  await page.getByRole('button', { name: words.log.begin }).click()
  await page.getByText(words.composer.optional).waitFor()
}

async function say(page: Page, { words }: Reader, text: string): Promise<void> {
  await page.getByRole('textbox', { name: words.composer.label }).fill(text)
  await page.getByRole('button', { name: words.composer.send, exact: true }).click()
}

/** Nothing sticks out or is cut off, and everybody can use it. Kept for who wants to see it where `BELLHOP_PICTURES` says. */
async function lookAt(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) {
    await mkdir(PICTURES, { recursive: true })
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png` })
    }
  }
  expect(await page.evaluate(listOverflowing), name).toEqual([])
  expect(await findSeriousFaults(page), name).toEqual([])
}

/** Elements that are wider than the screen, or whose words are wider than they are. Runs in the page. */
function listOverflowing(): string[] {
  return [document.documentElement, ...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      if (width <= 1 || element.matches('.spoken, .gallery *')) return false
      const isCutOff = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      return left < -1 || right > innerWidth + 1 || (isCutOff && !element.matches('.gallery'))
    })
    .map((element) => `${element.tagName} ${element.id} ${element.className.toString()}`)
}
