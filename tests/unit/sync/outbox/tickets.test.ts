import { describe, expect, it } from 'vitest'
import { saveTicket, saveTicketDraft } from '#src/actions/save-ticket.ts'
import { discardOperation, editOperation, sendAgain } from '#src/actions/settle-unsent.ts'
import { readSavedTicket } from '#src/db/mirror/saved-tickets.ts'
import { readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import { TICKET_LANE, type TicketPayload } from '#src/domain/outbox/operation.ts'
import { MAX_AGE_MS } from '#src/domain/outbox/timing.ts'
import { openDesk, recover, type Desk } from '#tests/support/desk.ts'
import { answerJson, type Fault, type SeenCall } from '#tests/support/fault-fetch.ts'
import { readStates } from '#tests/support/holding.ts'
import { ALL_CAPABILITIES, NO_CAPABILITIES } from '#tests/support/local.ts'

const TOWELS: TicketPayload = {
  queueId: 'q1',
  queueName: 'Housekeeping',
  description: 'Two towels',
  title: 'Room 1204',
  guestId: 'g1',
  room: '1204',
  chatId: 'c1',
}
const WITH_STAFF = { ...ALL_CAPABILITIES, staff: true }
const again = { holder: 'bot', helpAt: null, offersKeys: true }
const isTicketCall = (call: SeenCall) => call.path === '/api/add-ticket'

/** A desk at an environment that takes tickets: under keys a repeat is answered with the same ticket (CONTRACT section 2). */
async function openTicketDesk(capabilities = WITH_STAFF): Promise<{ desk: Desk; tickets: unknown[] }> {
  const tickets: unknown[] = []
  const byKey = new Map<string, unknown>()
  const desk = await openDesk(
    async (_, init) => {
      if (init?.method === 'GET') return answerJson(404, { message: 'There is no such address.' })
      const key = new Headers(init?.headers).get('idempotency-key')
      const known = key === null ? undefined : byKey.get(key)
      if (known !== undefined) return answerJson(201, known)
      const body: unknown = JSON.parse(String(init?.body))
      const ticket = {
        ...(typeof body === 'object' ? body : null),
        id: `t${tickets.length + 1}`,
        createdOn: '2026-11-20T12:00:00.000Z',
      }
      tickets.push(ticket)
      if (key !== null) byKey.set(key, ticket)
      return answerJson(201, capabilities.idempotency ? ticket : {})
    },
    { capabilities },
  )
  return { desk, tickets }
}

async function queueTicket(desk: Desk, ticket = TOWELS): Promise<string> {
  const id = await saveTicket(desk.workspace, ticket, desk.clock.now())
  if (id === null) throw new Error('nothing to save')
  return id
}

describe('a ticket, with keys (DESIGN section 4)', () => {
  it('goes out under its key with all that is known, and is noted as saved at its chat', async () => {
    const { desk, tickets } = await openTicketDesk()
    const id = await queueTicket(desk)
    await desk.flush()
    expect(await desk.operations()).toEqual([])
    expect(desk.line.calls).toMatchObject([{ method: 'POST', path: '/api/add-ticket', key: id }])
    expect(desk.line.calls[0]?.body).toEqual({
      queueId: 'q1',
      description: 'Two towels',
      status: 'open',
      title: 'Room 1204',
      guestId: 'g1',
      __room: '1204',
      chatId: 'c1',
    })
    expect(tickets).toHaveLength(1)
    expect(await readSavedTicket(desk.workspace.mirror, 'c1')).toEqual({
      operationId: id,
      queueName: 'Housekeeping',
      savedAt: desk.clock.now(),
    })
  })

  it('what is not known, and what was not announced, is not sent', async () => {
    const { desk } = await openTicketDesk(ALL_CAPABILITIES)
    await queueTicket(desk, { ...TOWELS, guestId: null, room: null, title: 'Ana Ruiz' })
    await desk.flush()
    expect(desk.line.calls[0]?.body).toEqual({
      queueId: 'q1',
      description: 'Two towels',
      status: 'open',
      title: 'Ana Ruiz',
    })
  })

  it.each<[Fault]>([['lose'], ['drop'], ['html'], ['half-json'], ['error-500'], ['busy']])(
    '%s: sent again under the same key, and there is one ticket',
    async (fault) => {
      const { desk, tickets } = await openTicketDesk()
      const id = await queueTicket(desk)
      desk.line.failNext(isTicketCall, fault, fault)
      await desk.flushUntilIdle()
      expect(await desk.operations()).toEqual([])
      expect(new Set(desk.line.calls.map(({ key }) => key))).toEqual(new Set([id]))
      expect(tickets).toHaveLength(1)
    },
  )

  it('its sender dies on the wire: it goes on under the same key', async () => {
    const { desk, tickets } = await openTicketDesk()
    const id = await queueTicket(desk)
    await desk.workspace.outbox.operations.update(id, { state: 'sending', claim: 'dead', doubt: 'keyed' })
    await recover(desk)
    await desk.flushUntilIdle()
    expect(tickets).toHaveLength(1)
  })

  it('O10: an hour without a line does not hold it', async () => {
    const { desk, tickets } = await openTicketDesk()
    await queueTicket(desk)
    desk.setLineUp(false)
    await desk.flush()
    desk.clock.advance(4 * MAX_AGE_MS)
    desk.setLineUp(true)
    await desk.flush()
    expect(tickets).toHaveLength(1)
  })

  it.each([
    [403, 'whatever', 'failed forbidden'],
    [404, 'not_found', 'failed refused'],
    [422, 'invalid', 'failed refused'],
  ])('%i %s: %s, and no chat is read for it', async (status, code, state) => {
    const { desk } = await openTicketDesk()
    await queueTicket(desk)
    desk.line.failNext(isTicketCall, { status, body: { message: 'There is no such department.', code } })
    await desk.flushUntilIdle()
    expect(await readStates(desk, TICKET_LANE)).toEqual([state])
    expect(desk.line.calls.map(({ path }) => path)).toEqual(['/api/add-ticket'])
    if (state === 'failed refused') {
      expect(await desk.operations()).toMatchObject([{ reason: { message: 'There is no such department.' } }])
    }
  })

  it('refused and edited: back in its form, before what is typed there, and nothing is left unsent', async () => {
    const { desk, tickets } = await openTicketDesk()
    const { workspace, clock } = desk
    const id = await queueTicket(desk)
    desk.line.failNext(isTicketCall, { status: 422, body: { message: 'No.', code: 'invalid' } })
    await desk.flush()
    await saveTicketDraft(workspace, 'c1', { queueId: 'q9', description: 'and soap' }, clock.now())
    expect(await editOperation(workspace, id, { now: clock.now() })).toBe('done')
    expect(await desk.operations()).toEqual([])
    expect(await readTicketDraft(workspace.outbox, 'c1')).toMatchObject({
      queueId: 'q1',
      description: 'Two towels\nand soap',
    })
    await desk.flushUntilIdle()
    expect(tickets).toEqual([])
  })

  it('refused and sent again: the same key', async () => {
    const { desk, tickets } = await openTicketDesk()
    const id = await queueTicket(desk)
    desk.line.failNext(isTicketCall, { status: 422, body: { message: 'No.', code: 'invalid' } })
    await desk.flush()
    expect(await sendAgain(desk.workspace, id, again, { now: desk.clock.now() })).toBe('done')
    await desk.flush()
    expect(desk.line.calls.map(({ key }) => key)).toEqual([id, id])
    expect(tickets).toHaveLength(1)
  })

  it('O2: tickets go out in their order, and hold no chat back', async () => {
    const { desk, tickets } = await openTicketDesk()
    await queueTicket(desk)
    await queueTicket(desk, { ...TOWELS, description: 'Soap', chatId: 'c2' })
    desk.line.failNext(isTicketCall, 'drop')
    await desk.flushUntilIdle()
    expect(tickets).toMatchObject([{ description: 'Two towels' }, { description: 'Soap' }])
    expect(await readStates(desk, 'c1')).toEqual([])
  })
})

describe('a ticket, without keys', () => {
  it('the line is looked at before it, no key and no extension is sent, any answer is an acceptance', async () => {
    const { desk } = await openTicketDesk(NO_CAPABILITIES)
    await queueTicket(desk)
    await desk.flush()
    expect(await desk.operations()).toEqual([])
    expect(desk.line.calls).toMatchObject([
      { path: '/api/capabilities' },
      { path: '/api/add-ticket', key: null },
    ])
    expect(desk.line.calls[1]?.body).not.toHaveProperty('chatId')
    expect(await readSavedTicket(desk.workspace.mirror, 'c1')).toMatchObject({ queueName: 'Housekeeping' })
  })

  it.each<[Fault, number]>([
    ['lose', 1],
    ['drop', 0],
    ['html', 0],
    ['error-500', 0],
  ])('%s: held Delivery unknown, never sent again by itself', async (fault, arrived) => {
    const { desk, tickets } = await openTicketDesk(NO_CAPABILITIES)
    const id = await queueTicket(desk)
    desk.line.failNext(isTicketCall, fault)
    await desk.flushUntilIdle()
    expect(await readStates(desk, TICKET_LANE)).toEqual(['held delivery_unknown'])
    expect(desk.line.calls.filter(isTicketCall)).toHaveLength(1)
    expect(tickets).toHaveLength(arrived)
    const seen = { ...again, offersKeys: false }
    expect(await sendAgain(desk.workspace, id, seen, { now: desk.clock.now() })).toBe('ask')
    expect(await discardOperation(desk.workspace, id, { now: desk.clock.now() })).toBe('ask')
    expect(await sendAgain(desk.workspace, id, seen, { now: desk.clock.now(), isConfirmed: true })).toBe(
      'done',
    )
    await desk.flushUntilIdle()
    expect(tickets).toHaveLength(arrived + 1)
    expect(await desk.operations()).toEqual([])
  })

  it.each<[Fault]>([['drop'], ['html'], ['error-500']])(
    'the line died after its last call (%s): it waits, in no doubt, and goes once it is answered',
    async (fault) => {
      const { desk, tickets } = await openTicketDesk(NO_CAPABILITIES)
      await queueTicket(desk)
      desk.line.failNext((call) => call.path === '/api/capabilities', fault)
      await desk.flush()
      expect(await desk.operations()).toMatchObject([{ state: 'queued', doubt: 'none' }])
      expect(desk.line.calls.filter(isTicketCall)).toHaveLength(0)
      await desk.flushUntilIdle()
      expect(tickets).toHaveLength(1)
    },
  )

  it.each([401, 403, 404])(
    'an environment that answers that look with %i answers: it goes',
    async (status) => {
      const { desk, tickets } = await openTicketDesk(NO_CAPABILITIES)
      await queueTicket(desk)
      desk.line.failNext((call) => call.path === '/api/capabilities', { status, body: { message: 'No.' } })
      await desk.flush()
      expect(tickets).toHaveLength(1)
      expect(await desk.operations()).toEqual([])
    },
  )

  it('429: later, in no doubt', async () => {
    const { desk, tickets } = await openTicketDesk(NO_CAPABILITIES)
    await queueTicket(desk)
    desk.line.failNext(isTicketCall, 'busy')
    await desk.flush()
    expect(await desk.operations()).toMatchObject([{ state: 'queued', doubt: 'none' }])
    await desk.flushUntilIdle()
    expect(tickets).toHaveLength(1)
  })
})
