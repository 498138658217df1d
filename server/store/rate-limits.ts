import { sql } from 'kysely'
import { failTooManyRequests } from '../errors.ts'
import type { Db } from './store.ts'

/**
 * Counts one use of `key` in a fixed window, over all processes (E4).
 *
 * @throws ApiError 429 with the rest of the window where the limit is used up; `message` is for the person.
 */
export async function takeRateLimit(
  db: Db,
  limit: { key: string; max: number; windowSeconds: number; message: string },
): Promise<void> {
  const { key, max, windowSeconds, message } = limit
  const { rows } = await sql<{ count: number; rest: number }>`
    insert into rate_limits as known (key, window_start, count) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      count = case when known.window_start + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then 1 else least(known.count + 1, ${max}::int + 1) end,
      window_start = case when known.window_start + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then clock_timestamp() else known.window_start end
    returning count, extract(epoch from window_start + make_interval(secs => ${windowSeconds}) - clock_timestamp())::float8 as rest
  `.execute(db)
  const row = rows[0]
  if (row && row.count > max) throw failTooManyRequests(message, row.rest)
}

/** Removes windows that ended long ago. */
export async function deleteOldRateLimits(db: Db): Promise<void> {
  await db
    .deleteFrom('rateLimits')
    .where('windowStart', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .execute()
}
