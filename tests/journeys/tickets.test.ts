import type { Locator } from 'playwright-core'
import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { MAX_TICKET_CHARS } from '#src/contract/limits.ts'
import { countFromNow, isAddTicket } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { turnIntoPhone } from '#tests/support/phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const REQUEST = 'Two towels and a blanket'
const registerSchema = v.object({
  Data: v.nullish(
    v.object({ PUB_GuestRegister: v.nullish(v.object({ RoomNumber: v.nullish(v.string()) })) }),
  ),
})

describe('ADD A NEW TICKET', () => {
  journey(
    'a ticket saved offline, one half-written, refused, answered too late, and one on a phone',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await saveOffline(hotel, agent)
      await keepHalfWritten(hotel, agent)
      await refuseAndGiveBack(hotel, agent)
      await answerTooLate(hotel, agent)
      // Without keys the former one waits for the user's word, and every ticket behind it.
      if (hotel.kind === 'extended') await saveOnPhone(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** It survives a reload, arrives once, and says so. */
async function saveOffline(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const countTickets = countFromNow(hotel.line, isAddTicket)
  const form = await openFormOfNext(hotel, agent, 'Ana Ruiz')
  await form.root.getByText('For Ana Ruiz, room not known').waitFor()
  expect(await form.save.isDisabled()).toBe(true)
  expect(await form.request.getAttribute('rows')).toBe('3')
  await form.department.selectOption({ label: 'Housekeeping' })
  await form.request.fill('   ')
  expect(await form.save.isDisabled()).toBe(true)
  await form.request.fill(REQUEST)

  await hotel.goOffline()
  await form.save.click()
  await ticketStatus(agent).getByText('Waiting to send', { exact: true }).waitFor()
  expect([await form.request.inputValue(), await form.department.inputValue()]).toEqual(['', ''])
  await agent.waitUntilUnsent(1)
  await agent.page.reload()
  await ticketStatus(agent).getByText('Waiting to send', { exact: true }).waitFor()
  expect(countTickets()).toBe(0)

  await hotel.goOnline()
  await ticketStatus(agent).getByText('Ticket saved', { exact: true }).waitFor()
  await agent.waitUntilUnsent(0)
  expect(countTickets()).toBe(1)
}

/** It is there after a reload, and one that is too long says by how much. */
async function keepHalfWritten(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const form = await openFormOfNext(hotel, agent)
  await form.fill('Concierge', 'Theatre, two')
  await form.root.getByText('Draft saved').waitFor()
  await agent.page.reload()
  await waitFor('the form to be as it was', async () => (await form.request.inputValue()) === 'Theatre, two')
  await form.request.fill('x'.repeat(MAX_TICKET_CHARS + 12))
  await form.root
    .getByText(`12 characters too many: at most ${MAX_TICKET_CHARS.toLocaleString('en')}`)
    .waitFor()
  expect(await form.save.isDisabled()).toBe(true)
}

/** It is seen at its chat and in Unsent, and goes back to its form. */
async function refuseAndGiveBack(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const countTickets = countFromNow(hotel.line, isAddTicket)
  const form = await openFormOfNext(hotel, agent, 'Refused Guest')
  await form.fill('Maintenance', REQUEST)
  const body = JSON.stringify({ message: 'This department does not exist.', code: 'invalid' })
  hotel.line.answerOnce(isAddTicket, 422, body, { 'content-type': 'application/json' })
  await form.save.click()
  await ticketStatus(agent).getByText('Ticket not saved: This department does not exist.').waitFor()
  const about = agent.page.getByRole('status', { name: 'About this chat' })
  await about.getByText('A ticket of this chat was not saved.').waitFor()

  await agent.unsentLink.first().click()
  const ofGuest = agent.page.getByRole('region', { name: 'Refused Guest' })
  await ofGuest.getByText(`Ticket for Maintenance: ${REQUEST}`).waitFor()
  await ofGuest.getByRole('button', { name: 'Edit', exact: true }).click()
  await ofGuest.getByText(`Ticket: ${REQUEST}`).waitFor()
  await agent.waitUntilUnsent(0)
  await ofGuest.getByRole('link', { name: 'Go on writing' }).click()
  const again = findForm(agent)
  await again.request.waitFor()
  await waitFor('the form to have it back', async () => (await again.request.inputValue()) === REQUEST)
  const chosen = await again.department.evaluate((box) =>
    box instanceof HTMLSelectElement ? box.selectedOptions[0]?.label : null,
  )
  expect(chosen).toBe('Maintenance')
  await again.save.click()
  await ticketStatus(agent).getByText('Ticket saved', { exact: true }).waitFor()
  expect(countTickets()).toBe(2)
}

/** For the room that the hotel knows. */
async function saveOnPhone(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const countTickets = countFromNow(hotel.line, isAddTicket)
  const { chatId, room } = await findRoom(hotel)
  await turnIntoPhone(agent)
  await agent.page.emulateMedia({ colorScheme: 'dark' })
  await agent.openChat(chatId)
  await agent.page.getByRole('link', { name: 'Guest card', exact: true }).click()
  const form = await openForm(agent)
  await form.root.getByText(`For room ${room}`).waitFor()
  await form.fill('Maintenance', `The tap of ${room} drips`)
  await form.save.click()
  await ticketStatus(agent).getByText('Ticket saved', { exact: true }).waitFor()
  expect(countTickets()).toBe(1)
}

/** The environment has it once, or the user is asked: the line loses the reply. */
async function answerTooLate(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const before = hotel.line.seen.length
  const listTickets = () => hotel.line.seen.slice(before).filter(isAddTicket)
  const form = await openFormOfNext(hotel, agent)
  await form.fill('Housekeeping', REQUEST)
  hotel.line.loseReplies(isAddTicket)
  await form.save.click()
  if (hotel.kind === 'plain') {
    await ticketStatus(agent).getByText('Delivery unknown', { exact: true }).waitFor()
    expect(listTickets()).toHaveLength(1)
    return
  }
  await ticketStatus(agent).getByText('Ticket saved', { exact: true }).waitFor()
  const keys = listTickets().map(({ headers }) => headers['idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
}

interface TicketForm {
  root: Locator
  department: Locator
  request: Locator
  save: Locator
  fill(department: string, request: string): Promise<void>
}

function findForm(agent: ConsolePage): TicketForm {
  const root = agent.page.getByRole('form', { name: 'New ticket' })
  const department = root.getByLabel('Department', { exact: true })
  const request = root.getByLabel('Request', { exact: true })
  return {
    root,
    department,
    request,
    save: root.getByRole('button', { name: 'SAVE TICKET', exact: true }),
    async fill(name, text) {
      await department.selectOption({ label: name })
      await request.fill(text)
    },
  }
}

async function openFormOfNext(hotel: Hotel, agent: ConsolePage, name?: string): Promise<TicketForm> {
  const guest = await hotel.openGuestInNeed(name)
  await agent.chooseChat(guest.chatId)
  return openForm(agent)
}

async function openForm(agent: ConsolePage): Promise<TicketForm> {
  await agent.button('ADD A NEW TICKET').click()
  const form = findForm(agent)
  await form.request.waitFor()
  return form
}

/** What became of the open chat's tickets. */
function ticketStatus(agent: ConsolePage): Locator {
  return agent.page.getByRole('status', { name: 'Tickets' })
}

/** A chat of the demonstration whose guest has a room. */
async function findRoom(hotel: Hotel): Promise<{ chatId: string; room: string }> {
  const staff = await hotel.signInStaff('maria')
  for (const { id } of await staff.readChats()) {
    const url = `${hotel.server.url}/api/inhouse-guest-info/${id}`
    const { Data } = await callJson(registerSchema, url, { token: staff.token })
    const room = Data?.PUB_GuestRegister?.RoomNumber
    if (room) return { chatId: id, room }
  }
  throw new Error('Nobody in the demonstration hotel has a room.')
}
