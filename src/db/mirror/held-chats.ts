import Dexie from 'dexie'
import type { Chat } from '#src/contract/chats.ts'
import { isHeldBy, type Holder } from '#src/domain/chats/holder.ts'
import type { MirrorDatabase } from './database.ts'

/** The chats that the environment says are this person's, in no order. */
export async function readHeldChats(mirror: MirrorDatabase, me: Holder): Promise<Chat[]> {
  const [byId, paused] = await Promise.all([
    mirror.chats.where('heldBy').equals(me.id).toArray(),
    // An environment may name a holder without an id: those are among the paused ones.
    mirror.chats
      .where('[paused+updatedAt]')
      .between([1, Dexie.minKey], [1, Dexie.maxKey])
      .filter(({ heldBy }) => heldBy === '')
      .toArray(),
  ])
  const chats = new Map([...byId, ...paused].map(({ id, chat }) => [id, chat]))
  return [...chats.values()].filter(({ user }) => isHeldBy(user, me))
}
