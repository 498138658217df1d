import type { Holder } from '../chats/holder.ts'
import { isPending, type Operation } from './operation.ts'

/** The part of a chat that takeovers change. */
export interface OverlaidChat {
  user: Holder | null
  pausedAt: string | null
  needsHelp: boolean
}

/**
 * A chat as the user expects it to become (D3): what waits in the outbox, in order, over what the server returned.
 * Held and refused operations change nothing. `operations` are the chat's, in order of `pos`.
 */
export function overlayChat<C extends OverlaidChat>(
  chat: C,
  operations: readonly Operation[],
  me: Holder,
): C {
  return operations.filter(isPending).reduce<C>((shown, operation) => {
    switch (operation.kind) {
      case 'pause':
        return { ...shown, user: { id: me.id, name: me.name }, pausedAt: writeTime(operation) }
      case 'play':
        return { ...shown, user: null, pausedAt: null }
      case 'resolve':
        return { ...shown, needsHelp: false }
      case 'pass': {
        const { userId, name } = operation.payload
        return { ...shown, user: { id: userId, name }, pausedAt: shown.pausedAt ?? writeTime(operation) }
      }
      default:
        return shown
    }
  }, chat)
}

function writeTime({ createdAt }: Operation): string {
  return new Date(createdAt).toISOString()
}
