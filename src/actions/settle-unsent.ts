import { isBlank } from '#src/domain/text/blank.ts'
import { putDraft, readDraft } from '#src/db/outbox/drafts.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { insertOperationBefore, removeOperation } from '#src/db/outbox/operations.ts'
import { putTicketDraft, readTicketDraft } from '#src/db/outbox/ticket-drafts.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import { waitsForUser, type Operation, type TicketPayload } from '#src/domain/outbox/operation.ts'
import { isKeyStale } from '#src/domain/outbox/timing.ts'
import { askSettlement, sendAgain as sendAgainNow, type SeenNow } from '#src/domain/outbox/transitions.ts'

/**
 * What became of a person's word on an unsent operation.
 * `settling`: its fate is being read first. `ask`: it may already have arrived; call again with `isConfirmed`.
 * `busy`: it is on the wire right now. `gone`: it has left the outbox meanwhile.
 */
export type SettleAnswer = 'done' | 'settling' | 'ask' | 'busy' | 'gone'

export interface SettleOptions {
  now: number
  /** The person has read the warning that it may arrive twice. */
  isConfirmed?: boolean
}

/** Takes a message back into its chat's draft, and a ticket into its form, before whatever is typed there already. */
export function editOperation(
  workspace: Workspace,
  id: string,
  options: SettleOptions,
): Promise<SettleAnswer> {
  const { outbox } = workspace
  return withdraw(workspace, id, options, async (operation) => {
    if (operation.kind === 'ticket') return restoreTicket(workspace, operation.payload, options.now)
    if (operation.kind !== 'send') return
    const draft = await readDraft(outbox, operation.lane)
    const typed = draft && !isBlank(draft.text) ? `\n${draft.text}` : ''
    await putDraft(outbox, operation.lane, `${operation.payload.text}${typed}`, options.now)
  })
}

/** Throws an unsent operation away, with its bytes. */
export function discardOperation(
  workspace: Workspace,
  id: string,
  options: SettleOptions,
): Promise<SettleAnswer> {
  return withdraw(workspace, id, options, async () => {})
}

/** Send again, Send anyway, Resolve anyway: queued with a new age, under the same id wherever that is safe. */
export function sendAgain(
  workspace: Workspace,
  id: string,
  seen: SeenNow & { offersKeys: boolean },
  options: SettleOptions,
): Promise<SettleAnswer> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    const operation = await outbox.operations.get(id)
    if (!operation) return 'gone'
    if (!waitsForUser(operation.state)) return 'busy'
    const needsNewId = isKeyStale(operation, options.now, seen.offersKeys)
    if (needsNewId && options.isConfirmed !== true) return 'ask'
    const next = sendAgainNow(operation, options.now, needsNewId ? newOperationId() : null, seen)
    if (next.id !== id) await moveBytes(workspace, id, next.id)
    await outbox.operations.put(next)
    return 'done'
  })
}

/**
 * Take over and send: a takeover goes in before a refused message, and the message is queued again, in one
 * transaction; a refused takeover is asked again of whoever holds the chat now.
 */
export function takeOverAndSend(
  workspace: Workspace,
  id: string,
  seen: SeenNow & { offersKeys: boolean },
  options: SettleOptions,
): Promise<SettleAnswer> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    const operation = await outbox.operations.get(id)
    if (!operation) return 'gone'
    if (!waitsForUser(operation.state)) return 'busy'
    const next = sendAgainNow(operation, options.now, null, seen)
    if (operation.kind !== 'pause') {
      await insertOperationBefore(
        outbox,
        {
          id: newOperationId(),
          lane: operation.lane,
          now: options.now,
          kind: 'pause',
          payload: null,
          expects: { holder: seen.holder },
        },
        operation.pos,
      )
    }
    await outbox.operations.put(next)
    return 'done'
  })
}

/** Edit and Discard: at once where nothing is in doubt, else only after its fate was read, else only when confirmed. */
function withdraw(
  workspace: Workspace,
  id: string,
  options: SettleOptions,
  keep: (operation: Operation) => Promise<void>,
): Promise<SettleAnswer> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations, outbox.files, outbox.drafts], async () => {
    const operation = await outbox.operations.get(id)
    if (!operation) return 'gone'
    if (operation.state === 'sending' || operation.state === 'sent') return 'busy'
    const isInDoubt = operation.doubt !== 'none'
    if (isInDoubt && (operation.state === 'queued' || operation.state === 'uncertain')) {
      await outbox.operations.put(askSettlement(operation, options.now))
      return 'settling'
    }
    if (isInDoubt && options.isConfirmed !== true) return 'ask'
    await keep(operation)
    await removeOperation(outbox, id)
    return 'done'
  })
}

/** The department that was chosen for it wins: what it says was meant for that one. */
async function restoreTicket({ outbox }: Workspace, ticket: TicketPayload, now: number): Promise<void> {
  const typed = (await readTicketDraft(outbox, ticket.chatId))?.description ?? ''
  const description = isBlank(typed) ? ticket.description : `${ticket.description}\n${typed}`
  await putTicketDraft(outbox, ticket.chatId, { queueId: ticket.queueId, description, updatedAt: now })
}

async function moveBytes(workspace: Workspace, from: string, to: string): Promise<void> {
  const { outbox } = workspace
  const file = await outbox.files.get(from)
  if (file) await outbox.files.put({ ...file, operationId: to })
  await removeOperation(outbox, from)
}
