import { sql } from 'kysely'
import { createToken, hashSha256 } from '../ids.ts'
import { DAY_SECONDS, type AgedRows } from '../store/aged-rows.ts'
import type { Db, Tx } from '../store/store.ts'
import { TOUCH_SECONDS } from './sessions.ts'

/** CONTRACT section 8: so long after its last use a guest's token is none any more. */
const IDLE_DAYS = 30

/** Written with the transaction's time, which an index can be searched for. */
const alive = sql<boolean>`guest_sessions.last_used_at > now() - make_interval(days => ${IDLE_DAYS})`

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

/** The session of a guest's token, used now; null where it is unknown, ended or expired. */
export async function findGuestSession(db: Db, token: string): Promise<GuestSession | null> {
  return (await findGuestSessions(db, [token]))[0] ?? null
}

/** The same for several tokens, in their order. */
export async function findGuestSessions(db: Db, tokens: readonly string[]): Promise<(GuestSession | null)[]> {
  const hashes = tokens.map(hashSha256)
  const rows = await db
    .selectFrom('guestSessions')
    .select(['tokenHash', 'chatId', 'guestId'])
    .select(sql<boolean>`last_used_at < now() - make_interval(secs => ${TOUCH_SECONDS})`.as('isDue'))
    .where('tokenHash', '=', sql<string>`any(${hashes}::text[])`)
    .where(alive)
    .execute()
  const sessions = new Map(rows.map(({ isDue, ...session }) => [session.tokenHash, session]))
  const due = rows.filter(({ isDue }) => isDue).map(({ tokenHash }) => tokenHash)
  if (due.length > 0) await touchGuestSessions(db, due)
  return hashes.map((hash) => sessions.get(hash) ?? null)
}

/** Ends a guest's token; a trigger tells open sockets of every process. Gives whether it was one still. */
export async function endGuestSession(tx: Tx, tokenHash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('guestSessions')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these token hashes still are guests' sessions. */
export async function filterAliveGuests(db: Db, tokenHashes: string[]): Promise<Set<string>> {
  if (tokenHashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('guestSessions')
    .select('tokenHash')
    .where('tokenHash', 'in', tokenHashes)
    .where(alive)
    .execute()
  return new Set(rows.map((row) => row.tokenHash))
}

/** Tokens that have expired are removed. */
export const AGED_GUEST_SESSIONS: AgedRows = {
  table: 'guestSessions',
  column: 'lastUsedAt',
  seconds: IDLE_DAYS * DAY_SECONDS,
}

/** Counts as a use: the 30 days begin again. One that is being counted elsewhere is not waited for. */
async function touchGuestSessions(db: Db, tokenHashes: string[]): Promise<void> {
  await db
    .updateTable('guestSessions')
    .set({ lastUsedAt: sql<Date>`clock_timestamp()` })
    .where('tokenHash', 'in', (query) =>
      query
        .selectFrom('guestSessions')
        .select('tokenHash')
        .where('tokenHash', 'in', tokenHashes)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
