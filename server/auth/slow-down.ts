import { sql } from 'kysely'
import { failTooManyRequests } from '../errors.ts'
import { hashSha256 } from '../ids.ts'
import type { AgedRows } from '../store/aged-rows.ts'
import type { Db } from '../store/store.ts'

/** CONTRACT section 1: from the 5th failure on, 1 s doubling to 5 min, per username and client together. */
const FREE_FAILURES = 4
const DELAY_MIN_SECONDS = 1
const DELAY_MAX_SECONDS = 300
/** Failures are forgotten after an hour without another. */
const FORGET_SECONDS = 3_600

/** A sign-in that is being tried. It counts as a failure until `clear` says otherwise, so that many at once count too. */
export interface SignInAttempt {
  /** Seconds for which further attempts wait if this one fails; 0 within the free ones. */
  delaySeconds: number
  /** The password was right: nothing is held against this username and client any more. */
  clear(): Promise<void>
  /** Nobody looked at the password: the attempt counts as none. */
  withdraw(): Promise<void>
}

/**
 * Counts an attempt in the database, over all processes. `client` as limits see it.
 *
 * @throws ApiError 429 with the time that is left, without counting, while a delay runs.
 */
export async function beginSignIn(db: Db, username: string, client: string): Promise<SignInAttempt> {
  const key = hashSha256(`${username.toLowerCase()} ${client}`)
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as known (key, failures, last_at) values (${key}, 1, clock_timestamp())
    on conflict (key) do update set
      failures = case when known.last_at < clock_timestamp() - make_interval(secs => ${FORGET_SECONDS})
        then 1 else known.failures + 1 end,
      last_at = clock_timestamp(),
      blocked_until = case when known.failures >= ${FREE_FAILURES}
        and known.last_at >= clock_timestamp() - make_interval(secs => ${FORGET_SECONDS})
        then clock_timestamp() + make_interval(secs => least(
          ${DELAY_MAX_SECONDS}::float8, ${DELAY_MIN_SECONDS}::float8 * 2 ^ least(known.failures - ${FREE_FAILURES}, 20)))
        else null end
    where known.blocked_until is null or known.blocked_until <= clock_timestamp()
    returning failures`.execute(db)
  const failures = rows[0]?.failures
  if (failures === undefined) throw failTooManyRequests(TOO_MANY, await readRemaining(db, key))
  const steps = failures - FREE_FAILURES - 1
  return {
    delaySeconds: steps < 0 ? 0 : Math.min(DELAY_MAX_SECONDS, DELAY_MIN_SECONDS * 2 ** steps),
    async clear() {
      await db.deleteFrom('signInFailures').where('key', '=', key).execute()
    },
    async withdraw() {
      await sql`update sign_in_failures set failures = failures - 1,
        blocked_until = case when failures = ${failures} then null else blocked_until end
        where key = ${key} and failures > 0`.execute(db)
    },
  }
}

export const TOO_MANY = 'Too many failed sign-ins. Please wait a moment and try again.'

/** What is forgotten anyway is removed. */
export const AGED_FAILURES: AgedRows = { table: 'signInFailures', column: 'lastAt', seconds: FORGET_SECONDS }

async function readRemaining(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('signInFailures')
    .select(sql<number>`extract(epoch from blocked_until - clock_timestamp())::float8`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.seconds ?? DELAY_MIN_SECONDS
}
