import { sql } from 'kysely'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { lockChats } from '../store/chats/lock-chat.ts'
import { insertUse, undoUses, type ToldLimit, type Use } from '../store/rate-limits.ts'
import type { Tx } from '../store/store.ts'
import { writeFingerprint, type Answer, type IdempotentCall } from './idempotency.ts'

/** A call that changes one chat alone, which it is about, and whose answer is known before. */
export interface SharedCall extends IdempotentCall {
  answer: Answer
  limit: ToldLimit
  chatId: string
}

/** What a call has taken: a use of its limit, its chat's lock. */
export interface ClaimedCall extends Use {
  chat: ChatRow | null
}

/**
 * Takes for this transaction what several calls need before their effects, as `runIdempotent` does for one: their keys, a use
 * of each one's limit, then the locks of their chats. By the place of the call; those are absent whose key is known. The calls are
 * of different chats and owners, in the order of their chats, and have the same limit, each under a key of its own.
 */
export async function claimCalls(tx: Tx, calls: readonly SharedCall[]): Promise<Map<number, ClaimedCall>> {
  const [first] = calls
  if (!first) return new Map()
  const list = <T>(read: (call: SharedCall) => T): T[] => calls.map(read)
  const { rows } = await sql<Use & { place: number }>`
    with given as materialized (
      select * from unnest(
        ${list(({ owner }) => owner)}::text[], ${list(({ key }) => key)}::uuid[],
        ${list(({ content }) => writeFingerprint(content))}::text[],
        ${list(({ answer }) => JSON.stringify(answer))}::text[], ${list(({ limit }) => limit.key)}::text[]
      ) with ordinality as given (owner, key, fingerprint, answer, limit_key, place)
    ), claimed as materialized (
      insert into idempotency (owner, key, fingerprint, answer)
      select owner, key, fingerprint, answer::jsonb from given where key is not null order by place
      on conflict (owner, key) do nothing returning owner, key
    ), taken as materialized (
      select given.limit_key, given.place from given left join claimed on claimed.owner = given.owner and claimed.key = given.key
      where given.key is null or claimed.key is not null
    ), used as (${insertUse(first.limit, sql`select limit_key as key from taken order by place`)})
    select taken.place::int as place, used.count, used.rest_seconds
    from taken join used on used.key = taken.limit_key`.execute(tx)
  const uses = new Map(rows.map(({ place, ...use }) => [place - 1, use]))
  const chats = await lockChats(
    tx,
    calls.flatMap(({ chatId }, place) => (uses.has(place) ? [chatId] : [])),
  )
  return new Map(
    calls.flatMap(({ chatId }, place) => {
      const use = uses.get(place)
      return use ? [[place, { ...use, chat: chats.get(chatId) ?? null }] as const] : []
    }),
  )
}

/** As if these calls had never been: each is refused, and may be tried again with its key. */
export async function undoCalls(tx: Tx, calls: readonly SharedCall[]): Promise<void> {
  if (calls.length === 0) return
  const keyed = calls.filter(({ key }) => key !== null)
  await sql`
    delete from idempotency
    using unnest(${keyed.map(({ owner }) => owner)}::text[], ${keyed.map(({ key }) => key)}::uuid[]) as undone (owner, key)
    where idempotency.owner = undone.owner and idempotency.key = undone.key`.execute(tx)
  await undoUses(
    tx,
    calls.map(({ limit }) => limit.key),
  )
}
