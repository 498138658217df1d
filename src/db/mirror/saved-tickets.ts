import * as v from 'valibot'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { MirrorDatabase } from './database.ts'

const savedTicketSchema = v.object({ operationId: v.string(), queueName: v.string(), savedAt: v.number() })

/** The newest ticket of a chat that the environment accepted from this person here; `savedAt` in ms of the device's clock. */
export type SavedTicket = v.InferOutput<typeof savedTicketSchema>

export async function readSavedTicket(mirror: MirrorDatabase, chatId: string): Promise<SavedTicket | null> {
  const parsed = v.safeParse(savedTicketSchema, (await mirror.meta.get(keyOf(chatId)))?.value)
  return parsed.success ? parsed.output : null
}

/** Notes that the environment has a ticket, so that its form can say so. Call it inside a write. */
export async function storeSavedTicket(
  mirror: MirrorDatabase,
  operation: Extract<Operation, { kind: 'ticket' }>,
  now: number,
): Promise<void> {
  const { chatId, queueName } = operation.payload
  const value: SavedTicket = { operationId: operation.id, queueName, savedAt: now }
  await mirror.meta.put({ key: keyOf(chatId), value })
}

function keyOf(chatId: string): string {
  return `saved-ticket:${chatId}`
}
