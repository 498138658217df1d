import type { ListedTicket, NewTicket, TicketStatus } from '#src/contract/tickets.ts'
import type { FieldValue, FieldValues } from '#src/ui/list/field-values.ts'

/** The tickets of a status, or all, the newest first; one without a readable time comes last. */
export function chooseTickets(
  tickets: readonly ListedTicket[],
  status: TicketStatus | null,
): readonly ListedTicket[] {
  return tickets
    .filter((ticket) => status === null || ticket.status === status)
    .toSorted((one, other) => compareTimes(other.createdOn, one.createdOn))
}

/** What the add block has, as the environment takes it: a new ticket is open (specification section 4). */
export function toNewTicket(values: FieldValues): NewTicket {
  const agentId = textOf(values['agentId'])
  return {
    title: textOf(values['title']),
    description: textOf(values['description']),
    queueId: textOf(values['queueId']),
    status: 'open',
    ...(agentId === '' ? {} : { agentId }),
  }
}

/** What was changed, as the environment takes it: nobody's ticket has no assignee. */
export function toTicketPatch({ agentId, ...patch }: FieldValues): object {
  return agentId === undefined ? patch : { ...patch, agentId: agentId === '' ? null : agentId }
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** ISO times in UTC compare as text. */
function compareTimes(one: string | null, other: string | null): number {
  const [first, second] = [one ?? '', other ?? '']
  if (first === second) return 0
  return first < second ? -1 : 1
}
