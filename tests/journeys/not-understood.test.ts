import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { trainingCard } from '#tests/support/intent-editor.ts'
import { openIntentHouse } from '#tests/support/intent-house.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PATH = '/intents/not-understood'
const SENTENCE = 'Zeppelin mooring mast'
const ALIKE = 'zeppelin mooring masts!'
const OTHER = 'quantum chromodynamics'
const ODD = 'asdf jklö'
const ANSWER = 'Zeppelins moor at noon.'
const CLARIFY = /^I'm not sure that I understand/

const isUse = ({ method, path }: SeenRequest): boolean =>
  method === 'POST' && path.startsWith('/api/luis/not-understood/use')

describe('what the bot did not understand', () => {
  journeyAlone(
    'an operator puts what a guest said into an intent, publishes, goes back; offline and on a phone too',
    async (hotel) => {
      const guest = await openGuestPage(hotel)
      await sayInVain(guest, SENTENCE)
      await letStaffAnswer(hotel)
      const desk = await openList(hotel)
      await addToIntent(hotel, desk)
      await trainAndPublish(hotel, desk)
      const friend = await openGuestPage(hotel)
      await say(friend, SENTENCE)
      await friend.getByText(/6:30/).first().waitFor()
      await beginIntent(hotel, desk)
      await dismiss(desk)
      await goBack(desk)
      const third = await openGuestPage(hotel)
      await sayInVain(third, SENTENCE)
      await readOffline(hotel, desk)
      await workOnPhone(desk)
    },
  )
})

const entry = ({ page }: ConsolePage, text: string): Locator =>
  page.getByRole('list', { name: 'Not understood' }).getByRole('listitem', { name: text, exact: true })

async function openGuestPage(hotel: Hotel): Promise<Page> {
  const { context } = await hotel.openDesk()
  const page = await context.newPage()
  await page.goto(`${hotel.line.origin}/guest`)
  const name = page.getByRole('textbox', { name: 'Your name' })
  if (await name.isVisible()) await name.fill('Lena')
  return page
}

async function say(guest: Page, text: string): Promise<void> {
  await guest.getByRole('textbox', { name: 'Message' }).fill(text)
  await guest.getByRole('button', { name: 'Send', exact: true }).click()
}

async function sayInVain(guest: Page, text: string): Promise<void> {
  await say(guest, text)
  await guest.getByText(CLARIFY).first().waitFor()
}

/** Others say things, too; one of them is answered by a member of staff. */
async function letStaffAnswer(hotel: Hotel): Promise<void> {
  const agent = await hotel.signInStaff('agent')
  const answered = await hotel.openGuest('Ada')
  await answered.say(ALIKE)
  for (const text of [OTHER, ODD]) {
    const other = await hotel.openGuest('Bo')
    await other.say(text)
    await waitFor('the bot to have asked', async () => (await other.read()).length > 1)
  }
  await waitFor('the bot to have asked', async () => (await answered.read()).length > 1)
  await agent.takeOver(answered.chatId)
  await agent.send(answered.chatId, ANSWER)
}

/** By the header and the tab beside the intents. */
async function openList(hotel: Hotel): Promise<ConsolePage> {
  const desk = await (await hotel.openDesk()).openTab()
  await desk.signIn('operator')
  const main = desk.page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Intents', exact: true }).click()
  await trainingCard(desk).getByText('There is no former version yet.').waitFor()
  await desk.page.getByRole('link', { name: 'Not Understood', exact: true }).click()
  await desk.page.waitForURL(`**${PATH}`)
  const group = entry(desk, ALIKE)
  await group.getByText(/^2 times, the last just now/).waitFor()
  await group.getByText(ANSWER).waitFor()
  await desk.page.getByText('4 sentences in 3 groups', { exact: true }).waitFor()
  await lookAt(desk, 'not-understood')
  // What was said stands in its chat, where the rest is.
  await group.getByText(/^2 wordings/).click()
  await group.getByRole('link', { name: new RegExp(SENTENCE) }).click()
  await desk.thread.getByText(SENTENCE, { exact: true }).waitFor()
  await desk.page.goBack()
  return desk
}

/** Two taps: the first opens the intents, the second takes one. All of it works by the keyboard. */
async function addToIntent(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const { page } = desk
  const button = desk.button(`Add to intent: ${ALIKE}`)
  const field = page.getByRole('combobox', { name: `Intent for: ${ALIKE}` })
  await button.press('Enter')
  await field.press('Escape')
  await waitFor('the focus to be back', () => button.evaluate((node) => node === document.activeElement))
  const message = 'The intent is being painted.'
  hotel.line.answerOnce(isUse, 422, JSON.stringify({ message, code: 'invalid' }), {
    'content-type': 'application/json',
  })
  await choose(desk, 'BREAK')
  await entry(desk, ALIKE).getByRole('alert').filter({ hasText: message }).waitFor()
  await choose(desk, 'brèak')
  await page.getByText(/^Trained questions hold once they are published/).waitFor()
  await entry(desk, ALIKE).waitFor({ state: 'detached' })
  const house = await openIntentHouse(hotel)
  const questions = (await house.find('breakfast'))?.questions.map(({ text }) => text)
  expect(questions).toEqual(expect.arrayContaining([SENTENCE, ALIKE]))
}

/** Found by some of its letters, whatever their case and accents. */
async function choose(desk: ConsolePage, letters: string): Promise<void> {
  await desk.button(`Add to intent: ${ALIKE}`).press('Enter')
  const field = desk.page.getByRole('combobox', { name: `Intent for: ${ALIKE}` })
  await field.pressSequentially(letters)
  await desk.page.getByRole('option', { name: 'breakfast', exact: true }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}

/** Beside the editor: the questions as they are understand it, and what answers guests does not yet. */
async function trySentence(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const id = (await (await openIntentHouse(hotel)).find('breakfast'))?.id ?? ''
  await desk.open(`/intents/edit/${id}`)
  const box = desk.page.getByRole('region', { name: 'Try it' })
  await box.getByRole('textbox', { name: 'A guest’s sentence' }).fill(SENTENCE)
  await box.getByRole('button', { name: 'Try', exact: true }).click()
  await box.getByText('Taken for breakfast, so it says:').waitFor()
  await box.getByText(/6:30/).waitFor()
  await box.getByText('Not sure enough of any of them, so it says:').waitFor()
  await box.getByText(CLARIFY).waitFor()
  await lookAt(desk, 'try-it')
  await desk.open('/intents')
}

async function trainAndPublish(hotel: Hotel, desk: ConsolePage): Promise<void> {
  await desk.page.getByRole('link', { name: 'TRAIN & PUBLISH' }).click()
  await trySentence(hotel, desk)
  const card = trainingCard(desk)
  await card.getByRole('button', { name: 'TRAIN & PUBLISH' }).click()
  await card.getByText('Success', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Former version' }).waitFor()
}

/** The form has the sentence as its question, and asks before what was typed is lost. */
async function beginIntent(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const { page } = desk
  await desk.open(PATH)
  await page.getByRole('link', { name: `New intent: ${OTHER}` }).click()
  const name = page.getByLabel('Name', { exact: true })
  await page.getByRole('list', { name: 'QUESTIONS' }).getByText(OTHER, { exact: true }).waitFor()
  await name.fill('physics')
  await desk.button('BACK').click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  expect(await name.inputValue()).toBe('physics')
  await page.getByLabel('RESPONSE').fill('Ask the porter.')
  await desk.button('SAVE INTENT').click()
  await page.getByRole('heading', { name: 'Edit intent: physics' }).waitFor()
  const house = await openIntentHouse(hotel)
  expect((await house.find('physics'))?.questions.map(({ text }) => text)).toEqual([OTHER])
  await desk.open(PATH)
  await entry(desk, ODD).waitFor()
  // What this device has kept of the list is there first.
  await entry(desk, OTHER).waitFor({ state: 'detached' })
}

async function dismiss(desk: ConsolePage): Promise<void> {
  await desk.button(`Dismiss: ${ODD}`).click()
  await desk.page
    .getByText('The bot understood everything, or it was dealt with.', { exact: false })
    .waitFor()
  await lookAt(desk, 'not-understood-empty')
}

/** What differs is listed before it is done, and afterwards the card says which version answers. */
async function goBack(desk: ConsolePage): Promise<void> {
  const { page } = desk
  await desk.open('/intents')
  const card = trainingCard(desk)
  await card.getByRole('button', { name: 'Former version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Former version' })
  const gone = dialog.getByRole('list', { name: /^No longer understood/ })
  await gone.getByText(SENTENCE, { exact: true }).waitFor()
  expect(await gone.getByRole('listitem').count()).toBe(2)
  await lookAt(desk, 'former-version')
  await dialog.getByRole('button', { name: /^Publish the version of/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await card.getByText(/answers again\. The present questions are not what is published\.$/).waitFor()
}

async function readOffline(hotel: Hotel, desk: ConsolePage): Promise<void> {
  await desk.open(PATH)
  await entry(desk, SENTENCE).waitFor()
  await hotel.goOffline()
  await desk.page.reload()
  await entry(desk, SENTENCE).waitFor()
  await desk.page.getByText('You are offline. Nothing can be changed', { exact: false }).waitFor()
  expect(await desk.button(`Add to intent: ${SENTENCE}`).isDisabled()).toBe(true)
  expect(await desk.button(`Dismiss: ${SENTENCE}`).isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('writing', () => desk.button(`Dismiss: ${SENTENCE}`).isEnabled())
}

async function workOnPhone(desk: ConsolePage): Promise<void> {
  await lookOnPhone(desk, 'not-understood')
  await desk.button(`Add to intent: ${SENTENCE}`).click()
  await desk.page.getByRole('option', { name: 'breakfast', exact: true }).waitFor()
  await lookAt(desk, 'not-understood-picking')
  await desk.button('Cancel').click()
  await desk.open('/intents')
  await trainingCard(desk).getByRole('button', { name: 'Former version' }).click()
  await desk.page.getByRole('list', { name: /^Understood again/ }).waitFor()
  await lookAt(desk, 'former-version')
}
