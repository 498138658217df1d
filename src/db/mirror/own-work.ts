import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import type { MirrorDatabase } from './database.ts'
import { readNewestMessages } from './messages.ts'

/** How far back an answer is looked for in each chat. */
const LOOKED_AT = 30

/** What the environment has of a person's work, as far as it shows that they are at it. */
export interface OwnWork {
  /** They hold a chat. */
  hasTakenOver: boolean
  /** They wrote in a chat that they hold. */
  hasAnswered: boolean
}

/** The mirror has only what the server returned (D3): a takeover or an answer that still waits is none. */
export async function readOwnWork(mirror: MirrorDatabase, me: Holder): Promise<OwnWork> {
  const held = await mirror.chats.where('heldBy').equals(me.id).primaryKeys()
  for (const chatId of held) {
    const newest = await readNewestMessages(mirror, chatId, '', LOOKED_AT)
    const isAnswered = newest.some(({ message }) => message.type !== 'event' && isHeldBy(message.user, me))
    if (isAnswered) return { hasTakenOver: true, hasAnswered: true }
  }
  return { hasTakenOver: held.length > 0, hasAnswered: false }
}
