import { sql } from 'kysely'
import * as v from 'valibot'
import type { Chat, Message } from '#src/contract/chats.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '#src/contract/limits.ts'
import type { ServerContext } from '../context.ts'
import { ApiError, failBadRequest, failNotFound } from '../errors.ts'
import { hashSha256 } from '../ids.ts'
import { DAY_SECONDS, type AgedRows } from '../store/aged-rows.ts'
import { withDeliveries } from '../store/channels/deliveries.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { presentChat, presentMessage } from '../store/chats/present.ts'
import type { Change, Committed } from '../store/log/change.ts'
import { insertUse, requireRoom, type ToldLimit, type Use } from '../store/rate-limits.ts'
import type { Db, Tx } from '../store/store.ts'
import type { AppContext } from './app-env.ts'

/**
 * What a call answers with, as it is stored under its key. Chats and messages are named, not copied: a replay gives the
 * chat as it is now (CONTRACT section 2), and a message with what became of it since.
 */
const answerSchema = v.variant('kind', [
  v.object({ kind: v.literal('chat'), chatId: v.string() }),
  v.object({ kind: v.literal('message'), messageId: v.string() }),
  v.object({ kind: v.literal('messages'), messageIds: v.array(v.string()) }),
  v.object({
    kind: v.literal('json'),
    status: v.picklist([200, 201, 202]),
    body: v.unknown(),
    etag: v.optional(v.string()),
  }),
  v.object({ kind: v.literal('empty') }),
])
export type Answer = v.InferOutput<typeof answerSchema>

/** What a repeat is compared by. `content` is what the call takes after parsing, files by digest. */
export interface IdempotentCall {
  /** `staff:{userId}` or `guest:{guestId}`: keys are per user. */
  owner: string
  /** From `readIdempotencyKey`; null runs the effect without remembering it. */
  key: string | null
  content: unknown
  /** Where it is known before the effect: kept with the key at once, and not in a statement of its own. */
  answer?: Answer
  /** One use of it is counted with the effect, so that a repeat of what has arrived is never refused. */
  limit?: ToldLimit
  /** A chat that the effect changes and that it needs no other lock before: locked with the key. */
  chatId?: string
}

/**
 * The effect in one transaction: SQL only (E5). Throwing stores nothing and changes nothing. `chat`: the call's, locked; null
 * where the call names none or there is none.
 */
export type IdempotentEffect = (
  tx: Tx,
  chat: ChatRow | null,
) => Promise<{ answer: Answer; changes: Change[] }>

/** A call's answer, and what was written for it where that was by this call: a repeat has written nothing. */
export interface Answered {
  answer: Answer
  committed: Committed | null
}

/** The call's key; null where it carries none or the environment has no keys (CONTRACT section 2). Throws 400. */
export function readIdempotencyKey(c: AppContext, ctx: Pick<ServerContext, 'settings'>): string | null {
  const key = c.req.header('idempotency-key')
  if (key === undefined || ctx.settings.capabilities === 'none') return null
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) {
    throw failBadRequest('The Idempotency-Key must be a UUID.')
  }
  return key.toLowerCase()
}

/**
 * Runs an effect once per key (CONTRACT section 2). Key, effect and answer commit together; a concurrent repeat waits at
 * the key's row and gets the stored answer (E5).
 *
 * @throws ApiError 422 `idempotency_mismatch`, 429 where the call's limit is used up, and whatever the effect throws.
 */
export function runIdempotent(
  ctx: Pick<ServerContext, 'store' | 'commitChanges'>,
  call: IdempotentCall,
  effect: IdempotentEffect,
): Promise<Answered> {
  return ctx.store.transact(async (tx) => {
    const claimed = await claimCall(tx, call)
    if (claimed === null) return { answer: await readStored(tx, call), committed: null }
    const { answer, changes } = await effect(tx, claimed.chat)
    if (call.answer === undefined) await storeAnswer(tx, call, answer)
    return { answer, committed: await ctx.commitChanges(tx, changes) }
  })
}

/**
 * Takes for this transaction what the call needs before its effect, in one statement: its key, a use of its limit, its chat's lock.
 * Each part reads from the one before it, which is what puts them in this order. Null where the key is known.
 */
async function claimCall(tx: Tx, call: IdempotentCall): Promise<{ chat: ChatRow | null } | null> {
  const { key, limit, chatId = null } = call
  if (key === null && !limit && chatId === null) return { chat: null }
  const hasRoom = limit ? sql`used.count <= ${limit.max}` : sql`true`
  const { rows } = await sql<Use & Claimed>`
    with claimed as materialized (${key === null ? sql`select ${chatId}::text as chat_id` : insertKey(key, call)})
      ${limit ? sql`, used as (${insertUse(limit, sql`select ${limit.key}::text as key from claimed`)})` : sql``}
    select ${limit ? sql`used.count, used.rest_seconds` : sql`0 as count, 0 as rest_seconds`}
      ${chatId === null ? sql`` : sql`, chat.*`}
    from claimed ${limit ? sql`cross join used` : sql``}
      ${
        chatId === null
          ? sql``
          : sql`left join lateral (
              select chats.* from chats where chats.id = claimed.chat_id and ${hasRoom} for update
            ) chat on true`
      }`.execute(tx)
  const row = rows[0]
  if (!row) return null
  const { count, restSeconds, ...chat } = row
  if (limit) requireRoom(limit, { count, restSeconds })
  return { chat: isChat(chat) ? chat : null }
}

/** A chat's columns: all null where there is none, absent where none was asked for. */
type Claimed = Partial<{ [Column in keyof ChatRow]: ChatRow[Column] | null }>

function isChat(claimed: Claimed): claimed is ChatRow {
  return typeof claimed.id === 'string'
}

function insertKey(key: string, { owner, content, answer, chatId }: IdempotentCall) {
  return sql`insert into idempotency (owner, key, fingerprint, answer)
    values (${owner}, ${key}, ${writeFingerprint(content)}, ${answer === undefined ? null : JSON.stringify(answer)}::jsonb)
    on conflict (owner, key) do nothing returning ${chatId ?? null}::text as chat_id`
}

/** What a call with this key was answered with. Throws 422 where that was another call. */
export async function readStored(tx: Tx, { owner, key, content }: IdempotentCall): Promise<Answer> {
  const row = await tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.fingerprint !== writeFingerprint(content)) {
    throw new ApiError(422, 'idempotency_mismatch', 'This key was used for something else before.')
  }
  return v.parse(answerSchema, row.answer)
}

async function storeAnswer(tx: Tx, { owner, key }: IdempotentCall, answer: Answer): Promise<void> {
  if (key === null) return
  await tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
}

/** The chat of an answer, as it is now. Throws 404 where it was removed since. */
export async function readAnsweredChat(db: Db, chatId: string): Promise<Chat> {
  const row = await db.selectFrom('chats').selectAll().where('id', '=', chatId).executeTakeFirst()
  if (!row) throw failNotFound('This chat')
  return presentChat(row)
}

/** The messages of an answer in their order. Throws 404 where one was removed since. */
export async function readAnsweredMessages(db: Db, { answer, committed }: Answered): Promise<Message[]> {
  if (committed) return committed.messages.map(presentMessage)
  const ids = listMessages(answer)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('createdAt')
    .execute()
  if (rows.length < ids.length) throw failNotFound('This message')
  return (await withDeliveries(db, rows)).map(presentMessage)
}

function listMessages(answer: Answer): string[] {
  if (answer.kind === 'messages') return answer.messageIds
  return answer.kind === 'message' ? [answer.messageId] : []
}

/** Answers are removed when they were kept for long enough. */
export const AGED_ANSWERS: AgedRows = {
  table: 'idempotency',
  column: 'createdAt',
  seconds: IDEMPOTENCY_KEPT_DAYS * DAY_SECONDS,
}

/** What a repeat is compared by: of JSON with sorted keys, so that the order in which a client writes its fields is no difference. */
export function writeFingerprint(content: unknown): string {
  const canonical = JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
  return hashSha256(canonical)
}
