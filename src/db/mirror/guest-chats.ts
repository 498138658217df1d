import type { MirrorDatabase } from './database.ts'

/** What a guest has on this device: how many chats, and how many messages the environment says are in these. */
export interface GuestExtent {
  chats: number
  messages: number
}

/** Looks at every mirrored chat, since none is found by its guest: for a question that is asked once in a while. */
export async function readGuestExtent(mirror: MirrorDatabase, guestId: string): Promise<GuestExtent> {
  const extent: GuestExtent = { chats: 0, messages: 0 }
  await mirror.chats.each(({ chat }) => {
    if (chat.guestId !== guestId) return
    extent.chats += 1
    extent.messages += chat.messagesCount
  })
  return extent
}
