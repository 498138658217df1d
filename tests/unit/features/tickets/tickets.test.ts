import { describe, expect, it } from 'vitest'
import { isTicketStatus, type ListedTicket, type TicketStatus } from '#src/contract/tickets.ts'
import { declareTickets } from '#src/features/tickets/declare-tickets.tsx'
import { findTicketTab, TICKET_TABS, type TicketTab } from '#src/features/tickets/tabs.ts'
import { chooseTickets, toNewTicket, toTicketPatch } from '#src/features/tickets/ticket-rows.ts'
import { listFormColumns, listTableColumns, readFlags } from '#src/ui/list/declare-list.ts'

function makeTicket(id: string, status: string, createdOn: string | null = null): ListedTicket {
  return {
    id,
    createdOn,
    title: `Room ${id}`,
    description: 'Two towels',
    queueId: 'q',
    agentId: null,
    status,
    guestId: null,
    chatId: null,
    room: '',
  }
}

const idsOf = (tickets: readonly ListedTicket[]) => tickets.map(({ id }) => id)

describe('the tabs of the tickets (specification section 2, Header)', () => {
  it('are All and the four statuses, each with its address', () => {
    expect(TICKET_TABS.map(({ title, filter, status }) => [title, filter, status])).toEqual([
      ['All', null, null],
      ['New', 'New', 'open'],
      ['In Progress', 'In Progress', 'assigned'],
      ['Blocked', 'Blocked', 'blocked'],
      ['Resolved', 'Resolved', 'closed'],
    ])
  })

  it.each<[string | undefined, string | undefined]>([
    [undefined, 'All'],
    ['New', 'New'],
    ['in progress', 'In Progress'],
    ['All', undefined],
    ['open', undefined],
    ['', undefined],
    ['nonsense', undefined],
  ])('the address %j opens %s', (filter, title) => {
    expect(findTicketTab(filter)?.title).toBe(title)
  })
})

describe('the tickets of a tab', () => {
  const tickets = [
    makeTicket('1', 'open', '2026-11-20T10:00:00.000Z'),
    makeTicket('2', 'assigned', '2026-11-20T12:00:00.000Z'),
    makeTicket('3', 'open'),
    makeTicket('4', 'lost', '2026-11-20T11:00:00.000Z'),
  ]

  it('are those of its status, the newest first', () => {
    expect(idsOf(chooseTickets(tickets, 'open'))).toEqual(['1', '3'])
    expect(idsOf(chooseTickets(tickets, 'closed'))).toEqual([])
  })

  it('are in All whatever their status is', () => {
    expect(idsOf(chooseTickets(tickets, null))).toEqual(['2', '4', '1', '3'])
  })
})

describe('what goes to the environment', () => {
  const filled = { title: ' Pool ', description: ' Towels\n', queueId: 'q', agentId: '' }

  it('a new ticket is open, and has an assignee only where one was chosen', () => {
    const ticket = { title: 'Pool', description: 'Towels', queueId: 'q', status: 'open' }
    expect(toNewTicket(filled)).toEqual(ticket)
    expect(toNewTicket({ ...filled, agentId: 'a' })).toEqual({ ...ticket, agentId: 'a' })
  })

  it('a change has what was changed; nobody is no assignee', () => {
    expect(toTicketPatch({ status: 'closed' })).toEqual({ status: 'closed' })
    expect(toTicketPatch({ agentId: '' })).toEqual({ agentId: null })
    expect(toTicketPatch({ agentId: 'a', title: 'Pool' })).toEqual({ agentId: 'a', title: 'Pool' })
  })
})

describe('the list of a tab', () => {
  const findTab = (status: TicketStatus | null): TicketTab => {
    const tab = TICKET_TABS.find((other) => other.status === status)
    if (!tab) throw new Error(`no tab of ${String(status)}`)
    return tab
  }
  const declare = (status: TicketStatus | null, hasStaff = true) =>
    declareTickets({ tab: findTab(status), departments: [], assignees: [], hasStaff })
  const headers = (columns: readonly { header: string }[]) => columns.map(({ header }) => header)

  it('has the columns of the specification, and the way to the chat', () => {
    const columns = ['Created', 'Location', 'Request', 'Department', 'Assignee', 'Status']
    expect(headers(listTableColumns(declare(null)))).toEqual([...columns, 'Chat'])
    expect(headers(listTableColumns(declare(null, false)))).toEqual(columns)
  })

  it('hides the status at creation, and the assignee where the environment takes none then', () => {
    expect(headers(listFormColumns(declare('open'), 'add'))).toEqual([
      'Location',
      'Request',
      'Department',
      'Assignee',
    ])
    expect(headers(listFormColumns(declare('open', false), 'add'))).not.toContain('Assignee')
    expect(headers(listFormColumns(declare('open'), 'edit'))).toContain('Status')
  })

  it('takes new tickets where they are seen', () => {
    const taking = TICKET_TABS.filter(({ status }) => readFlags(declare(status)).hasAddBlock)
    expect(taking.map(({ title }) => title)).toEqual(['All', 'New'])
  })

  it('is of a part of the tickets but in All', () => {
    expect(TICKET_TABS.filter(({ status }) => declare(status).isPartial !== true)).toEqual([findTab(null)])
  })

  it('offers every status, and nobody among the assignees', () => {
    const { columns } = declareTickets({
      tab: findTab(null),
      departments: undefined,
      assignees: [{ id: 'a', name: 'Ada', username: '', telephoneNumber: '', queueId: null, statusId: 2 }],
      hasStaff: true,
    })
    const optionsOf = (key: string) =>
      columns.find((column) => column.key === key)?.options?.map(({ value, label }) => [value, label])
    expect(optionsOf('status')?.every(([value = '']) => isTicketStatus(value))).toBe(true)
    expect(optionsOf('agentId')).toEqual([
      ['', 'Nobody'],
      ['a', 'Ada'],
    ])
    expect(optionsOf('queueId')).toBeUndefined()
  })
})
