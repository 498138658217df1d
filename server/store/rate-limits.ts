import { sql } from 'kysely'
import { failTooManyRequests } from '../errors.ts'
import { DAY_SECONDS, type AgedRows } from './aged-rows.ts'
import type { Db } from './store.ts'

/** `max` uses of `key` within a fixed window. */
export interface RateLimit {
  key: string
  max: number
  windowSeconds: number
}

/**
 * Counts one use of `key`, over all processes (E4).
 *
 * @throws ApiError 429 with the rest of the window where the limit is used up; `message` is for the person.
 */
export async function takeRateLimit(db: Db, limit: RateLimit & { message: string }): Promise<void> {
  const { count, restSeconds } = await countUse(db, limit)
  if (count > limit.max) throw failTooManyRequests(limit.message, restSeconds)
}

/** Counts one use, and refuses none: how many there are in this window, up to one above the limit, and how long it lasts. */
export async function countUse(
  db: Db,
  { key, max, windowSeconds }: RateLimit,
): Promise<{ count: number; restSeconds: number }> {
  const { rows } = await sql<{ count: number; rest: number }>`
    insert into rate_limits as known (key, window_start, count) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      count = case when known.window_start + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then 1 else least(known.count + 1, ${max}::int + 1) end,
      window_start = case when known.window_start + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then clock_timestamp() else known.window_start end
    returning count, extract(epoch from window_start + make_interval(secs => ${windowSeconds}) - clock_timestamp())::float8 as rest
  `.execute(db)
  const { count, rest } = rows[0] ?? { count: 1, rest: windowSeconds }
  return { count, restSeconds: rest }
}

/** Whether a limit is used up, without a use of it. */
export async function isUsedUp(db: Db, { key, max, windowSeconds }: RateLimit): Promise<boolean> {
  const row = await db
    .selectFrom('rateLimits')
    .select('key')
    .where('key', '=', key)
    .where('count', '>=', max)
    .where('windowStart', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${windowSeconds})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Windows that ended long ago are removed. */
export const AGED_RATE_LIMITS: AgedRows = { table: 'rateLimits', column: 'windowStart', seconds: DAY_SECONDS }
