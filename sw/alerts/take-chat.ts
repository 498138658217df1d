import { takeOver } from '#src/actions/take-over.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import { isLongAway, type LiveSession } from '#src/db/session/sessions.ts'
import { holderKey, isHeldBy } from '#src/domain/chats/holder.ts'
import { readChatNow } from '#src/sync/read-chat-now.ts'
import type { AlertContext } from './alert-context.ts'
import { withWorkspace } from './with-workspace.ts'

/** What became of 'Take'. */
export type TakeOutcome =
  | { kind: 'queued'; operationId: string }
  /** It is theirs already. */
  | { kind: 'mine' }
  | { kind: 'held'; by: string }
  /** Somebody has helped meanwhile, and nobody holds it. */
  | { kind: 'resolved' }
  /** No line, signed out, or away for too long: the console says it better than a notification (W3). */
  | { kind: 'unknown' }

/** A browser lets a worker open a window for a few seconds after a click, and that comes after this look. */
const LOOK_MS = 3_000
/** As an alert is only for a chat that nobody holds. */
const NOBODY = holderKey(null)

/** Queues the takeover of a chat that is still free, in the outbox, as the page does (W3, O11). */
export async function takeChat(
  context: AlertContext,
  session: LiveSession,
  chatId: string,
): Promise<TakeOutcome> {
  if (!context.isOnline() || isLongAway(session, context.now())) return { kind: 'unknown' }
  const target = { origin: session.origin, fetch: context.fetch }
  const signal = AbortSignal.timeout(LOOK_MS)
  const chat = await readChatNow(context.sessionDb, session, chatId, { target, signal })
  if (chat === null) return { kind: 'unknown' }
  if (isHeldBy(chat.user, session.user)) return { kind: 'mine' }
  if (chat.user !== null) return { kind: 'held', by: chat.user.name }
  if (!chat.needsHelp) return { kind: 'resolved' }
  const operationId = await withWorkspace(context, session, (workspace) =>
    takeOver(workspace, chatId, NOBODY, context.now()),
  )
  return { kind: 'queued', operationId }
}

/** Who came first, where the environment has refused a queued takeover for that; null otherwise. */
export async function readWhoCameFirst(
  context: AlertContext,
  session: LiveSession,
  operationId: string,
): Promise<string | null> {
  const operations = await withWorkspace(context, session, ({ outbox }) => readOperations(outbox))
  const reason = operations.find(({ id }) => id === operationId)?.reason
  return reason?.code === 'holder_changed' ? (reason.holder?.name ?? null) : null
}
