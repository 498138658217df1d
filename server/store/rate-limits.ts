import { sql, type RawBuilder } from 'kysely'
import { failTooManyRequests } from '../errors.ts'
import { DAY_SECONDS, type AgedRows } from './aged-rows.ts'
import type { Db, Tx } from './store.ts'

/** `max` uses of `key` within a fixed window. */
export interface RateLimit {
  key: string
  max: number
  windowSeconds: number
}

/** A limit whose refusal is told to a person. */
export interface ToldLimit extends RateLimit {
  message: string
}

/** How many uses there are in this window, up to one above the limit, and how long it lasts from now. */
export interface Use {
  count: number
  restSeconds: number
}

/**
 * Counts one use of `key`, over all processes (E4).
 *
 * @throws ApiError 429 with the rest of the window where the limit is used up; `message` is for the person.
 */
export async function takeRateLimit(db: Db, limit: ToldLimit): Promise<void> {
  requireRoom(limit, await countUse(db, limit))
}

/** @throws ApiError 429 where this use is one too many. */
export function requireRoom({ max, message }: ToldLimit, { count, restSeconds }: Use): void {
  if (count > max) throw failTooManyRequests(message, restSeconds)
}

/** Counts one use, and refuses none. */
export async function countUse(db: Db, limit: RateLimit): Promise<Use> {
  const { rows } = await insertUse(limit, sql`select ${limit.key}::text as key`).execute(db)
  return rows[0] ?? { count: 1, restSeconds: limit.windowSeconds }
}

/** The same as part of another statement, for each `key` that `keys` selects: `key`, `count` and `rest_seconds`. */
export function insertUse(
  { max, windowSeconds }: Omit<RateLimit, 'key'>,
  keys: RawBuilder<unknown>,
): RawBuilder<Use & { key: string }> {
  return sql<Use & { key: string }>`
    insert into rate_limits as known (key, window_start, count)
    select used.key, clock_timestamp(), 1 from (${keys}) as used
    on conflict (key) do update set
      count = case when known.window_start + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then 1 else least(known.count + 1, ${max}::int + 1) end,
      window_start = case when known.window_start + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then clock_timestamp() else known.window_start end
    returning key, count,
      extract(epoch from window_start + make_interval(secs => ${windowSeconds}) - clock_timestamp())::float8 as rest_seconds
  `
}

/** Takes back uses that were counted in the same transaction: what they were for is refused. */
export async function undoUses(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = any(${keys}::text[])`.execute(tx)
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
