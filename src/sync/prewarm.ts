import { fetchGuestInfo } from '#src/api/chats.ts'
import Dexie from 'dexie'
import { readFailure } from '#src/api/errors.ts'
import { writeMirror } from '#src/db/write.ts'
import { apiSession, type SyncContext } from './context.ts'
import { refreshThread } from './refresh.ts'

/** How many recently updated chats are worth having before anybody opens them. */
const RECENT_CHATS = 20

/**
 * Fetches ahead what a shift will open (I7): the guest cards of chats that need help, are mine or were updated lately,
 * and their messages where the change log does not bring them. One at a time: it must not crowd anything else.
 */
export async function prewarmGuestCards(context: SyncContext): Promise<void> {
  const { workspace, signal } = context
  const { mirror } = workspace
  const [help, mine, recent] = await Promise.all([
    mirror.chats.where('[help+updatedAt]').between([1, Dexie.minKey], [1, Dexie.maxKey]).primaryKeys(),
    mirror.chats.where('heldBy').equals(workspace.user.id).primaryKeys(),
    mirror.chats.orderBy('updatedAt').reverse().limit(RECENT_CHATS).primaryKeys(),
  ])
  for (const chatId of new Set([...help, ...mine, ...recent])) {
    if (signal.aborted) return
    await prewarmChat(context, chatId).catch(skipRefused)
  }
}

async function prewarmChat(context: SyncContext, chatId: string): Promise<void> {
  const { workspace, signal, clock } = context
  const { mirror } = workspace
  const thread = await mirror.threads.get(chatId)
  if (thread?.historyFrom === undefined || thread.historyFrom === null) await refreshThread(context, chatId)
  if (await mirror.guestCards.get(chatId)) return
  const info = await fetchGuestInfo(apiSession(context), chatId, signal)
  await writeMirror(workspace, [mirror.guestCards], () =>
    mirror.guestCards.put({ chatId, info, asOf: clock.now() }),
  )
}

/** What the environment does not give of one chat is no reason to leave the others cold; a dead line is. */
function skipRefused(error: unknown): void {
  if (readFailure(error).kind !== 'refused') throw error
}
