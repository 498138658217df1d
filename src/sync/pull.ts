import { fetchSyncPage } from '#src/api/sync.ts'
import { ApiError, readFailure } from '#src/api/errors.ts'
import { fetchChat } from '#src/api/chats.ts'
import { OPEN_MS } from '#src/db/mirror/eviction.ts'
import { putChats, removeChat, chatTables } from '#src/db/mirror/chats.ts'
import { readClearing, readCursor, storeSyncedAt } from '#src/db/mirror/meta.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { applyPage, applyResetPage, finishReset, readUnnamed, type ResetProgress } from './apply-page.ts'
import { apiSession, type SyncContext } from './context.ts'
import { refreshThread } from './refresh.ts'

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
  await writeMirror(workspace, [], async () => {
    // Cleared since the last page: it agrees with nobody until it was read again.
    if ((await readCursor(workspace.mirror)) !== null) await storeSyncedAt(workspace.mirror, clock.now())
  })
}

async function pullReset(
  context: SyncContext,
  first: Awaited<ReturnType<typeof fetchSyncPage>>,
): Promise<void> {
  const { workspace, clock, signal } = context
  const clearing = await readClearing(workspace.mirror)
  const progress: ResetProgress = { snapshot: crypto.randomUUID(), threads: 0, clearing }
  let page = first
  await applyResetPage(workspace, page, progress, clock.now())
  while (page.more) {
    const next = await fetchSyncPage(apiSession(context), page.cursor, RESET_LIMIT, signal)
    // A reset is one on each of its pages (CONTRACT section 2); half of one must not end it, so it begins again.
    if (!next.reset) throw new ApiError({ kind: 'foreign' })
    page = next
    await applyResetPage(workspace, page, progress, clock.now())
  }
  // Before the cursor is stored: interrupted here, what they missed would be missed for good.
  const kept = await readKept(context)
  for (const chatId of await readUnnamed(workspace, progress)) {
    if (kept.has(chatId)) await recheckChat(context, chatId, progress)
  }
  await finishReset(workspace, progress, page.cursor, await readKept(context))
}

/**
 * A kept chat that a reset did not name: read again with its messages, and removed where the environment no longer has
 * it (I2). One that the environment refuses to give stays as it was.
 */
async function recheckChat(context: SyncContext, chatId: string, progress: ResetProgress): Promise<void> {
  const { workspace, signal, clock } = context
  const { mirror } = workspace
  const readAt = clock.now()
  try {
    const chat = await fetchChat(apiSession(context), chatId, signal)
    await writeMirror(workspace, [mirror.chats], () =>
      putChats(mirror, [chat], { readAt, snapshot: progress.snapshot }),
    )
    await refreshThread(context, chatId)
  } catch (error) {
    const failure = readFailure(error)
    if (failure.kind === 'refused' && failure.status === 404) {
      await writeMirror(workspace, chatTables(mirror), () => removeChat(mirror, chatId))
    } else if (failure.kind !== 'refused' && failure.kind !== 'server') {
      throw error
    }
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
