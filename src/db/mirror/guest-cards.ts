import type { GuestCardRow, MirrorDatabase, FetchRequestRow } from './database.ts'
import { readWithFetchRequest } from './fetch-requests.ts'

/** What is mirrored of a chat's guest, and what became of the wish for it. */
export async function readGuestCard(
  mirror: MirrorDatabase,
  chatId: string,
): Promise<[GuestCardRow | undefined, FetchRequestRow | undefined]> {
  return readWithFetchRequest(mirror, mirror.guestCards, chatId, { kind: 'guest-card', chatId })
}
