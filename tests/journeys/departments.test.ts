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

const isDelete = (request: SeenRequest): boolean =>
  request.method === 'DELETE' && request.path.startsWith('/api/ticketing/Queues/')

describe('/config/queues, labelled Departments (specification section 2)', () => {
  journeyAlone(
    'an admin adds, edits, is refused, deletes and takes back, one and many, offline and on a phone',
    async (hotel) => {
      const desk = await (await hotel.openDesk()).openTab()
      await desk.signInAt('/config/queues', 'admin')
      const list = new ListPage(desk, { one: 'department', many: 'departments' })
      await protectTheHouse(desk, list)
      await add(desk, list)
      await edit(desk, list)
      await keepWhatIsUsed(desk, list)
      await deleteAndUndo(hotel, list)
      await deleteMany(list)
      await readOffline(hotel, desk, list)
      await turnIntoPhone(desk)
      await workOnPhone(desk, list)
    },
  )
})

/** The house's own has no checkbox, edit or delete, and is left out where all are chosen. */
async function protectTheHouse(desk: ConsolePage, list: ListPage): Promise<void> {
  const own = list.row('Front Desk')
  await own.waitFor()
  expect(await list.readHeadings()).toEqual(['Name', 'Kept by', 'EDIT', 'DELETE'])
  expect(await own.locator('input, button, a').count()).toBe(0)
  await desk.page.getByRole('checkbox', { name: 'Choose all' }).first().check()
  await desk.button('Delete departments (4)').waitFor()
  await desk.page.getByRole('checkbox', { name: 'Choose all' }).first().uncheck()
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
  await desk.open('/config/queues/edit/queue-front-desk')
  await list.editForm.getByText('This department can not be changed.').waitFor()
  expect(await list.saveButton.isDisabled()).toBe(true)
  await list.editForm.getByRole('button', { name: 'Back', exact: true }).click()
}

async function add(desk: ConsolePage, list: ListPage): Promise<void> {
  await list.fillNew({ Name: '  ' })
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ Name: 'Spa' })
  await list.addButton.click()
  await list.row('Spa').waitFor()
  await list.addForm.getByText("Added 'Spa'.", { exact: true }).waitFor()
  await list.fillNew({ Name: 'SPA' })
  await list.addButton.click()
  await list.addForm.getByText("There is a department 'Spa' already.", { exact: true }).waitFor()
  await list.addForm.getByRole('button', { name: 'Clear' }).click()
  expect(await desk.page.getByRole('row', { name: 'SPA', exact: true }).count()).toBe(0)
}

async function edit(desk: ConsolePage, list: ListPage): Promise<void> {
  await desk.page.getByRole('link', { name: 'Edit Spa', exact: true }).click()
  await list.fillEdited({ Name: '' })
  await list.editForm.getByText('Name is required.', { exact: true }).waitFor()
  expect(await list.saveButton.isDisabled()).toBe(true)
  await list.fillEdited({ Name: 'Spa & Sauna' })
  await list.saveButton.click()
  await list.editForm.getByText('Saved', { exact: true }).waitFor()
  await list.editForm.getByRole('button', { name: 'Back', exact: true }).click()
  await list.row('Spa & Sauna').waitFor()
}

/** One with tickets can't be deleted: it comes back with the reason. */
async function keepWhatIsUsed(desk: ConsolePage, list: ListPage): Promise<void> {
  await list.delete('Housekeeping')
  const words = /^Housekeeping was not deleted\. Housekeeping still has \d+ tickets/
  await desk.page.getByText(words).first().waitFor()
  await list.row('Housekeeping').waitFor()
  await desk.button('Close: Housekeeping was not deleted').click()
}

async function deleteAndUndo(hotel: Hotel, list: ListPage): Promise<void> {
  const countDeletes = countFromNow(hotel.line, isDelete)
  await list.delete('Spa & Sauna')
  await list.undoDelete('Spa & Sauna')
  expect(countDeletes()).toBe(0)
  await list.delete('Spa & Sauna')
  await waitFor('the deletion to be sent', () => countDeletes() === 1)
}

async function deleteMany(list: ListPage): Promise<void> {
  for (const name of ['Pool', 'Garage']) {
    await list.fillNew({ Name: name })
    await list.addButton.click()
    await list.row(name).waitFor()
  }
  await list.deleteMany(['Pool', 'Garage'])
  expect(await list.readReport()).toContain('2 departments deleted.')
}

async function readOffline(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await hotel.goOffline()
  await desk.page.reload()
  await list.row('Concierge').waitFor()
  await desk.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await desk.button('Delete Concierge').isDisabled()).toBe(true)
  await hotel.goOnline()
  await waitFor('writing', () => desk.button('Delete Concierge').isEnabled())
}

async function workOnPhone(desk: ConsolePage, list: ListPage): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
  const width = await desk.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width).toBe(desk.page.viewportSize()?.width)
  expect(await list.addForm.isVisible()).toBe(false)
  await list.fillNew({ Name: 'Night desk' })
  await list.addButton.click()
  await list.row('Night desk').waitFor()
  await seekAdded(desk, list)
}

/** What is out of sight, or hidden by a search, is a button away; what is typed meanwhile is kept in the folded form. */
async function seekAdded(desk: ConsolePage, list: ListPage): Promise<void> {
  await list.search('concierge')
  await list.fillNew({ Name: 'Wine cellar' })
  await list.addButton.click()
  const words = "Added 'Wine cellar'. Your search hides it: Show clears the search."
  await desk.page.getByRole('status').filter({ hasText: words }).waitFor()
  await desk.button("Show 'Wine cellar' in the list").click()
  const row = list.row('Wine cellar')
  await waitFor('the row to have the focus', () =>
    row.evaluate((element) => element === document.activeElement),
  )
  await list.row('Night desk').waitFor()
  await list.fillNew({ Name: 'Attic' })
  await desk.button(/^Add a department/).click()
  await list.addForm.waitFor({ state: 'hidden' })
  await desk.button(/^Add a department/).click()
  expect(await list.addForm.getByLabel('Name').inputValue()).toBe('Attic')
  expect(await desk.page.getByText("Added 'Wine cellar'.").count()).toBe(0)
}
