import { isHeldBy, type Holder } from '../chats/holder.ts'
import type { Operation } from './operation.ts'

/**
 * Whether a wish to give a chat away was refused because the chat is with somebody else, or nobody, already: nothing is
 * left to decide. `holder`: who has it as the environment says; null: the bot, or the chat is gone.
 */
export function isSuperseded(operation: Operation, holder: Holder | null, me: Holder): boolean {
  if (operation.kind !== 'play' && operation.kind !== 'pass') return false
  if (operation.state !== 'failed' || operation.doubt !== 'none') return false
  const { code } = operation.reason
  return (code === 'holder_changed' || code === 'not_held' || code === 'not_found') && !isHeldBy(holder, me)
}
