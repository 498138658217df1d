import { fetchSyncPage } from '#src/api/sync.ts'
import { ApiError } from '#src/api/errors.ts'
import { fetchChat } from '#src/api/chats.ts'
import { OPEN_MS } from '#src/db/mirror/eviction.ts'
import { putChats, removeChat, chatTables } from '#src/db/mirror/chats.ts'
import { readCursor, storeSyncedAt } from '#src/db/mirror/meta.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { applyPage, applyResetPage, finishReset, type ResetProgress } from './apply-page.ts'
import { apiSession, type SyncContext } from './context.ts'

/** Rows asked for at a time: changes in slices that are applied at once (I9), resets in larger pages. */
const PULL_LIMIT = 200
const RESET_LIMIT = 1_000

/** Pulls every change since the stored cursor, page by page, to the end (I2). Throws ApiError, SessionEndedError. */
export async function pullToEnd(context: SyncContext): Promise<void> {
  const { workspace, clock, signal } = context
  for (;;) {
    const cursor = await readCursor(workspace.mirror)
    const page = await fetchSyncPage(
      apiSession(context),
      cursor,
      cursor === null ? RESET_LIMIT : PULL_LIMIT,
      signal,
    )
    if (page.reset) {
      await pullReset(context, page)
      continue
    }
    // Where a frame moved the cursor meanwhile the page is dropped, and the next one follows from there.
    const isApplied = await applyPage(workspace, page, cursor, clock.now())
    if (isApplied && !page.more) break
  }
  await writeMirror(workspace, [], () => storeSyncedAt(workspace.mirror, clock.now()))
}

async function pullReset(
  context: SyncContext,
  first: Awaited<ReturnType<typeof fetchSyncPage>>,
): Promise<void> {
  const { workspace, clock, signal } = context
  const progress: ResetProgress = { snapshot: crypto.randomUUID(), threads: 0 }
  let page = first
  await applyResetPage(workspace, page, progress, clock.now())
  while (page.more) {
    const next = await fetchSyncPage(apiSession(context), page.cursor, RESET_LIMIT, signal)
    // A reset is one on each of its pages; what follows it is read from its own cursor.
    if (!next.reset) break
    page = next
    await applyResetPage(workspace, page, progress, clock.now())
  }
  const keep = await readKept(context)
  const unnamed = await finishReset(workspace, progress, page.cursor, (chatId) => keep.has(chatId))
  for (const chatId of unnamed) await recheckChat(context, chatId)
}

/** A kept chat that a reset did not name: read again, and removed where the environment no longer has it (I2). */
async function recheckChat(context: SyncContext, chatId: string): Promise<void> {
  const { workspace, signal, clock } = context
  const { mirror } = workspace
  const readAt = clock.now()
  try {
    const chat = await fetchChat(apiSession(context), chatId, signal)
    await writeMirror(workspace, [mirror.chats], () => putChats(mirror, [chat], { readAt, snapshot: '' }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.failure.kind !== 'refused' || error.failure.status !== 404) throw error
    await writeMirror(workspace, chatTables(mirror), () => removeChat(mirror, chatId))
  }
}

/** Chats that are open or have local work. */
async function readKept({ workspace, clock }: SyncContext): Promise<Set<string>> {
  const opened = await workspace.mirror.threads
    .where('openedAt')
    .above(clock.now() - OPEN_MS)
    .primaryKeys()
  return new Set([...(await readChatsWithWork(workspace)), ...opened])
}
