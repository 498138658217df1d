import { readClockOffset } from '#src/db/mirror/meta.ts'
import { hasClosedSince } from '#src/domain/chats/window.ts'
import { isMessageKind, type Operation } from '#src/domain/outbox/operation.ts'
import type { SyncContext } from '../context.ts'

/**
 * O10: whether a message's channel has closed since it was written, so that it waits for a yes. Everything is read before
 * the user is asked: the guest may have written again. What is in doubt is the environment's to settle under its key.
 */
export async function checkWindow(
  context: SyncContext,
  operation: Operation,
  pull: () => Promise<void>,
): Promise<'send' | 'hold' | 'wait'> {
  if (!isMessageKind(operation.kind) || operation.doubt !== 'none') return 'send'
  if (!(await hasClosed(context, operation))) return 'send'
  try {
    await pull()
  } catch {
    return 'wait'
  }
  return (await hasClosed(context, operation)) ? 'hold' : 'send'
}

async function hasClosed({ workspace, clock }: SyncContext, operation: Operation): Promise<boolean> {
  const { mirror } = workspace
  const [row, offset] = await Promise.all([mirror.chats.get(operation.lane), readClockOffset(mirror)])
  return row !== undefined && hasClosedSince(row.chat, operation.ageFrom + offset, clock.now() + offset)
}
