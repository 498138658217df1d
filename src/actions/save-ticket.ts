import { MAX_TICKET_CHARS, MAX_TICKET_ROOM_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { appendOperation } from '#src/db/outbox/operations.ts'
import { putTicketDraft, readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import { TICKET_LANE, type TicketPayload } from '#src/domain/outbox/operation.ts'
import { isBlank } from '#src/domain/text/blank.ts'

/** What the user fills in. */
export interface TicketForm {
  queueId: string
  description: string
}

/** Why a ticket can't be saved as it is; null where it can. What nobody would see is not filled (specification section 5). */
export function checkTicket({ queueId, description }: TicketForm): 'empty' | 'too-long' | null {
  const text = description.trim()
  if (queueId === '' || isBlank(text)) return 'empty'
  return text.length > MAX_TICKET_CHARS ? 'too-long' : null
}

/** Keeps a half-written ticket; with nothing in it, it goes. */
export function saveTicketDraft(
  workspace: Workspace,
  chatId: string,
  form: TicketForm,
  now: number,
): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.drafts], () =>
    putTicketDraft(outbox, chatId, { ...form, updatedAt: now }),
  )
}

/**
 * Queues a ticket and removes the draft it came from, in one transaction (O1). A form that another tab has filled
 * differently meanwhile stays. Returns the operation's id, or null where it can't be saved as it is; a rejected promise
 * has changed nothing.
 */
export async function saveTicket(
  workspace: Workspace,
  ticket: TicketPayload,
  now: number,
): Promise<string | null> {
  if (checkTicket(ticket) !== null) return null
  const { outbox } = workspace
  const { chatId, queueId, description } = ticket
  const id = newOperationId()
  const payload = {
    ...ticket,
    description: description.trim(),
    title: cutTitle(ticket.title),
    // A part of a room's number would be another room's.
    room: (ticket.room ?? '').length > MAX_TICKET_ROOM_CHARS ? null : ticket.room,
  }
  return writeOutbox(workspace, [outbox.operations, outbox.drafts], async () => {
    await appendOperation(outbox, { id, lane: TICKET_LANE, now, kind: 'ticket', payload })
    const draft = await readTicketDraft(outbox, chatId)
    if (draft?.queueId === queueId && draft.description === description) {
      await putTicketDraft(outbox, chatId, { queueId: '', description: '', updatedAt: now })
    }
    return id
  })
}

/** A guest's name may be longer than a Location; half a character is none. */
function cutTitle(title: string): string {
  return title
    .trim()
    .slice(0, MAX_TICKET_TITLE_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '')
}
