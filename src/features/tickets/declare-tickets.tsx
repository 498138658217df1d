import { Link } from '@tanstack/react-router'
import type { Assignee } from '#src/contract/assignees.ts'
import { MAX_TICKET_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { TICKET_STATUSES, type Department, type ListedTicket } from '#src/contract/tickets.ts'
import { LIST_POLL_MS, type Column, type ListDefinition, type Option } from '#src/ui/list/declare-list.ts'
import type { TicketTab } from './tabs.ts'
import styles from './tickets.module.css'

interface TicketsContext {
  tab: TicketTab
  /** Undefined while they are being read. */
  departments: readonly Department[] | undefined
  assignees: readonly Assignee[] | undefined
  /** Whether the environment announced `staff`: a ticket can be added with an assignee and has a chat. */
  hasStaff: boolean
}

const NOBODY: Option = { value: '', label: 'Nobody' }
const STATUSES: readonly Option[] = Object.entries(TICKET_STATUSES).map(([value, label]) => ({
  value,
  label,
}))
/** Where the list of all chats stands beside the one that is opened. */
const WHOLE_LIST = { chatFilter: 'all', chatType: 'all' } as const

/** The list of a tab (specification section 2, Tickets and assignees). */
export function declareTickets(context: TicketsContext): ListDefinition<ListedTicket> {
  const { tab, hasStaff } = context
  const columns = [...listWorkColumns(context), STATUS]
  return {
    type: 'tickets',
    title: 'Tickets',
    noun: { one: 'ticket', many: 'tickets' },
    idOf: ({ id }) => id,
    nameOf: nameTicket,
    isUndeletable: ({ undeletable }) => undeletable === true,
    isUrlDriven: true,
    isPartial: tab.status !== null,
    // What is added is new: a tab of another status would not show it.
    hasAddBlock: tab.status === null || tab.status === 'open',
    pollMs: LIST_POLL_MS,
    empty: tab.empty,
    columns: hasStaff ? [...columns, CHAT] : columns,
  }
}

function listWorkColumns({ departments, assignees, hasStaff }: TicketsContext): Column<ListedTicket>[] {
  return [
    {
      key: 'createdOn',
      header: 'Created',
      kind: 'niceDate',
      width: '116px',
      read: ({ createdOn }) => createdOn,
    },
    {
      key: 'title',
      header: 'Location',
      kind: 'text',
      canEdit: 'here',
      isRequired: true,
      maxChars: MAX_TICKET_TITLE_CHARS,
      width: 'minmax(130px, 130fr)',
      read: ({ title }) => title,
    },
    {
      key: 'description',
      header: 'Request',
      kind: 'multiline',
      canEdit: 'here',
      isRequired: true,
      maxChars: MAX_TICKET_CHARS,
      width: 'minmax(190px, 190fr)',
      read: ({ description }) => description,
    },
    {
      key: 'queueId',
      header: 'Department',
      kind: 'select',
      canEdit: 'here',
      isRequired: true,
      options: departments?.map(({ id, name }) => ({ value: id, label: name })),
      read: ({ queueId }) => queueId,
    },
    {
      key: 'agentId',
      header: 'Assignee',
      kind: 'select',
      canEdit: 'here',
      inAdd: hasStaff,
      options: assignees && [NOBODY, ...assignees.map(({ id, name }) => ({ value: id, label: name }))],
      read: ({ agentId }) => agentId,
    },
  ]
}

/** Hidden at creation and editable afterwards; transitions are not restricted (specification section 4). */
const STATUS: Column<ListedTicket> = {
  key: 'status',
  header: 'Status',
  kind: 'select',
  canEdit: 'here',
  isRequired: true,
  inAdd: false,
  options: STATUSES,
  width: 'minmax(120px, 120fr)',
  read: ({ status }) => status,
}

const CHAT: Column<ListedTicket> = {
  key: 'chatId',
  header: 'Chat',
  kind: 'custom',
  width: '64px',
  read: ({ chatId }) => chatId,
  render: (ticket) => <ChatLink ticket={ticket} />,
}

function ChatLink({ ticket }: { ticket: ListedTicket }) {
  const { chatId } = ticket
  if (chatId === null) return '–'
  return (
    <Link
      to="/messenger/$chatId"
      params={{ chatId }}
      search={WHOLE_LIST}
      className={styles.chat}
      aria-label={`Open the chat of ${nameTicket(ticket)}`}
    >
      Open
    </Link>
  )
}

function nameTicket({ title, description }: ListedTicket): string {
  return title || description || 'a ticket without words'
}
