import { ApiError } from '#src/api/errors.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { isMessageKind, type Operation } from '#src/domain/outbox/operation.ts'
import {
  hasEffect,
  awaitConfirmationOfDelivery,
  noteChatRead,
  noteEmptyRead,
} from '#src/domain/outbox/transitions.ts'
import { findByOperation } from '#src/db/mirror/messages.ts'
import { readMe } from '#src/db/me.ts'
import type { SyncContext } from '../context.ts'
import { refreshChat, refreshThread } from '../refresh.ts'
import { storeStep } from './store-step.ts'

/**
 * An operation whose fate is unknown (DESIGN section 4, 'uncertain'): reads what became of it. Only successful reads
 * count. Returns false where nothing could be read now.
 */
export async function resolveUncertain(
  context: SyncContext,
  operation: Operation,
  pull: () => Promise<void>,
): Promise<boolean> {
  const { workspace, clock } = context
  // Reading tickets is not an agent's, and two equal ones could not be told apart: the user decides.
  if (operation.kind === 'ticket')
    return storeStep(workspace, operation, awaitConfirmationOfDelivery(operation))
  try {
    if (!isMessageKind(operation.kind)) {
      const chat = await refreshChat(context, operation.lane)
      const isThere = chat !== null && hasEffect(operation, chat, isHeldBy(chat.user, readMe(workspace)))
      await storeStep(workspace, operation, noteChatRead(operation, isThere, clock.now(), context.random()))
      return true
    }
    // What went out without a key comes back without a `clientId`: only a read of its chat can bind it.
    if (context.capabilities().sync && operation.doubt !== 'unkeyed') await pull()
    else await refreshThread(context, operation.lane)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.failure.kind !== 'refused') return false
    await storeStep(workspace, operation, awaitConfirmationOfDelivery(operation))
    return true
  }
  const arrived = await findByOperation(workspace.mirror, operation.id)
  await storeStep(workspace, operation, arrived ? null : noteEmptyRead(operation, clock.now()))
  return true
}
