import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { departmentsSchema, listedTicketSchema, listedTicketsSchema } from '#src/contract/tickets.ts'
import type { ListedTicket } from '#src/contract/tickets.ts'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { countFromNow, isAddTicket } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage, readChosen } from '#tests/support/list-page.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const TICKETS = '/api/ticketing/Tickets/'
const isTicketCall =
  (method: string, path = '') =>
  (request: SeenRequest): boolean =>
    request.method === method && request.path.startsWith(TICKETS + path)

describe('/tickets (specification section 2, Tickets and assignees)', () => {
  journeyAlone(
    'an operator lists, adds, edits, refuses, deletes and takes back, one and many, offline and on a phone',
    async (hotel) => {
      const desk = await (await hotel.openDesk()).openTab()
      await desk.signIn('operator')
      const list = new ListPage(desk, { one: 'ticket', many: 'tickets' })
      const colleague = await meetColleague(hotel)
      await goThroughTabs(hotel, desk, list)
      await addTicket(hotel, desk, list)
      await seeColleaguesTicket(list, colleague)
      await resolveInPlace(desk, list)
      if (hotel.kind === 'extended') await editWhatMovesAway(desk, list, colleague)
      await refuse(hotel, desk, list)
      await deleteAndUndo(hotel, desk, list)
      await deleteMany(list, colleague)
      await readOffline(hotel, desk, list)
      await turnIntoPhone(desk)
      await workOnPhone(hotel, desk, list)
    },
  )
})

/** Each tab has its address and its call, and shows what has its status. */
async function goThroughTabs(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  const countAll = countFromNow(hotel.line, isTicketCall('GET'))
  await desk.page.getByRole('link', { name: 'Tickets', exact: true }).click()
  await list.row('Pool').waitFor()
  expect(countAll()).toBeGreaterThan(0)
  const columns = ['Created', 'Location', 'Request', 'Department', 'Assignee', 'Status']
  const chat = hotel.kind === 'extended' ? ['Chat'] : []
  expect(await list.readHeadings()).toEqual([...columns, ...chat, 'DELETE'])
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])

  for (const [tab, part, name] of [
    ['New', 'assigned', 'Pool'],
    ['In Progress', 'assigned', null],
    ['Blocked', 'blocked', 'Gym'],
    ['Resolved', 'closed', 'Garden Room'],
  ] as const) {
    const countCalls = countFromNow(hotel.line, isTicketCall('GET', part))
    await openTab(desk, tab)
    await waitFor(`the tickets of ${tab}`, () => countCalls() > 0)
    if (name !== null) await list.row(name).waitFor()
    await waitFor(`tickets of ${tab} only`, async () => {
      const chosen = await readStatuses(desk)
      return chosen.length > 0 && chosen.every((status) => status === tab)
    })
    const canAdd = tab === 'New'
    expect(await list.addButton.count(), `adding to ${tab}`).toBe(canAdd ? 1 : 0)
  }
  await desk.open('/tickets/nonsense')
  await desk.page.waitForURL('**/tickets')
  await desk.page.goBack()
}

/** Nothing goes before what is required is there; a new ticket is New, and the form empty again. */
async function addTicket(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  const countTickets = countFromNow(hotel.line, isAddTicket)
  await desk.open('/tickets/New')
  await list.row('Pool').waitFor()
  expect(await list.addForm.getByText('Status').count()).toBe(0)
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ Location: 'Sauna', Department: 'Maintenance' })
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ Request: '   ' })
  expect(await list.addButton.isDisabled()).toBe(true)
  await list.fillNew({ Request: 'x'.repeat(10_000) })
  await list.addForm.getByText('Request may have 4,000 characters; it has 10,000.').waitFor()
  await list.fillNew({ Request: 'The stove is cold' })
  await list.addButton.click()
  await list.row('Sauna').waitFor()
  await list.addForm.getByText(/^Added '/).waitFor()
  expect(await readChosen(list.field('Status', 'Sauna'))).toBe('New')
  expect(await readChosen(list.field('Department', 'Sauna'))).toBe('Maintenance')
  expect([countTickets(), await list.addForm.getByLabel('Location').inputValue()]).toEqual([1, ''])

  const body = JSON.stringify({ message: 'This department does not exist.', code: 'invalid' })
  hotel.line.answerOnce(isAddTicket, 422, body, { 'content-type': 'application/json' })
  await list.fillNew({ Location: 'Bar', Request: 'A glass broke' })
  await list.addButton.click()
  await list.addForm.getByText('This department does not exist.', { exact: true }).waitFor()
  expect(await list.addForm.getByLabel('Location').inputValue()).toBe('Bar')
  await list.addForm.getByRole('button', { name: 'Clear' }).click()
}

async function seeColleaguesTicket(list: ListPage, colleague: Colleague): Promise<void> {
  await colleague.add('Cloakroom')
  await list.row('Cloakroom').waitFor()
}

/** A ticket that gets another status leaves its tab a moment after, and is in the other's. */
async function resolveInPlace(desk: ConsolePage, list: ListPage): Promise<void> {
  await list.field('Request', 'Sauna').fill('The stove is cold again')
  await list.waitForState('Sauna', 'Saved')
  await list.field('Status', 'Sauna').selectOption({ label: 'Resolved' })
  await list.waitForState('Sauna', 'Saved')
  expect(await list.row('Sauna').count()).toBe(1)
  await list.field('Location', 'Pool').focus()
  await list.row('Sauna').waitFor({ state: 'detached' })
  await openTab(desk, 'Resolved')
  await list.row('Sauna').waitFor()
  expect(await list.field('Request', 'Sauna').inputValue()).toBe('The stove is cold again')
  await list.field('Status', 'Sauna').selectOption({ label: 'New' })
  await list.waitForState('Sauna', 'Saved')
  await openTab(desk, 'New')
  await list.row('Sauna').waitFor()
}

/** Somebody else gives it another status meanwhile: it stays as long as it is edited, and both changes hold. */
async function editWhatMovesAway(desk: ConsolePage, list: ListPage, colleague: Colleague): Promise<void> {
  await list.field('Location', 'Cloakroom').focus()
  await colleague.change('Cloakroom', { status: 'blocked' })
  await colleague.add('Reading room')
  await list.row('Reading room').waitFor()
  expect(await list.row('Cloakroom').count()).toBe(1)
  await list.field('Location', 'Cloakroom').fill('Cloakroom left')
  await list.waitForState('Cloakroom left', 'Saved')
  await list.field('Location', 'Pool').focus()
  await list.row('Cloakroom left').waitFor({ state: 'detached' })
  const ticket = await colleague.find('Cloakroom left')
  expect(ticket.status).toBe('blocked')
  await openTab(desk, 'Blocked')
  await list.row('Cloakroom left').waitFor()
  await openTab(desk, 'New')
}

/** What can't be saved says why, and can be given up. */
async function refuse(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  const location = list.field('Location', 'Sauna')
  await location.fill(' ')
  await desk.page.getByText('Location is required.', { exact: true }).waitFor()
  await desk.button('Undo').click()
  expect(await location.inputValue()).toBe('Sauna')

  const body = JSON.stringify({ message: 'This assignee does not exist.', code: 'invalid' })
  hotel.line.answerOnce(isTicketCall('PUT'), 422, body, { 'content-type': 'application/json' })
  await list.field('Assignee', 'Sauna').selectOption({ label: 'Jonas Berg' })
  await desk.page.getByText('This assignee does not exist.', { exact: true }).waitFor()
  await desk.button('Undo').click()
  expect(await readChosen(list.field('Assignee', 'Sauna'))).toBe('Nobody')
}

/** It is gone at once, comes back while that is offered, and is deleted when the user goes elsewhere. */
async function deleteAndUndo(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  const countDeletes = countFromNow(hotel.line, isTicketCall('DELETE'))
  await list.delete('Sauna')
  await list.undoDelete('Sauna')
  expect(countDeletes()).toBe(0)
  await list.delete('Sauna')
  await openTab(desk, 'All')
  await waitFor('the deletion to be sent', () => countDeletes() === 1)
  await list.row('Pool').waitFor()
  await list.row('Sauna').waitFor({ state: 'detached' })
}

async function deleteMany(list: ListPage, colleague: Colleague): Promise<void> {
  for (const name of ['Terrace 1', 'Terrace 2', 'Terrace 3']) await colleague.add(name)
  await list.search('terrace')
  await list.row('Terrace 3').waitFor()
  await list.deleteMany(['Terrace 1', 'Terrace 2'])
  expect(await list.readReport()).toContain('2 tickets deleted.')
  expect(await list.row('Terrace 1').count()).toBe(0)
  await list.row('Terrace 3').waitFor()
  await list.search('')
}

/** What was read is there, also after a reload, and nothing can be written. */
async function readOffline(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await hotel.goOffline()
  await desk.page.getByText('This could not be read again.', { exact: false }).first().waitFor()
  await desk.page.reload()
  await list.row('Terrace 3').waitFor()
  await desk.page.getByText('You are offline.', { exact: false }).first().waitFor()
  expect(await list.field('Status', 'Terrace 3').isDisabled()).toBe(true)
  expect(await desk.button('Delete Terrace 3').isDisabled()).toBe(true)
  await waitFor(
    'the departments',
    async () => (await readChosen(list.field('Department', 'Terrace 3'))) === 'Housekeeping',
  )
  await hotel.goOnline()
  await waitFor('writing', () => list.field('Status', 'Terrace 3').isEnabled())
}

/** Cards in place of rows; a ticket leads to its chat. */
async function workOnPhone(hotel: Hotel, desk: ConsolePage, list: ListPage): Promise<void> {
  await openTab(desk, 'New')
  await list.row('Pool').waitFor()
  expect(await findSeriousFaultsInBothThemes(desk.page)).toEqual([])
  const width = await desk.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await list.field('Assignee', 'Pool').selectOption({ label: 'Elena Petrova' })
  await list.waitForState('Pool', 'Saved')
  await list.delete('Pool')
  await list.undoDelete('Pool')
  if (hotel.kind === 'plain') return
  await openTab(desk, 'All')
  await list.search('no power')
  // Said with the rows that were found.
  await desk.page.getByText(/^\d+ of \d+ tickets$/).waitFor({ state: 'attached' })
  const link = desk.page.getByRole('link', { name: /^Open the chat of / }).first()
  const chat = (await link.getAttribute('href')) ?? ''
  expect(chat).toMatch(/^\/messenger\/[^/]+\?chatFilter=all&chatType=all$/)
  await link.click()
  await desk.page.waitForURL(`**${chat}`)
  await desk.thread.waitFor()
}

async function openTab({ page }: ConsolePage, name: string): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Tickets by status' })
  await tabs.getByRole('link', { name, exact: true }).click()
  await page.waitForURL(name === 'All' ? '**/tickets' : `**/tickets/${encodeURIComponent(name)}`)
}

/** The statuses of the tickets that are on screen. */
function readStatuses({ page }: ConsolePage): Promise<(string | undefined)[]> {
  return page
    .locator('select[name="status"]')
    .evaluateAll((fields) =>
      fields.map((field) =>
        field instanceof HTMLSelectElement ? field.selectedOptions[0]?.label : undefined,
      ),
    )
}

/** Somebody at another desk, who speaks REST. */
interface Colleague {
  add(title: string): Promise<void>
  change(title: string, patch: object): Promise<void>
  find(title: string): Promise<ListedTicket>
}

async function meetColleague(hotel: Hotel): Promise<Colleague> {
  const { url } = hotel.server
  const { token } = await hotel.signInStaff('admin')
  const departments = await callJson(departmentsSchema, `${url}/api/ticketing/Queues/`, { token })
  const queueId = departments.find(({ name }) => name === 'Housekeeping')?.id
  const find = async (title: string) => {
    const tickets = await callJson(listedTicketsSchema, url + TICKETS, { token })
    const ticket = tickets.find((other) => other.title === title)
    if (!ticket) throw new Error(`there is no ticket '${title}'`)
    return ticket
  }
  return {
    find,
    async add(title) {
      const json = { title, description: 'For a colleague', status: 'open', queueId }
      await callJson(listedTicketSchema, `${url}/api/add-ticket`, { method: 'POST', token, json })
    },
    async change(title, json) {
      const { id } = await find(title)
      await callJson(v.unknown(), url + TICKETS + id, { method: 'PUT', token, json })
    },
  }
}
