import { createToken, hashSha256 } from '../ids.ts'
import type { Db, Tx } from '../store/store.ts'

/** A guest sees their own chat only (CONTRACT section 8). */
export interface GuestSession {
  chatId: string
  guestId: string
  tokenHash: string
}

/** A new token for the guest of a chat. */
export async function createGuestSession(
  tx: Tx,
  session: { chatId: string; guestId: string },
): Promise<string> {
  const token = createToken()
  await tx
    .insertInto('guestSessions')
    .values({ tokenHash: hashSha256(token), ...session })
    .execute()
  return token
}

/** Null where no guest has this token. */
export async function findGuestSession(db: Db, token: string): Promise<GuestSession | null> {
  const row = await db
    .selectFrom('guestSessions')
    .select(['tokenHash', 'chatId', 'guestId'])
    .where('tokenHash', '=', hashSha256(token))
    .executeTakeFirst()
  return row ?? null
}
