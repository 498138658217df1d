import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PHONE } from '#tests/support/chromium.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const newLine = (page: Page) => page.getByRole('button', { name: 'New line' })
const own = (page: Page) => page.locator('.own .bubble')

describe('writing on the guest’s page', () => {
  journey('has lines on a phone, and stays in sight above the soft keyboard', async (hotel) => {
    const phone = await hotel.openDesk({ viewport: PHONE })
    const page = await phone.context.newPage()
    await page.addInitScript(standInForViewport)
    await page.goto(`${hotel.line.origin}/guest`)
    await writeLines(page)
    await hearOnce(page)
    await stayAboveKeyboard(page)
  })

  journey('sends by Enter of a keyboard, and never by one that ends a word', async (hotel) => {
    const page = await openAtDesk(hotel)
    expect(await newLine(page).isVisible()).toBe(false)
    await field(page).fill('にほん')
    await field(page).dispatchEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 229 })
    expect([await field(page).inputValue(), await own(page).count()]).toEqual(['にほん', 0])
    await field(page).press('Shift+Enter')
    await field(page).pressSequentially('second')
    await field(page).press('Enter')
    expect(await field(page).inputValue()).toBe('')
    await waitFor(
      'it to be said',
      async () => (await own(page).allTextContents()).join('|') === 'にほん\nsecond',
    )
  })
})

async function openAtDesk(hotel: Hotel): Promise<Page> {
  const page = await (await hotel.openDesk()).context.newPage()
  await page.goto(`${hotel.line.origin}/guest`)
  await field(page).waitFor()
  return page
}

/** Enter and the button begin lines, the field grows with them, and Send sends. */
async function writeLines(page: Page): Promise<void> {
  await field(page).tap()
  const { height: low = 0 } = (await field(page).boundingBox()) ?? {}
  await field(page).pressSequentially('first')
  await field(page).press('Enter')
  await field(page).pressSequentially('second')
  await newLine(page).tap()
  await page.keyboard.type('third')
  expect(await field(page).inputValue()).toBe('first\nsecond\nthird')
  expect(await own(page).count()).toBe(0)
  const { height: high = 0 } = (await field(page).boundingBox()) ?? {}
  expect(high).toBeGreaterThan(low + 30)
  const { width = 0, height = 0 } = (await newLine(page).boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  expect(await field(page).getAttribute('enterkeyhint')).toBe('enter')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await waitFor(
    'it to be said',
    async () => (await own(page).allTextContents()).join('|') === 'first\nsecond\nthird',
  )
}

/** As iOS lays its keyboard over the page and moves what is seen of it: the field and the newest words stay there. */
async function stayAboveKeyboard(page: Page): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await field(page).fill(`${count}\n`.repeat(8).trim())
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
  }
  await waitFor('all to be sent', async () => (await page.locator('.pending').count()) === 0)
  const part = { height: 430, offsetTop: 190 }
  await page.evaluate((view) => {
    Object.assign(window.visualViewport ?? {}, view)
    window.visualViewport?.dispatchEvent(new Event('scroll'))
  }, part)
  const isInPart = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((element, { height, offsetTop }) => {
        const { top, bottom } = element.getBoundingClientRect()
        return bottom > offsetTop && bottom <= offsetTop + height && (top >= offsetTop || element.id === '')
      }, part)
  await waitFor('the field to be in sight', () => isInPart('#composer'))
  await waitFor('the newest message to be in sight', () => isInPart('#messages > li'))
  // With lines to write the field takes no more than its share.
  await field(page).fill('line\n'.repeat(30))
  await waitFor('the field to be in sight still', () => isInPart('#composer'))
  await waitFor('the newest message to be in sight still', () => isInPart('#messages > li'))
}

/** What the assistant answers is read out once, and nothing of one's own. */
async function hearOnce(page: Page): Promise<void> {
  const said = page.locator('#news p')
  await said.first().waitFor({ state: 'attached' })
  expect(await page.getByRole('log').getAttribute('aria-live')).toBe('off')
  const answers = await page.locator('.message:not(.own) .bubble').allTextContents()
  expect(await said.allTextContents()).toEqual(answers.map((text) => `Bell, our assistant: ${text}`))
}

/** A visual viewport whose size and place a test can set. */
function standInForViewport(): void {
  const view = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 })
  Object.defineProperty(window, 'visualViewport', { value: view })
}
