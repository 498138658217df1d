import { describe, expect } from 'vitest'
import { countFromNow } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { chooseTimes, openEditor, trainingCard, typeQuestion } from '#tests/support/intent-editor.ts'
import { openIntentHouse, type IntentHouse } from '#tests/support/intent-house.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { lookAt, lookOnPhone } from '#tests/support/look-at.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NAME = 'curling'
const QUESTION = 'Is there a curling rink'
const SECOND = 'Can we slide stones on ice'
const RESPONSE = 'Yes, in the cellar. Which time suits you?'
const NO_QUESTION = 'Every intent should contain at least one question.'

const isCall =
  (method: string, path: string) =>
  (request: SeenRequest): boolean =>
    request.method === method && request.path.startsWith(`/api/luis/${path}`)

describe('/intents (specification section 2)', () => {
  journeyAlone(
    'an operator adds one with questions and choices, edits, trains, publishes, deletes; offline and on a phone too',
    async (hotel) => {
      const { house, desk, list } = await open(hotel)
      await add(hotel, desk)
      await askQuestions(hotel, desk, house)
      await trainAndAnswer(hotel, desk)
      await edit(hotel, desk, list, house)
      await writeTickets(hotel, desk, list, house)
      await deleteSome(desk, list, house)
      await readOffline(hotel, desk, list)
      await workOnPhone(desk, list)
    },
  )

  journeyAlone(
    'where nothing hints at what others did, one is added and edited all the same',
    async (hotel) => {
      const { house, desk, list } = await open(hotel)
      await add(hotel, desk)
      await desk.button('BACK').click()
      await edit(hotel, desk, list, house)
      await writeTickets(hotel, desk, list, house)
    },
    { kinds: ['plain'] },
  )
})

/** An operator at the list, as the demonstration has it. */
async function open(hotel: Hotel) {
  const house = await openIntentHouse(hotel)
  const desk = await (await hotel.openDesk()).openTab()
  await desk.signIn('operator')
  const list = new ListPage(desk, { one: 'intent', many: 'intents' })
  await desk.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Intents' }).click()
  await list
    .row('breakfast')
    .getByText(/^What time is breakfast and \d+ more$/)
    .waitFor()
  const headings = ['INTENT', 'RESPONSE', 'TYPE', 'QUESTION', 'AUDIO', 'EDIT', 'DELETE']
  expect(await list.readHeadings()).toEqual(headings)
  // One of the bot's own is edited and never deleted.
  await list.row('greeting').getByRole('link', { name: 'Edit greeting' }).waitFor()
  expect(await desk.button('Delete greeting').count()).toBe(0)
  expect(await desk.page.getByRole('checkbox', { name: 'Choose greeting' }).count()).toBe(0)
  // No voice here.
  await list.row('greeting').getByText('Please save the intent to update audio files.').waitFor()
  const card = trainingCard(desk)
  await card.getByText('Bell Version 0.1').waitFor()
  await card.getByText(/^Last published/).waitFor()
  await look(hotel, desk, 'intents')
  return { house, desk, list }
}

/** What was done before a step that is refused stands, and only the rest is asked for again. */
async function add(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const { page } = desk
  await page.getByRole('link', { name: 'ADD NEW INTENT' }).click()
  const save = desk.button('SAVE INTENT')
  expect(await save.isDisabled()).toBe(true)
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  await typeQuestion(desk, QUESTION)
  // What an input method composes is no Enter of the person's.
  const draft = page.getByLabel('New question')
  await draft.fill(SECOND)
  await draft.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
  )
  expect(await draft.inputValue()).toBe(SECOND)
  await draft.fill(QUESTION.toUpperCase())
  await draft.press('Enter')
  await page.getByText('This intent has that question already.').waitFor()
  await draft.fill('')
  await page.getByLabel('RESPONSE').fill(RESPONSE)
  await chooseTimes(desk)
  await look(hotel, desk, 'intent-add')

  refuse(hotel, isCall('POST', 'dialog'), 'The bot is not in the mood.')
  await save.click()
  await page
    .getByRole('alert')
    .filter({ hasText: /^The bot is not in the mood\. The intent itself/ })
    .waitFor()
  const counts = ['intents', 'questions', 'dialog'].map((path) =>
    countFromNow(hotel.line, isCall('POST', path)),
  )
  await save.click()
  await page.getByRole('heading', { name: `Edit intent: ${NAME}` }).waitFor()
  expect(counts.map((count) => count())).toEqual([0, 0, 1])
}

/** Each is added and removed at once, and says beside it where that fails. */
async function askQuestions(hotel: Hotel, desk: ConsolePage, house: IntentHouse): Promise<void> {
  const { page } = desk
  const questions = page.getByRole('list', { name: 'QUESTIONS' }).getByRole('listitem')
  await questions.filter({ hasText: QUESTION }).waitFor()
  refuse(hotel, isCall('POST', 'questions'), 'Too many stones.')
  await typeQuestion(desk, SECOND)
  await questions.getByText('Error while creating. Too many stones.').waitFor()
  await desk.button('BACK').click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await desk.button(`Try again: ${SECOND}`).click()
  await waitFor('both questions to be there', async () => (await house.find(NAME))?.questions.length === 2)
  await page.getByText('Error while creating').waitFor({ state: 'detached' })

  refuse(hotel, isCall('DELETE', 'questions'), 'The stones are stuck.')
  await desk.button(`Remove question: ${QUESTION}`).click()
  await questions.getByText('Error while removing. The stones are stuck.').waitFor()
  await desk.button(`Remove question: ${QUESTION}`).click()
  await waitFor('one question to be there', async () => (await house.find(NAME))?.questions.length === 1)

  await page.getByLabel('New question').fill('half a question')
  await desk.button('BACK').click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await trainingCard(desk).waitFor()
}

/** Only then guests are understood by it; what fails on the way is said in the environment's words. */
async function trainAndAnswer(hotel: Hotel, desk: ConsolePage): Promise<void> {
  const card = trainingCard(desk)
  const train = card.getByRole('button', { name: 'TRAIN & PUBLISH' })
  refuse(hotel, isCall('POST', 'train'), 'The bot is asleep.')
  await train.click()
  await card.getByText('Failure while training: The bot is asleep.', { exact: true }).waitFor()
  refuse(hotel, isCall('POST', 'publish'), 'The presses stand still')
  await train.click()
  await card.getByText('Failure while publishing: The presses stand still.', { exact: true }).waitFor()
  await train.click()
  await card.getByText('Success', { exact: true }).waitFor()
  expect(await train.isEnabled()).toBe(true)

  const guest = await hotel.openGuest()
  await guest.say(SECOND)
  const heard = (text: string) =>
    waitFor(`the bot to say ${text}`, async () =>
      (await guest.read()).some((message) => message.text.includes(text)),
    )
  await heard(RESPONSE)
  await guest.say('at noon')
  await heard('See you at noon.')
  // It is cleared after 10 s.
  await card.getByText('Success', { exact: true }).waitFor({ state: 'detached' })
}

/** Refused, with everything as it was; and where somebody else was quicker the user chooses. */
async function edit(hotel: Hotel, desk: ConsolePage, list: ListPage, house: IntentHouse): Promise<void> {
  const { page } = desk
  await openEditor(desk, NAME)
  const response = list.editForm.getByLabel('RESPONSE').first()
  await page.getByLabel('Name', { exact: true }).fill('Breakfast')
  await response.fill('In the cellar.')
  await desk.button('SAVE INTENT').click()
  await list.editForm.getByText("There is an intent 'breakfast' already.").first().waitFor()
  expect(await response.inputValue()).toBe('In the cellar.')
  await page.getByLabel('Name', { exact: true }).fill('ice hall')
  if (hotel.kind === 'extended') {
    await house.say(NAME, 'Somebody else’s words.')
    // Seen by a hint: saving waits for the choice.
    const choice = desk.button('Keep mine: RESPONSE')
    await choice.waitFor()
    expect(await desk.button('SAVE INTENT').isDisabled()).toBe(true)
    await choice.click()
  }
  await desk.button('SAVE INTENT').click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  const saved = await house.find('ice hall')
  expect(saved?.dialog?.config).toMatchObject({
    type: 'choice',
    response: 'In the cellar.',
    choices: [{ name: 'At noon', response: 'See you at noon.' }, { name: 'Never' }],
  })
  expect(saved?.dialog?.config.choices?.[1]?.redirectTo).toBe((await house.find('goodbye'))?.id)
  await desk.button('BACK').click()
  await list.search('ice hall')
  await list.row('ice hall').getByText('Choice', { exact: true }).waitFor()
}

/** A ticket's own fields; the SKU as long as some ticketing system outside of the house is switched on. */
async function writeTickets(
  hotel: Hotel,
  desk: ConsolePage,
  list: ListPage,
  house: IntentHouse,
): Promise<void> {
  const { page } = desk
  await openEditor(desk, 'ice hall')
  const sku = page.getByLabel(/^External SKU/)
  await page.getByLabel('ACTION', { exact: true }).selectOption('ticket-user')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the action' }).click()
  await list.editForm.getByText('Department is required.').waitFor()
  await page.getByRole('switch', { name: 'Use Guest Response' }).click()
  await page.getByRole('alert').filter({ hasText: 'This setting cannot be modified.' }).waitFor()
  expect(await page.getByRole('switch', { name: 'Use Guest Response' }).isChecked()).toBe(true)
  await sku.waitFor()
  for (const isActive of [false, true]) {
    await house.switchTicketing(isActive)
    // Without hints it is read when it is come back to.
    if (hotel.kind === 'plain') await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await sku.waitFor({ state: isActive ? 'visible' : 'detached' })
  }
  await sku.fill('ICE-1')
  await page.getByLabel('Department').selectOption({ label: 'Housekeeping' })
  await page.getByRole('switch', { name: 'Require in-house authentication' }).click()
  await desk.button('SAVE INTENT').click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  expect((await house.find('ice hall'))?.dialog?.config).toMatchObject({
    type: 'ticket-user',
    requiresAuth: true,
    externalTicketSKU: 'ICE-1',
    choices: [{ name: 'Use Guest Response' }],
  })
  await look(hotel, desk, 'intent-edit')
  await desk.button('BACK').click()
}

/** One without a question keeps everything from being trained until it is gone. */
async function deleteSome(desk: ConsolePage, list: ListPage, house: IntentHouse): Promise<void> {
  const { page } = desk
  await list.search('ice hall')
  await list.delete('ice hall')
  await list.undoDelete('ice hall')
  const names = ['to be deleted one', 'to be deleted two']
  for (const name of names) await house.add(name)
  await page.reload()
  await list.search('to be deleted')
  await list.row('to be deleted two').getByText('No question yet').waitFor()
  await trainingCard(desk).getByText(NO_QUESTION).waitFor()
  expect(await desk.button('TRAIN & PUBLISH').isDisabled()).toBe(true)
  for (const name of names) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await desk.button('DELETE INTENTS (2)').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 intents' }).click()
  expect(await list.readReport()).toContain('2 intents deleted.')
  await trainingCard(desk).getByText(NO_QUESTION).waitFor({ state: 'detached' })
}

async function readOffline(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  const { page } = desk
  await hotel.goOffline()
  await page.reload()
  await list.row('breakfast').waitFor()
  await trainingCard(desk).getByText('You are offline.').waitFor()
  await trainingCard(desk).getByText('Bell Version 0.1').waitFor()
  expect(await desk.button('TRAIN & PUBLISH').isDisabled()).toBe(true)
  expect(await desk.button('Delete breakfast').isDisabled()).toBe(true)
  await openEditor(desk, 'breakfast')
  expect(await desk.button('Remove question: breakfast hours').isDisabled()).toBe(true)
  await page.getByLabel('RESPONSE').fill('From six.')
  expect(await desk.button('SAVE INTENT').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('writing', () => desk.button('SAVE INTENT').isEnabled())
  await desk.button('SAVE INTENT').click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  await desk.button('BACK').click()
  await list.row('breakfast').waitFor()
}

async function workOnPhone(desk: ConsolePage, list: ListPage): Promise<void> {
  await lookOnPhone(desk, 'intents')
  await openEditor(desk, 'table')
  await list.editForm.getByRole('tab', { name: 'Garden Room' }).click()
  await list.editForm.getByRole('tabpanel', { name: 'Garden Room' }).waitFor()
  await lookAt(desk, 'intent-edit')
}

/** What is drawn is the same in every environment: it is looked at in one. */
async function look({ kind }: Hotel, desk: ConsolePage, name: string): Promise<void> {
  if (kind === 'extended') await lookAt(desk, name)
}

/** The next such call is refused with these words. */
function refuse(hotel: Hotel, isMeant: (request: SeenRequest) => boolean, message: string): void {
  const body = JSON.stringify({ message, code: 'invalid' })
  hotel.line.answerOnce(isMeant, 422, body, { 'content-type': 'application/json' })
}
