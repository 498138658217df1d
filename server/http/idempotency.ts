import * as v from 'valibot'
import type { Chat, Message } from '#src/contract/chats.ts'
import { IDEMPOTENCY_KEPT_DAYS } from '#src/contract/limits.ts'
import type { ServerContext } from '../context.ts'
import { ApiError, failBadRequest, failNotFound } from '../errors.ts'
import { hashSha256 } from '../ids.ts'
import { DAY_SECONDS, type AgedRows } from '../store/aged-rows.ts'
import { withDeliveries } from '../store/channels/deliveries.ts'
import { presentChat, presentMessage } from '../store/chats/present.ts'
import type { Change, Committed } from '../store/log/change.ts'
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
}

/** The effect in one transaction: SQL only (E5). Throwing stores nothing and changes nothing. */
export type IdempotentEffect = (tx: Tx) => Promise<{ answer: Answer; changes: Change[] }>

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
 * @throws ApiError 422 `idempotency_mismatch`, and whatever the effect throws.
 */
export function runIdempotent(
  ctx: Pick<ServerContext, 'store' | 'commitChanges'>,
  call: IdempotentCall,
  effect: IdempotentEffect,
): Promise<Answered> {
  return ctx.store.transact(async (tx) => {
    const stored = await claimKey(tx, call)
    if (stored) return { answer: stored, committed: null }
    const { answer, changes } = await effect(tx)
    if (call.answer === undefined) await storeAnswer(tx, call, answer)
    return { answer, committed: await ctx.commitChanges(tx, changes) }
  })
}

/** Takes the key for this transaction, or gives the answer that is stored under it. */
async function claimKey(tx: Tx, { owner, key, content, answer }: IdempotentCall): Promise<Answer | null> {
  if (key === null) return null
  const fingerprint = hashSha256(writeCanonical(content))
  const claimed = await tx
    .insertInto('idempotency')
    .values({ owner, key, fingerprint, answer: answer === undefined ? null : JSON.stringify(answer) })
    .onConflict((on) => on.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const row = await tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.fingerprint !== fingerprint) {
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

/** JSON with sorted keys, so that the order in which a client writes its fields is no difference. */
function writeCanonical(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}
