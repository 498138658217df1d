import type { GuestCardRow, MirrorDatabase, WantRow } from './database.ts'
import { readWithWant } from './wants.ts'

/** What is mirrored of a chat's guest, and what became of the wish for it. */
export async function readGuestCard(
  mirror: MirrorDatabase,
  chatId: string,
): Promise<[GuestCardRow | undefined, WantRow | undefined]> {
  return readWithWant(mirror, mirror.guestCards, chatId, { kind: 'guest-card', chatId })
}
