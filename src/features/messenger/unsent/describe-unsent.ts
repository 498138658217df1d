import type { Chat } from '#src/contract/chats.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { describeOperation, type LanePlace, type OperationView } from '#src/domain/outbox/words.ts'

/**
 * An operation's words beside the chat as the environment has it now: a message that was refused because a colleague had
 * the chat needs no second takeover once its writer has it, and a refused pass can be asked again then.
 */
export function describeUnsent(
  operation: Operation,
  place: LanePlace,
  { serverChat, me, now }: { serverChat: Chat | null; me: Holder; now: number },
): OperationView {
  const view = describeOperation(operation, place, now)
  const code = operation.reason?.code
  if (!isHeldBy(serverChat?.user ?? null, me)) return view
  if (operation.kind === 'pass' && (code === 'not_held' || code === 'holder_changed')) {
    return { ...view, waysOut: ['send-again', ...view.waysOut] }
  }
  if (code !== 'not_held') return view
  return {
    ...view,
    state: 'Not sent: you did not have this chat then',
    waysOut: view.waysOut.map((way) => (way === 'take-over-and-send' ? 'send-again' : way)),
  }
}
