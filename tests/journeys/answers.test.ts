import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { typicalAnswersSchema } from '#src/contract/typical-answers.ts'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PATH = '/api/manager/typical-answers/'

describe('the saved answers of the house', () => {
  journey(
    'are added, changed in place, taken back and deleted, read without a line, and changed by two at once',
    async (hotel) => {
      const house = await openHouse(hotel)
      const desk = await hotel.openDesk()
      const manager = await desk.openTab()
      await manager.signIn('manager')
      await manager.page.getByRole('link', { name: 'Responses' }).click()
      await manager.page.getByRole('heading', { name: 'Responses' }).waitFor()
      const label = `Late breakfast ${crypto.randomUUID().slice(0, 8)}`

      await add(manager, label)
      await waitFor(
        'the answer to be there',
        async () => (await house.find(label))?.answer === 'Until noon, {firstName}.',
      )
      await changeInPlace(hotel, manager, house, label)
      await takeBackAndDelete(manager, house, label)
      await deleteMany(manager, house, label)
      await readOffline(hotel, manager)
      await turnIntoPhone(manager)
      await changeBesideColleague(hotel, manager, house)
    },
  )
})

/** The second of two is told, and chooses. */
async function changeBesideColleague(hotel: Hotel, manager: ConsolePage, house: House): Promise<void> {
  const label = `Sauna ${crypto.randomUUID().slice(0, 8)}`
  const id = await house.add(label, 'From two to nine.')
  await manager.open('/answers-table')
  await search(manager, label)
  const field = manager.page.getByRole('textbox', { name: `Response of ${label}` })
  // The answer to the first save is held up, and somebody else's comes in between.
  const savingArrival = hotel.line.holdNext(({ method, path }) => method === 'PUT' && path.startsWith(PATH))
  await field.fill('From two to ten.')
  const saving = await savingArrival
  await house.change(id, 'Closed this week.')
  saving.letGo()
  const row = manager.page.getByRole('row', { name: label })
  await manager.page.getByText('has saved something else meanwhile.', { exact: false }).waitFor()
  expect(await field.inputValue()).toBe('From two to ten.')
  expect(await findSeriousFaultsInBothThemes(manager.page)).toEqual([])
  await manager.button('Keep mine: Response').click()
  await row.getByText('Saved', { exact: true }).waitFor()
  expect((await house.find(label))?.answer).toBe('From two to ten.')
}

async function add(manager: ConsolePage, label: string): Promise<void> {
  const form = manager.page.getByRole('form', { name: 'Add answer' })
  const button = form.getByRole('button', { name: 'Add answer' })
  const response = form.getByRole('textbox', { name: 'Response' })
  // Three lines (specification section 9), of 18 px at the least.
  expect((await response.boundingBox())?.height).toBeGreaterThan(54)
  await form.getByRole('textbox', { name: 'Label' }).fill(label)
  await response.fill('   ')
  expect(await button.isDisabled()).toBe(true)
  await response.fill('Until noon, {firstName}.')
  await button.click()
  await search(manager, label)
  await manager.page.getByRole('textbox', { name: `Response of ${label}` }).waitFor()
  await form.getByText(/^Added '/).waitFor()
  expect(await form.getByRole('textbox', { name: 'Label' }).inputValue()).toBe('')
}

/** What is refused stays in its field, with the reason. */
async function changeInPlace(hotel: Hotel, manager: ConsolePage, house: House, label: string): Promise<void> {
  const field = manager.page.getByRole('textbox', { name: `Response of ${label}` })
  const row = manager.page.getByRole('row', { name: label })
  const refused = { message: 'The kitchen says no.', code: 'invalid' }
  hotel.line.answerOnce(({ method }) => method === 'PUT', 422, JSON.stringify(refused), {
    'content-type': 'application/json',
  })
  await field.fill('Until one.')
  await manager.page.getByText('The kitchen says no.', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('Until one.')
  await field.fill('Until two.')
  await row.getByText('Saved', { exact: true }).waitFor()
  expect((await house.find(label))?.answer).toBe('Until two.')
}

async function takeBackAndDelete(manager: ConsolePage, house: House, label: string): Promise<void> {
  const field = manager.page.getByRole('textbox', { name: `Response of ${label}` })
  await manager.button(`Delete ${label}`).click()
  await field.waitFor({ state: 'detached' })
  await manager.button(`Undo: delete ${label}`).click()
  await field.waitFor()
  await manager.button(`Delete ${label}`).click()
  await field.waitFor({ state: 'detached' })
  // Leaving sends it, without the rest of its pause.
  await manager.page.getByRole('link', { name: 'Conversations' }).click()
  await waitFor('it to be deleted', async () => (await house.find(label)) === undefined)
  await manager.page.getByRole('link', { name: 'Responses' }).click()
}

async function deleteMany(manager: ConsolePage, house: House, label: string): Promise<void> {
  const names = ['one', 'two', 'three'].map((word) => `${label} ${word}`)
  for (const name of names) await house.add(name, 'For the deletion of many.')
  await manager.page.reload()
  await search(manager, label)
  for (const name of names) await manager.page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await manager.button('Delete answers (3)').click()
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Delete 3 answers' }).click()
  await manager.page.getByText('3 answers deleted.').first().waitFor()
  for (const name of names) expect(await house.find(name)).toBeUndefined()
}

async function readOffline(hotel: Hotel, manager: ConsolePage): Promise<void> {
  await search(manager, 'Wi-Fi')
  await hotel.goOffline()
  await manager.page.reload()
  await search(manager, 'Wi-Fi')
  await manager.page.getByRole('textbox', { name: 'Label of Wi-Fi' }).waitFor()
  await manager.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await manager.button('Delete Wi-Fi').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('it to be writable again', () => manager.button('Delete Wi-Fi').isEnabled())
}

/** A long list draws the rows in sight only. */
async function search(manager: ConsolePage, words: string): Promise<void> {
  await manager.page.getByRole('searchbox', { name: 'Search answers...' }).fill(words)
}

/** A colleague who keeps the answers elsewhere. */
interface House {
  find(label: string): Promise<{ id: string; answer: string } | undefined>
  add(label: string, answer: string): Promise<string>
  change(id: string, answer: string): Promise<void>
}

async function openHouse(hotel: Hotel): Promise<House> {
  const { token } = await hotel.signInStaff('manager')
  const url = `${hotel.server.url}${PATH}`
  return {
    find: async (label) =>
      (await callJson(typicalAnswersSchema, url, { token })).find((row) => row.label === label),
    add: async (label, answer) =>
      (await callJson(v.object({ id: v.string() }), url, { token, method: 'POST', json: { label, answer } }))
        .id,
    change: async (id, answer) =>
      void (await callJson(v.unknown(), `${url}${id}`, { token, method: 'PUT', json: { answer } })),
  }
}
