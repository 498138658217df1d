import { sql } from 'kysely'
import { createToken, hashSha256 } from '../ids.ts'
import { DAY_SECONDS, type AgedRows } from '../store/aged-rows.ts'
import type { UserRow } from '../store/staff/staff-tables.ts'
import type { Db, Tx } from '../store/store.ts'

/** CONTRACT section 3: 30 days from the last use, 90 in all. */
const IDLE_DAYS = 30
const TOTAL_DAYS = 90
/** A use is written down at most this often, so that reading costs no write. */
export const TOUCH_SECONDS = 600

/** Whether a row of `sessions` still counts, for whoever joins that table. */
export const alive = sql<boolean>`sessions.last_used_at > clock_timestamp() - make_interval(days => ${IDLE_DAYS})
  and sessions.created_at > clock_timestamp() - make_interval(days => ${TOTAL_DAYS})`

/** Who is signed in, and under which session. */
export interface StaffSession {
  user: UserRow
  tokenHash: string
}

/** A new session's token, which is known to the client only from here on. */
export async function createSession(tx: Tx, userId: string): Promise<string> {
  const token = createToken()
  await tx
    .insertInto('sessions')
    .values({ tokenHash: hashSha256(token), userId })
    .execute()
  return token
}

/** The session of a token, used now; null where it is unknown, ended or expired. */
export async function findSession(db: Db, token: string): Promise<StaffSession | null> {
  const tokenHash = hashSha256(token)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .selectAll('users')
    .select(
      sql<boolean>`sessions.last_used_at < clock_timestamp() - make_interval(secs => ${TOUCH_SECONDS})`.as(
        'isDue',
      ),
    )
    .where('sessions.tokenHash', '=', tokenHash)
    .where(alive)
    .executeTakeFirst()
  if (!row) return null
  const { isDue, ...user } = row
  if (isDue) await touchSession(db, tokenHash)
  return { user, tokenHash }
}

/** Counts as a use: the 30 days begin again. */
export async function touchSession(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastUsedAt: sql<Date>`clock_timestamp()` })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Ends one session; a trigger tells open sockets of every process, as of any other end (CONTRACT section 3). */
export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

/** Which of these token hashes still are sessions. */
export async function filterAlive(db: Db, tokenHashes: string[]): Promise<Set<string>> {
  if (tokenHashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('tokenHash', 'in', tokenHashes)
    .where(alive)
    .execute()
  return new Set(rows.map((row) => row.tokenHash))
}

/** What has expired is removed. */
export const AGED_SESSIONS: AgedRows[] = [
  { table: 'sessions', column: 'lastUsedAt', seconds: IDLE_DAYS * DAY_SECONDS },
  { table: 'sessions', column: 'createdAt', seconds: TOTAL_DAYS * DAY_SECONDS },
]
