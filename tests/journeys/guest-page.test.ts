import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { writePdf } from '#server/demo/files/pdf.ts'
import { drawPicture } from '#server/demo/files/pictures.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { Desk, Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journey } from '#tests/support/journey.ts'
import type { Staff } from '#tests/support/staff.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What a browser says about requests that get nowhere; this file provokes them. */
const LINE_TROUBLE = /Failed to load resource|WebSocket connection/
const SENDING = (request: { method: string; path: string }) =>
  request.method === 'POST' && request.path.startsWith('/api/guest/messages')

describe('the guest’s page', () => {
  journey('keeps what is written without a line, and sends it once and in order', async (hotel) => {
    const phone = await openPhone(hotel)
    let page = await openPage(phone, hotel)
    await say(page, 'First of all')
    await waitForOwn(page, ['First of all'])
    await waitForSent(page)

    await hotel.goOffline()
    await say(page, 'written in the lift')
    await say(page, 'and in the cellar')
    await page.getByText('Waiting to send').first().waitFor()
    await page.getByRole('status').getByText('Offline').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('half a sent')
    await page.close()

    await hotel.goOnline()
    page = await openPage(phone, hotel)
    await waitForSent(page)
    await waitForOwn(page, ['First of all', 'written in the lift', 'and in the cellar'])
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a sent')
    const chat = await findChat(hotel, phone.guestName)
    expect(chat).toEqual(['First of all', 'written in the lift', 'and in the cellar'])
  })

  journey('says a thing once though its confirmation was lost, and believes no login page', async (hotel) => {
    const phone = await openPhone(hotel)
    const page = await openPage(phone, hotel)
    await say(page, 'hello')
    await waitForSent(page)
    hotel.line.loseReplies(SENDING, 1)
    await say(page, 'only once')
    await waitForSent(page)
    hotel.line.showPortal()
    await say(page, 'behind the portal')
    await page.getByRole('status').getByText('Offline').waitFor()
    hotel.line.pass()
    await waitForSent(page)
    expect(await findChat(hotel, phone.guestName)).toEqual(['hello', 'only once', 'behind the portal'])
    await waitForOwn(page, ['hello', 'only once', 'behind the portal'])
  })

  journey('shows words as words, staff’s pictures and papers, and asks how they did', async (hotel) => {
    const phone = await openPhone(hotel)
    const page = await openPage(phone, hotel)
    await say(page, '<img src=x onerror=alert(1)>（https://example.com/a?b=1）。 https://example.com/A_(b)_.')
    await waitForSent(page)
    const link = page.getByRole('log').getByRole('link')
    await link.first().waitFor()
    const opened = await Promise.all((await link.all()).map((one) => one.getAttribute('href')))
    expect(opened).toEqual(['https://example.com/a?b=1', 'https://example.com/A_(b)_'])
    expect(await link.allTextContents()).toEqual(opened)
    expect(await page.getByRole('log').locator('img').count()).toBe(0)

    const agent = await hotel.signInStaff('agent')
    const chatId = await findChatId(agent, phone.guestName)
    await agent.takeOver(chatId)
    await agent.send(chatId, 'One moment, Lena')
    await page.getByRole('log').getByText('One moment, Lena').waitFor()
    await page.getByRole('log').getByText('Alex Kim').first().waitFor()

    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(drawPicture('cake'))]), 'cake.png')
    form.append('files', new Blob([new Uint8Array(writePdf('Bill', ['Room 204']))]), 'bill.pdf')
    const headers = { authorization: `Bearer ${agent.token}` }
    const address = `${hotel.server.url}/api/takeover/upload/${chatId}`
    expect((await fetch(address, { method: 'POST', headers, body: form })).status).toBe(200)
    const picture = page.getByRole('button', { name: 'Open cake.png' }).locator('img')
    await waitFor('the picture to be drawn', () =>
      picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 480),
    )
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'bill.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('bill.pdf')
    await rateTheHelp(hotel, page, agent, chatId)
    await putOffTheQuestion(page, agent, chatId)
  })

  journey(
    'tells in words why a message is refused, offers the ways out, and says what is tapped',
    async (hotel) => {
      const phone = await openPhone(hotel)
      const page = await openPage(phone, hotel)
      await say(page, 'hello')
      await waitForSent(page)
      hotel.line.answerOnce(
        SENDING,
        422,
        JSON.stringify({ message: 'This word is not taken.', code: 'invalid' }),
      )
      await say(page, 'a word')
      await page.getByRole('log').getByText('Not sent: This word is not taken.').waitFor()
      await page.getByRole('button', { name: 'Send again' }).click()
      await waitForSent(page)
      await say(page, 'Can I have a bathrobe')
      const option = page.getByRole('button', { name: 'Kettle' })
      await option.waitFor()
      const { width = 0, height = 0 } = (await option.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      await option.click()
      await page.getByRole('log').getByText('I have passed it on to our team.').waitFor()
      const words = ['hello', 'a word', 'Can I have a bathrobe', 'Kettle']
      expect(await findChat(hotel, phone.guestName)).toEqual(words)
    },
  )
})

/** By keyboard, without a line for a while, and changed afterwards. */
async function rateTheHelp(hotel: Hotel, page: Page, agent: Staff, chatId: string): Promise<void> {
  const question = page.getByRole('group', { name: 'How did we do?' })
  const thanks = (stars: number) =>
    page.getByRole('region', { name: 'Your rating' }).getByText(`Thank you. You gave us ${stars} of 5 stars.`)
  expect(await question.isVisible()).toBe(false)
  await agent.returnToBot(chatId)
  await page.reload()
  const one = question.getByRole('radio', { name: '1 star', exact: true })
  await one.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  expect(await question.getByRole('radio', { name: '2 stars' }).isChecked()).toBe(true)
  for (const target of [one, page.getByRole('button', { name: 'Send rating' })]) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await hotel.goOffline()
  await page.keyboard.press('Enter')
  await page.getByText('2 of 5 stars. Waiting to send').first().waitFor()
  await hotel.goOnline()
  await thanks(2).waitFor()
  expect(await readRating(hotel, agent, chatId)).toBe(2)

  await page.getByRole('button', { name: 'Change your rating' }).click()
  await question.getByRole('radio', { name: '5 stars' }).check()
  const refusal = JSON.stringify({ message: 'No stars tonight.', code: 'invalid' })
  hotel.line.answerOnce(({ path }) => path.startsWith('/api/guest/rating'), 422, refusal)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText('Not sent: No stars tonight.').waitFor()
  expect(await question.getByRole('radio', { name: '5 stars' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await thanks(5).waitFor()
  expect(await readRating(hotel, agent, chatId)).toBe(5)
  await page.reload()
  await thanks(5).waitFor()
}

/** Asked anew on another occasion, and not again on that one. */
async function putOffTheQuestion(page: Page, agent: Staff, chatId: string): Promise<void> {
  const notNow = page.getByRole('button', { name: 'Not now' })
  await agent.takeOver(chatId)
  await agent.send(chatId, 'Your taxi is here')
  await agent.returnToBot(chatId)
  await page.reload()
  await notNow.click()
  await notNow.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('log').getByText('Your taxi is here').waitFor()
  expect(await page.getByRole('region', { name: 'Your rating' }).count()).toBe(0)
}

const cardSchema = v.object({ rating: v.number() })

async function readRating(hotel: Hotel, { token }: Staff, chatId: string): Promise<number> {
  const url = `${hotel.server.url}/api/inhouse-guest-info/${chatId}`
  return (await callJson(cardSchema, url, { token })).rating
}

/** A guest's phone, and the name that nobody else in the hotel has. */
interface Phone extends Desk {
  guestName: string
}

async function openPhone(hotel: Hotel): Promise<Phone> {
  const phone = await hotel.openDesk({ viewport: PHONE })
  phone.expectProblem(LINE_TROUBLE)
  return { ...phone, guestName: `Lena ${randomUUID().slice(0, 8)}` }
}

async function openPage(phone: Phone, hotel: Hotel): Promise<Page> {
  const page = await phone.context.newPage()
  await page.goto(`${hotel.line.origin}/guest`)
  const name = page.getByRole('textbox', { name: 'Your name' })
  if (await name.isVisible()) await name.fill(phone.guestName)
  return page
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

function waitForSent(page: Page): Promise<unknown> {
  return waitFor('everything to be sent', async () => (await page.locator('.pending').count()) === 0)
}

function waitForOwn(page: Page, texts: string[]): Promise<unknown> {
  return waitFor(`the guest’s own ${texts.join(', ')}`, async () => {
    const drawn = await page.locator('.own .bubble').allTextContents()
    return drawn.join('|') === texts.join('|')
  })
}

/** The one chat of the guest of that name, who has spoken already. */
async function findChatId(staff: Staff, name: string): Promise<string> {
  const ids = (await staff.readChats()).flatMap(({ id, displayName }) => (displayName === name ? [id] : []))
  expect(ids).toEqual([expect.any(String)])
  return ids[0] ?? ''
}

/** What the guest of that name said, as staff read it. */
async function findChat(hotel: Hotel, name: string): Promise<string[]> {
  const staff = await hotel.signInStaff('maria')
  const messages = await staff.readMessages(await findChatId(staff, name))
  return messages.filter(({ sentByGuest }) => sentByGuest).map(({ text }) => text)
}
