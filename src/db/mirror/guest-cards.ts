import type { GuestCardRow, MirrorDatabase } from './database.ts'

export async function readGuestCard(
  mirror: MirrorDatabase,
  chatId: string,
): Promise<GuestCardRow | undefined> {
  return mirror.guestCards.get(chatId)
}
