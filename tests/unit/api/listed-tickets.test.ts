import { describe, expect, it } from 'vitest'
import type { ApiSession } from '#src/api/http.ts'
import { chooseTicketList, createTicketCalls, type TicketPart } from '#src/api/listed-tickets.ts'
import type { TicketStatus } from '#src/contract/tickets.ts'
import { createFaultFetch } from '#tests/support/fault-fetch.ts'
import { TEST_ORIGIN } from '#tests/support/local.ts'

const TICKET = {
  id: 't',
  createdOn: '2026-11-20T12:00:00.000Z',
  title: 'Pool',
  description: 'Towels',
  queueId: 'q',
  agentId: null,
  status: 'open',
  etag: '"1"',
}

function openSession(body: unknown) {
  const line = createFaultFetch(() => Promise.reject(new TypeError('nothing planned')))
  line.decide(() => ({ status: 200, body }))
  const session: ApiSession = {
    target: { origin: TEST_ORIGIN, fetch: line.fetch },
    token: 'token',
    hasContractBodies: true,
  }
  return { session, line }
}

describe('the lists of tickets (specification section 4)', () => {
  it.each<[TicketStatus, TicketPart]>([
    ['open', 'assigned'],
    ['assigned', 'assigned'],
    ['blocked', 'blocked'],
    ['closed', 'closed'],
  ])('%s is loaded as %s', (status, part) => {
    expect(chooseTicketList(status)).toBe(part)
  })

  it.each<[TicketPart | null, string]>([
    [null, '/api/ticketing/Tickets/'],
    ['assigned', '/api/ticketing/Tickets/assigned'],
    ['closed', '/api/ticketing/Tickets/closed'],
  ])('of %s is read at %s', async (part, path) => {
    const { session, line } = openSession([TICKET])
    const rows = await createTicketCalls(part).list(session, new AbortController().signal)
    expect(rows).toMatchObject([{ id: 't', status: 'open', chatId: null }])
    expect(line.calls.map((call) => [call.method, call.path])).toEqual([['GET', path]])
  })
})

describe('a ticket', () => {
  it('is added by a call of its own, and changed and deleted at its list', async () => {
    const { session, line } = openSession(TICKET)
    const calls = createTicketCalls('closed')
    const added = await calls.create(session, { title: 'Pool' }, { key: 'k' })
    if (added.kind !== 'done' || !added.row) throw new Error('the ticket was not added')
    await calls.update(session, added.row, { status: 'blocked' }, {})
    await calls.remove(session, added.row, {})
    expect(line.calls.map(({ method, path, key, body }) => ({ method, path, key, body }))).toEqual([
      { method: 'POST', path: '/api/add-ticket', key: 'k', body: { title: 'Pool' } },
      { method: 'PUT', path: '/api/ticketing/Tickets/t', key: null, body: { status: 'blocked' } },
      { method: 'DELETE', path: '/api/ticketing/Tickets/t', key: null, body: null },
    ])
  })
})
