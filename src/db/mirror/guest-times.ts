import type { MirrorDatabase } from './database.ts'

/** By their guests' last messages; chats whose guests never wrote are not in it. */
const LAST_MESSAGE = 'chat.lastUserMessageDate'

/** How many chats' guests wrote at `since`, ms of the environment's clock, or later. */
export async function countChatsWrittenSince(mirror: MirrorDatabase, since: number): Promise<number> {
  return mirror.chats.where(LAST_MESSAGE).aboveOrEqual(toIso(since)).count()
}

/**
 * When the next chat leaves the window of `windowMs` after its guest's last message: the first instant after it, ms of the
 * environment's clock. Null where none is in it.
 */
export async function findWindowEnd(
  mirror: MirrorDatabase,
  windowMs: number,
  now: number,
): Promise<number | null> {
  const next = await mirror.chats
    .where(LAST_MESSAGE)
    .aboveOrEqual(toIso(now - windowMs))
    .first()
  const last = next?.chat.lastUserMessageDate ?? null
  return last === null ? null : Date.parse(last) + windowMs + 1
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
