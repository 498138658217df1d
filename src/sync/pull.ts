import type { SyncPage } from '#src/contract/sync-page.ts'
import { fetchSyncPage } from '#src/api/sync.ts'
import { ApiError, isOwnFailure, readFailure } from '#src/api/errors.ts'
import { fetchChat } from '#src/api/chats.ts'
import { OPEN_MS } from '#src/db/mirror/eviction.ts'
import { putChats, removeChat, chatTables } from '#src/db/mirror/chats.ts'
import { readCursor, storeSyncedAt } from '#src/db/mirror/meta.ts'
import { readProgress, storeUnfinishedReset, type UnfinishedReset } from '#src/db/mirror/unfinished-reset.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { waitUnlessAborted } from '#src/lib/wait-unless-aborted.ts'
import {
  applyPage,
  applyResetPage,
  beginReset,
  finishReset,
  readUnnamed,
  type ResetProgress,
} from './apply-page.ts'
import { apiSession, type SyncContext } from './context.ts'
import { chooseNextLimit, FIRST_PAGE_ROWS } from './page-size.ts'
import { fetchPagesAhead, type PagesAhead } from './pages-ahead.ts'
import { refreshThread } from './refresh.ts'

/** Changes asked for at a time: a slice that is applied at once (I9). */
const PULL_LIMIT = 200
/** How long a pull whose reset another one has given up lets that one go on at most. */
const OVERTAKEN_PAUSE_MS = 500
/** A reset that was interrupted longer ago begins again: much of it would have to be read twice. */
const RESUME_WITHIN_MS = 15 * 60_000

/** Who is told how a pull goes. */
export interface PullWatch {
  /** A page has come: what there is can be read. */
  onPage(): void
  /** A frame moved the cursor, so that a page was fetched for nothing: until this pull has ended no other frame may. */
  onSuperseded(): void
  /** Settles when the next part of a reset may be read or stored: what somebody looks at comes first. */
  giveWay(): Promise<void>
}

const UNWATCHED: PullWatch = {
  onPage: () => undefined,
  onSuperseded: () => undefined,
  giveWay: () => Promise.resolve(),
}

/** Pulls every change since the stored cursor, page by page, to the end (I2). Throws ApiError, SessionEndedError. */
export async function pullToEnd(context: SyncContext, watch = UNWATCHED): Promise<void> {
  const { workspace, clock } = context
  const { mirror } = workspace
  let ahead: PagesAhead | null = null
  try {
    for (;;) {
      const { cursor, clearing, unfinished } = await readProgress(mirror)
      if (unfinished?.clearing === clearing && isResumable(unfinished, cursor, clock.now())) {
        await pullReset(context, unfinished, FIRST_PAGE_ROWS, watch)
        continue
      }
      // Where a frame moved the cursor meanwhile, what was fetched ahead is of no use.
      if (ahead?.follows() !== cursor) {
        ahead?.stop()
        ahead = null
      }
      const { page, nextLimit } = ahead
        ? { page: await ahead.take(), nextLimit: PULL_LIMIT }
        : await fetchPage(context, cursor, cursor === null ? FIRST_PAGE_ROWS : PULL_LIMIT, watch)
      // Nothing more is fetched behind such a one.
      if (page.reset || !page.more) ahead = null
      if (page.reset) {
        const snapshot = crypto.randomUUID()
        const beginning: ResetProgress = { follows: cursor, snapshot, clearing }
        const begun = await beginReset(workspace, beginning, clock.now())
        const reset = await applyResetPage(workspace, page, begun, clock.now(), watch.giveWay)
        if (reset) await pullReset(context, reset, nextLimit, watch)
        // Two that begin in turn, each giving up the other's, would go on for ever: who was overtaken lets the other one go on.
        else await waitUnlessAborted(context.random() * OVERTAKEN_PAUSE_MS, context.signal)
        continue
      }
      // While this page is stored the next ones are on their way: on a line of long ways that is half of a catch-up.
      if (page.more) ahead ??= fetchPagesAhead((follows) => fetchNext(context, follows, watch), page.cursor)
      // Where a frame moved the cursor meanwhile the page is dropped, and the next one follows from there.
      const isApplied = await applyPage(workspace, page, cursor, clock.now())
      if (!isApplied) watch.onSuperseded()
      else if (!page.more) break
    }
  } finally {
    ahead?.stop()
  }
  await writeMirror(workspace, [], async () => {
    // Cleared since the last page: it agrees with nobody until it was read again.
    if ((await readCursor(mirror)) !== null) await storeSyncedAt(mirror, clock.now())
  })
}

/** Not once another one has ended meanwhile, for example an older build's in a tab beside this one, nor before its first page. */
function isResumable(unfinished: UnfinishedReset, current: string | null, now: number): boolean {
  const { follows, cursor, storedAt } = unfinished
  const age = now - storedAt
  return cursor !== null && follows === current && age >= 0 && age < RESUME_WITHIN_MS
}

/** Reads what is left of a reset, and ends it; where another one has begun meanwhile, it is that one's to end. */
async function pullReset(
  context: SyncContext,
  begun: UnfinishedReset,
  firstLimit: number,
  watch: PullWatch,
): Promise<void> {
  const { workspace, clock } = context
  let reset = begun
  let limit = firstLimit
  while (reset.more) {
    await watch.giveWay()
    const { page, nextLimit } = await fetchPage(context, reset.cursor, limit, watch)
    // A reset is one on each of its pages (CONTRACT section 2); half of one must not end it, so it begins again.
    if (!page.reset) {
      await writeMirror(workspace, [], () => storeUnfinishedReset(workspace.mirror, null))
      throw new ApiError({ kind: 'unexpected-responder' })
    }
    const next = await applyResetPage(workspace, page, reset, clock.now(), watch.giveWay)
    if (!next) return
    reset = next
    limit = nextLimit
  }
  // Before the cursor is stored: interrupted here, what they missed would be missed for good.
  const kept = await readKept(context)
  for (const chatId of await readUnnamed(workspace, reset)) {
    if (kept.has(chatId)) await recheckChat(context, chatId, reset)
  }
  await finishReset(workspace, reset, await readKept(context))
}

async function fetchNext(context: SyncContext, cursor: string, watch: PullWatch): Promise<SyncPage> {
  return (await fetchPage(context, cursor, PULL_LIMIT, watch)).page
}

interface FetchedPage {
  page: SyncPage
  nextLimit: number
}

/** A page, and how large the next one may be on this line. */
async function fetchPage(
  context: SyncContext,
  cursor: string | null,
  limit: number,
  watch: PullWatch,
): Promise<FetchedPage> {
  const askedAt = context.clock.now()
  const page = await fetchSyncPage(apiSession(context), cursor, limit, context.signal)
  watch.onPage()
  return { page, nextLimit: chooseNextLimit(limit, context.clock.now() - askedAt) }
}

/**
 * A kept chat that a reset did not name: read again with its messages, and removed where the environment no longer has
 * it (I2). One that the environment refuses to give stays as it was.
 */
async function recheckChat(
  context: SyncContext,
  chatId: string,
  { snapshot }: UnfinishedReset,
): Promise<void> {
  const { workspace, signal, clock } = context
  const { mirror } = workspace
  const readAt = clock.now()
  try {
    const chat = await fetchChat(apiSession(context), chatId, signal)
    await writeMirror(workspace, [mirror.chats], () => putChats(mirror, [chat], { readAt, snapshot }))
    await refreshThread(context, chatId)
  } catch (error) {
    const failure = readFailure(error)
    if (failure.kind === 'refused' && failure.status === 404) {
      await writeMirror(workspace, chatTables(mirror), () => removeChat(mirror, chatId))
    } else if (!isOwnFailure(failure)) {
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
