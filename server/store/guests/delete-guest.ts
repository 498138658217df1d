import { sql } from 'kysely'
import { recordChange } from '../configuration/audit.ts'
import type { TicketRow } from '../configuration/configuration-tables.ts'
import type { WriteScope } from '../configuration/write-scope.ts'
import type { Tx } from '../store.ts'
import { AUDITED_GUESTS, auditGuest, lockGuestChats } from './find-guest.ts'
import { describeRemovedGuest, forgetIn, forgetNames, REMOVED, type RemovedGuest } from './forget-words.ts'

const NAMELESS = 'A guest'
const WORDS_REMOVED = 'The guest’s words were removed with their data.'

/**
 * Removes all that is stored of a guest (docs/decisions/037-guests.md). What names them and belongs to the house, which are
 * tickets, the audit and answers under staff's keys, stays without them. `botId` wrote tickets in the guest's own words.
 * Call it after `lockConfiguration`. Throws 404.
 */
export async function deleteGuest(scope: WriteScope, guestId: string, botId: string): Promise<void> {
  const { tx, by } = scope
  const chats = await lockGuestChats(tx, guestId)
  const guest = await describeRemovedGuest(tx, guestId, chats)
  const tickets = await forgetInTickets(tx, guest, botId)
  await forgetInAudit(tx, guest, tickets)
  await forgetInAnswers(tx, guest, tickets)
  await deletePending(tx, guest)
  await tx.deleteFrom('guestSessions').where('guestId', '=', guestId).execute()
  await tx.deleteFrom('idempotency').where('owner', '=', `guest:${guestId}`).execute()
  await tx.deleteFrom('unknownSentences').where('guestId', '=', guestId).execute()
  await tx.deleteFrom('guestContacts').where('guestId', '=', guestId).execute()
  // Messages, attachments, ratings, how they went out, what the bot did not understand, the guest card and what is still to be
  // pushed go with their chat.
  await tx.deleteFrom('chats').where('id', 'in', guest.chatIds).execute()
  const isBlocked = chats.some(({ guestBlocked }) => guestBlocked)
  const before = { ...auditGuest(guestId, chats, isBlocked), name: NAMELESS }
  await recordChange(tx, by, AUDITED_GUESTS, { before, after: null })
  for (const chatId of guest.chatIds) scope.changes.push({ type: 'chat_changed', chatId, isRemoval: true })
}

/** Gives the tickets as they were. */
async function forgetInTickets(tx: Tx, guest: RemovedGuest, botId: string): Promise<TicketRow[]> {
  const tickets = await tx
    .selectFrom('tickets')
    .selectAll()
    .where((eb) => eb.or([eb('guestId', '=', guest.id), eb('chatId', 'in', guest.chatIds)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const ticket of tickets) {
    const description = ticket.createdBy === botId ? WORDS_REMOVED : forgetNames(ticket.description, guest)
    const title = forgetNames(ticket.title, guest)
    await tx
      .updateTable('tickets')
      .set({ guestId: null, chatId: null, title, description })
      .where('id', '=', ticket.id)
      .execute()
  }
  return tickets
}

/** The audit keeps who did what and when; of the guest, and of tickets in their words, nothing. */
async function forgetInAudit(tx: Tx, guest: RemovedGuest, tickets: TicketRow[]): Promise<void> {
  const ids = [guest.id, ...guest.chatIds]
  const named = sql<boolean>`(row_id = any(${[...ids, ...tickets.map(({ id }) => id)]}::text[]) or exists (
    select from jsonb_array_elements(changes) as change
    where change ->> 'before' = any(${ids}::text[]) or change ->> 'after' = any(${ids}::text[])))`
  const entries = await tx.selectFrom('audit').selectAll().where(named).execute()
  for (const entry of entries) {
    const changes = entry.changes.map(({ field, before, after }) =>
      entry.list === 'tickets' && field === 'description'
        ? { field, before: hide(before), after: hide(after) }
        : { field, before: forgetIn(before, guest), after: forgetIn(after, guest) },
    )
    const isOwn = entry.list === 'guests' || entry.list === 'test-users'
    const rowName = isOwn ? NAMELESS : forgetNames(entry.rowName, guest)
    await tx
      .updateTable('audit')
      .set({ rowName, changes: JSON.stringify(changes) })
      .where('seq', '=', entry.seq)
      .execute()
  }
}

/** What a repeat of a staff call would be answered with; a chat and a message that are gone are a 404 by themselves. */
async function forgetInAnswers(tx: Tx, guest: RemovedGuest, tickets: TicketRow[]): Promise<void> {
  const ids = [guest.id, ...guest.chatIds]
  const ticketIds = tickets.map(({ id }) => id)
  const { rows } = await sql<{ owner: string; key: string; body: object }>`
    select owner, key, answer -> 'body' as body from idempotency
    where answer ->> 'kind' = 'json' and (answer -> 'body' ->> 'id' = any(${[...ids, ...ticketIds]}::text[])
      or answer -> 'body' ->> 'guestId' = any(${ids}::text[]) or answer -> 'body' ->> 'chatId' = any(${ids}::text[]))
    for update`.execute(tx)
  for (const { owner, key, body } of rows) {
    const known = Object.entries(body).map(([field, value]): [string, unknown] => {
      if (field === 'guestId' || field === 'chatId') return [field, null]
      return [field, field === 'description' ? WORDS_REMOVED : forgetIn(value, guest)]
    })
    const left = JSON.stringify(Object.fromEntries(known))
    await sql`update idempotency set answer = jsonb_set(answer, '{body}', ${left}::jsonb)
      where owner = ${owner} and key = ${key}`.execute(tx)
  }
}

/** What is being done this moment is skipped: it waits for the chats, and finds none. */
async function deletePending(tx: Tx, { chatIds }: RemovedGuest): Promise<void> {
  await sql`delete from jobs where id in (
    select id from jobs where payload ->> 'chatId' = any(${chatIds}::text[]) for update skip locked)`.execute(
    tx,
  )
  await sql`delete from alert_deliveries where id in (
    select id from alert_deliveries where chat_id = any(${chatIds}::text[]) and status = 'waiting'
    for update skip locked)`.execute(tx)
}

function hide(value: unknown): unknown {
  return value === null ? null : REMOVED
}
