import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { countFromNow } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const BAD_PHONE =
  'Phone number is invalid, can be kind of 7025094433 - starts with 702 and contains 10 digits'
const isAssigneeCall =
  (method: string) =>
  (request: SeenRequest): boolean =>
    request.method === method && request.path.startsWith('/api/ticketing/Agents/')

describe('/config/assignees (specification section 2, Tickets and assignees)', () => {
  journeyAlone(
    'an admin adds, edits, is refused, deletes and takes back, one and many, offline and on a phone',
    async (hotel) => {
      const desk = await (await hotel.openDesk()).openTab()
      await desk.signIn('admin')
      const list = new ListPage(desk, { one: 'assignee', many: 'assignees' })
      await openByMenu(hotel, desk, list)
      await add(hotel, desk, list)
      await edit(hotel, desk, list)
      await keepWhoHasWork(desk, list)
      await deleteAndUndo(hotel, list)
      await deleteMany(list)
      await readOffline(hotel, desk, list)
      await turnIntoPhone(desk)
      await workOnPhone(desk, list)
    },
  )
})

/** It polls, and says who is at work. */
async function openByMenu(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await desk.button('Menu').click()
  await desk.page.getByRole('menuitem', { name: 'Assignees', exact: true }).click()
  await desk.page.waitForURL('**/config/assignees')
  await list.row('Tomás Vega').waitFor()
  expect(await list.readHeadings()).toEqual([
    'Display name',
    'Username',
    'Phone number',
    'Department',
    'Status',
    'EDIT',
    'DELETE',
  ])
  const states = [
    ['Tomás Vega', 'Active'],
    ['Jonas Berg', 'Break'],
    ['Amadou Sow', 'Inactive'],
  ] as const
  for (const [name, state] of states) await list.row(name).getByText(state, { exact: true }).waitFor()
  await list.row('Tomás Vega').getByText('Maintenance', { exact: true }).waitFor()
  const countReadings = countFromNow(hotel.line, isAssigneeCall('GET'))
  await waitFor('the list to be read again by itself', () => countReadings() >= 2)
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
}

/** Name and phone are required, the phone is a number, and what the environment says of it is said in better words. */
async function add(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ 'Display name': 'Nadja', 'Phone number': 'at the desk' })
  await list.addForm.getByText('Phone number must be a number.').waitFor()
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ 'Phone number': '123' })
  await list.addButton.click()
  await list.addForm.getByText(BAD_PHONE).waitFor()
  expect(await list.addForm.getByLabel('Display name').inputValue()).toBe('Nadja')

  const countCreates = countFromNow(hotel.line, isAssigneeCall('POST'))
  await list.fillNew({
    'Phone number': '7025094433',
    Username: 'nadja',
    Password: 'a long password',
    Department: 'Concierge',
  })
  await list.addButton.click()
  await list.row('Nadja').waitFor()
  await list.addForm.getByText("Added 'Nadja'.", { exact: true }).waitFor()
  await list.row('Nadja').getByText('Concierge', { exact: true }).waitFor()
  await list.row('Nadja').getByText('Inactive', { exact: true }).waitFor()
  expect([countCreates(), await list.addForm.getByLabel('Phone number').inputValue()]).toEqual([1, ''])

  await list.fillNew({ 'Display name': 'Other', 'Phone number': '7025094434', Username: 'NADJA' })
  await list.addButton.click()
  await list.addForm.getByText('Nadja has this username already.', { exact: true }).waitFor()
  await list.addForm.getByRole('button', { name: 'Clear' }).click()
  expect(await desk.page.getByText('a long password').count()).toBe(0)
}

/** On a page of its own, with an address; leaving it half-typed asks. */
async function edit(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  const back = list.editForm.getByRole('button', { name: 'Back', exact: true })
  await desk.page.getByRole('link', { name: 'Edit Nadja', exact: true }).click()
  await desk.page.waitForURL('**/config/assignees/edit/*')
  await desk.page.getByRole('heading', { name: 'Edit assignee: Nadja' }).waitFor()
  expect(await list.editForm.getByLabel('Status').count()).toBe(0)
  await list.fillEdited({ 'Phone number': '12' })
  await list.saveButton.click()
  await list.editForm.getByText(BAD_PHONE, { exact: true }).waitFor()

  await back.click()
  const question = desk.page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  const countUpdates = countFromNow(hotel.line, isAssigneeCall('PUT'))
  await list.fillEdited({ 'Phone number': '+4930901820', Department: 'None' })
  expect(countUpdates()).toBe(0)
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  await back.click()
  await desk.page.waitForURL('**/config/assignees')
  await list.row('Nadja').getByText('+4930901820', { exact: true }).waitFor()

  await desk.open('/config/assignees/edit/nobody')
  await desk.page.getByText('This assignee is no longer there.').waitFor()
  await desk.button('Back').click()
  await desk.page.waitForURL('**/config/assignees')
  await desk.open('/config/nonsense/edit/1')
  await desk.page.waitForURL(({ pathname }) => pathname.startsWith('/messenger'))
  await desk.open('/config/assignees')
}

/** Who still has tickets can't be deleted: the row comes back with the reason. */
async function keepWhoHasWork(desk: ConsolePage, list: ListPage): Promise<void> {
  await list.row('Tomás Vega').waitFor()
  await list.delete('Tomás Vega')
  const words = /^Tomás Vega was not deleted\. Tomás Vega still has \d+ tickets that are not resolved\./
  await desk.page.getByText(words).first().waitFor()
  await list.row('Tomás Vega').waitFor()
  await desk.button('Close: Tomás Vega was not deleted').click()
}

async function deleteAndUndo(hotel: Hotel, list: ListPage): Promise<void> {
  const countDeletes = countFromNow(hotel.line, isAssigneeCall('DELETE'))
  await list.delete('Nadja')
  await list.undoDelete('Nadja')
  expect(countDeletes()).toBe(0)
  await list.delete('Nadja')
  await waitFor('the deletion to be sent', () => countDeletes() === 1)
}

async function deleteMany(list: ListPage): Promise<void> {
  for (const [name, phone] of [
    ['Ida', '7025094441'],
    ['Olaf', '7025094442'],
  ] as const) {
    await list.fillNew({ 'Display name': name, 'Phone number': phone })
    await list.addButton.click()
    await list.row(name).waitFor()
  }
  // In the middle of it one can't be deleted: what was deleted and what not is said.
  await list.deleteMany(['Ida', 'Tomás Vega', 'Olaf'])
  const report = await list.readReport()
  expect(report).toContain('2 assignees deleted, 1 not deleted.')
  expect(report).toContain('Tomás Vega still has')
  await list.row('Tomás Vega').waitFor()
  expect([await list.row('Ida').count(), await list.row('Olaf').count()]).toEqual([0, 0])
}

async function readOffline(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await hotel.goOffline()
  await desk.page.getByText('This could not be read again.', { exact: false }).first().waitFor()
  await desk.page.reload()
  await list.row('Jonas Berg').waitFor()
  await desk.page.getByText('You are offline.', { exact: false }).first().waitFor()
  await list.row('Jonas Berg').getByText('Concierge', { exact: true }).waitFor()
  expect(await desk.button('Delete Jonas Berg').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('writing', () => desk.button('Delete Jonas Berg').isEnabled())
}

async function workOnPhone(desk: ConsolePage, list: ListPage): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
  const width = await desk.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width).toBe(desk.page.viewportSize()?.width)
  await desk.page.getByRole('link', { name: 'Edit Jonas Berg', exact: true }).click()
  await list.fillEdited({ 'Display name': 'Jonas Bergmann' })
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
  await list.editForm.getByRole('button', { name: 'Back', exact: true }).click()
  await list.row('Jonas Bergmann').waitFor()
}
