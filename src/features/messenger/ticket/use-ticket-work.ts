import { readSavedTicket, type SavedTicket } from '#src/db/mirror/saved-tickets.ts'
import { readLane } from '#src/db/outbox/operations.ts'
import { readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { placeInLane } from '#src/domain/outbox/lane.ts'
import type { LanePlace } from '#src/domain/outbox/words.ts'
import { chatIdOf, TICKET_LANE, type Operation } from '#src/domain/outbox/operation.ts'

/** What there is of a chat's tickets on this device. */
export interface TicketWork {
  /** Whether one is half-written. */
  hasDraft: boolean
  unsent: { operation: Operation; place: LanePlace }[]
  /** The last one that was saved. */
  saved: SavedTicket | null
}

/** Live; undefined until the first answer. */
export function useTicketWork(chatId: string): TicketWork | undefined {
  const workspace = useWorkspace()
  const { outbox, mirror } = workspace
  return useLive(workspace, `ticket-work:${chatId}`, async () => {
    const lane = await readLane(outbox, TICKET_LANE)
    const [draft, saved] = await Promise.all([
      readTicketDraft(outbox, chatId),
      readSavedTicket(mirror, chatId),
    ])
    return {
      hasDraft: draft !== undefined,
      // Between its note in the mirror and its end in the outbox a ticket is in both (O6).
      unsent: lane
        .filter((operation) => chatIdOf(operation) === chatId && operation.id !== saved?.operationId)
        .map((operation) => ({ operation, place: placeInLane(operation, lane) })),
      saved,
    }
  })
}
