import type { DraftRow, OutboxDatabase } from './database.ts'

/** A half-written ticket: its form as the user left it. `queueId` is '' while none is chosen. */
export interface TicketDraft {
  queueId: string
  description: string
  updatedAt: number
}

/** Ticket drafts live among the drafts, under keys that are no chat's. */
const PREFIX = 'ticket:'

export async function readTicketDraft(
  outbox: OutboxDatabase,
  chatId: string,
): Promise<TicketDraft | undefined> {
  const row = await outbox.drafts.get(PREFIX + chatId)
  return row && { queueId: row.ticket?.queueId ?? '', description: row.text, updatedAt: row.updatedAt }
}

/** Stores a half-written ticket; an empty one goes. Call it inside a write on drafts. */
export async function putTicketDraft(
  outbox: OutboxDatabase,
  chatId: string,
  { queueId, description, updatedAt }: TicketDraft,
): Promise<void> {
  if (queueId === '' && description === '') await outbox.drafts.delete(PREFIX + chatId)
  else {
    await outbox.drafts.put({
      chatId: PREFIX + chatId,
      text: description,
      updatedAt,
      ticket: { chatId, queueId },
    })
  }
}

/** The chat that a draft belongs to, whatever it is a draft of. */
export function readChatIdOfDraft(draft: DraftRow): string {
  return draft.ticket?.chatId ?? draft.chatId
}
