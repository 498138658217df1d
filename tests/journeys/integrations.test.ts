import { describe, expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { countFromNow } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const isIntegrationCall =
  (method: string) =>
  (request: SeenRequest): boolean =>
    request.method === method && request.path.startsWith('/api/admin/integration/')
const SECRET = 'key-in-the-dark'

describe('/config/integrations (specification section 2)', () => {
  journeyAlone(
    'an admin adds, edits, is refused, deletes and takes back, offline and on a phone; no secret comes back',
    async (hotel) => {
      const desk = await (await hotel.openDesk()).openTab()
      await desk.signInAt('/config/integrations', 'admin')
      const list = new ListPage(desk, { one: 'integration', many: 'integrations' })
      await open(desk, list)
      await add(hotel, desk, list)
      await edit(hotel, desk, list)
      await removeSecret(hotel, desk, list)
      await deleteAndUndo(hotel, list)
      await readOffline(hotel, desk, list)
      await turnIntoPhone(desk)
      await workOnPhone(desk, list)
    },
    BOTH_KINDS,
  )
})

/** No checkboxes; TICKET is TICKETING. */
async function open(desk: ConsolePage, list: ListPage): Promise<void> {
  await list.row('Fixwright Service Desk').getByText('TICKETING', { exact: true }).waitFor()
  expect(await list.readHeadings()).toEqual([
    'Category',
    'Host system',
    'API key',
    'User name',
    'Password',
    'Host system identifier',
    'Active',
    'EDIT',
    'DELETE',
  ])
  expect(await desk.page.getByRole('checkbox').count()).toBe(0)
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
}

async function add(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ Category: 'TICKETING', 'Host system': 'Harbour Desk', 'API key': SECRET })
  const body = JSON.stringify({ message: 'This host system does not answer.', code: 'invalid' })
  hotel.line.answerOnce(isIntegrationCall('POST'), 422, body, { 'content-type': 'application/json' })
  await list.addButton.click()
  await list.addForm.getByText('This host system does not answer.', { exact: true }).waitFor()
  await list.addButton.click()
  const row = list.row('Harbour Desk')
  await row.waitFor()
  await row.getByText('TICKETING', { exact: true }).waitFor()
  // Only an environment that says so is known to keep one.
  expect(await row.getByText('Set', { exact: true }).count()).toBe(hotel.kind === 'extended' ? 1 : 0)
  expect(await desk.page.content()).not.toContain(SECRET)
}

/** A secret that is left empty stays. */
async function edit(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await desk.page.getByRole('link', { name: 'Edit Harbour Desk', exact: true }).click()
  const key = list.editForm.locator('input[name="apiKey"]')
  await key.waitFor()
  const kept = hotel.kind === 'extended' ? 'Set. Type a new one' : 'Type a new one'
  expect([await key.getAttribute('placeholder'), await key.inputValue()]).toEqual([kept, ''])
  await list.fillEdited({ 'Host system': 'Harbour Desk 2', 'User name': 'harbour' })
  await list.editForm.getByRole('switch', { name: 'Active' }).check()
  const countUpdates = countFromNow(hotel.line, isIntegrationCall('PUT'))
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  expect(countUpdates()).toBe(1)
  expect(await key.getAttribute('placeholder')).toBe(kept)
  await list.editForm.getByRole('button', { name: 'Back', exact: true }).click()
  const row = list.row('Harbour Desk 2')
  await row.getByText('harbour', { exact: true }).waitFor()
  await row.getByText('Yes', { exact: true }).waitFor()
}

/** What is kept goes with the next save, unless that is taken back before. */
async function removeSecret(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await desk.page.getByRole('link', { name: 'Edit Harbour Desk 2', exact: true }).click()
  const key = list.editForm.locator('input[name="apiKey"]')
  await desk.button('Remove API key').click()
  expect(await key.getAttribute('placeholder')).toBe('Will be removed when saved')
  await desk.button('Undo: remove API key').click()
  expect(await list.saveButton.isDisabled()).toBe(true)
  await desk.button('Remove API key').click()
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  if (hotel.kind === 'extended') expect(await key.getAttribute('placeholder')).toBe('None yet')
  await list.editForm.getByRole('button', { name: 'Back', exact: true }).click()
  await list.row('Harbour Desk 2').waitFor()
  expect(await list.row('Harbour Desk 2').getByText('Set', { exact: true }).count()).toBe(0)
}

async function deleteAndUndo(hotel: Hotel, list: ListPage): Promise<void> {
  const countDeletes = countFromNow(hotel.line, isIntegrationCall('DELETE'))
  await list.delete('Harbour Desk 2')
  await list.undoDelete('Harbour Desk 2')
  expect(countDeletes()).toBe(0)
  await list.delete('Harbour Desk 2')
  await waitFor('the deletion to be sent', () => countDeletes() === 1)
}

async function readOffline(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await hotel.goOffline()
  await desk.page.reload()
  await list.row('Guestfile').waitFor()
  await desk.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await desk.button('Delete Guestfile').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('writing', () => desk.button('Delete Guestfile').isEnabled())
}

async function workOnPhone(desk: ConsolePage, list: ListPage): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
  const width = await desk.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width).toBe(desk.page.viewportSize()?.width)
  await desk.page.getByRole('link', { name: 'Edit Guestfile', exact: true }).click()
  await list.fillEdited({ 'Host system identifier': 'GF-7' })
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
}
