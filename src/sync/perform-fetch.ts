import { fetchChats, fetchGuestInfo, fetchMessage, fetchMessages } from '#src/api/chats.ts'
import { ApiError, readRetryAfter, type ApiFailure } from '#src/api/errors.ts'
import { fetchFile } from '#src/api/files.ts'
import type { Chat } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { MAX_CHATS } from '#src/db/mirror/eviction.ts'
import type { FetchRequest, FetchRequestRow } from '#src/db/mirror/database.ts'
import { putMessages, readNewestMessages } from '#src/db/mirror/messages.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { writeMirror } from '#src/db/write.ts'
import { loading } from '#src/lib/loading.ts'
import { applyOlder } from './apply-messages.ts'
import { waitAfterFailures } from '#src/domain/outbox/timing.ts'
import { apiSession, type SyncContext } from './context.ts'
import { refreshChat, refreshThread } from './refresh.ts'
import { refreshReference } from './refresh-reference.ts'

/** Messages a page, and chats a page of Show All. */
const OLDER_MESSAGES = 50
const CHATS_PER_PAGE = 500
/** Small enough for one screen and a scroll; a mirrored thread with fewer is read again when it is opened. */
const ENOUGH_MESSAGES = 30
const MESSAGES = 'Loading messages…'

/** Why a fetch request gave nothing, as its row says it to the screen. */
export type FetchProblem = 'unreachable' | 'not-found' | 'refused'

/** Performs one fetch request: its row is deleted, or says why there is nothing. Throws what is no failure of a call. */
export async function performFetch(context: SyncContext, row: FetchRequestRow): Promise<void> {
  const { workspace } = context
  const { mirror } = workspace
  const outcome = await tryFetch(context, row)
  if (outcome === 'given-up') return
  await writeMirror(workspace, [mirror.fetchRequests], async () => {
    // Asked again while it was fetched: it may be about what came later, so it stays as it was asked for.
    if ((await mirror.fetchRequests.get(row.key))?.askedAt !== row.askedAt) return
    if (outcome === null) await mirror.fetchRequests.delete(row.key)
    else await mirror.fetchRequests.update(row.key, outcome)
  })
}

type FailedFetch = Pick<FetchRequestRow, 'problem' | 'failures' | 'nextAt'>

/** What the row says after an attempt; null where there is nothing left to fetch. */
async function tryFetch(
  context: SyncContext,
  row: FetchRequestRow,
): Promise<FailedFetch | null | 'given-up'> {
  const failures = row.failures + 1
  try {
    const problem = await fetchRequested(context, row.request)
    return problem && { problem, failures, nextAt: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { failure } = error
    if (failure.kind === 'aborted') return 'given-up'
    const problem = readProblem(failure)
    if (problem !== 'unreachable') return { problem, failures, nextAt: null }
    const waitMs = Math.max(waitAfterFailures(failures, context.random()), readRetryAfter(error))
    return { problem, failures, nextAt: context.clock.now() + waitMs }
  }
}

async function fetchRequested(context: SyncContext, request: FetchRequest): Promise<FetchProblem | null> {
  switch (request.kind) {
    case 'thread':
      return fetchThread(context, request.chatId)
    case 'older':
      return fetchOlder(context, request.chatId)
    case 'message':
      return fetchOneMessage(context, request.chatId, request.messageId)
    case 'guest-card':
      return fetchGuestCard(context, request.chatId)
    case 'file':
      return fetchAttachment(context, request.chatId, request.url)
    case 'all-chats':
      return loading.during('Loading all chats…', () => fetchAllChats(context))
    case 'reference':
      return fetchReference(context)
  }
}

async function fetchThread(context: SyncContext, chatId: string): Promise<FetchProblem | null> {
  const { mirror } = context.workspace
  const isFollowed = context.capabilities().sync
  const known = await mirror.chats.get(chatId)
  if (!known || !isFollowed) {
    if ((await loading.during(MESSAGES, () => refreshChat(context, chatId))) === null) return 'not-found'
  }
  const thread = await readThreadRow(mirror, chatId)
  const mirrored =
    thread.historyFrom === null
      ? []
      : await readNewestMessages(mirror, chatId, thread.historyFrom, ENOUGH_MESSAGES)
  if (!isFollowed || (!thread.isComplete && mirrored.length < ENOUGH_MESSAGES))
    await loading.during(MESSAGES, () => refreshThread(context, chatId))
  return null
}

async function fetchOlder(context: SyncContext, chatId: string): Promise<FetchProblem | null> {
  const { workspace, signal } = context
  const { mirror } = workspace
  const thread = await readThreadRow(mirror, chatId)
  if (thread.isComplete) return null
  const [oldest] =
    thread.historyFrom === null
      ? []
      : await mirror.messages.where('[chatId+createdAt]').equals([chatId, thread.historyFrom]).toArray()
  if (!oldest || !context.capabilities().paging) {
    await loading.during(MESSAGES, () => refreshThread(context, chatId))
    return null
  }
  const page = { limit: OLDER_MESSAGES, before: oldest.id }
  const messages = await loading.during(MESSAGES, () =>
    fetchMessages(apiSession(context), chatId, page, signal),
  )
  await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], () =>
    applyOlder(mirror, chatId, thread.historyFrom, messages, messages.length < OLDER_MESSAGES),
  )
  return null
}

async function fetchReference(context: SyncContext): Promise<null> {
  const unread = await refreshReference(context)
  if (unread) throw unread.error
  return null
}

/** It is stored where it stands; it is drawn once its thread is unbroken back to it (I10). */
async function fetchOneMessage(
  context: SyncContext,
  chatId: string,
  messageId: string,
): Promise<FetchProblem | null> {
  const { workspace, signal } = context
  const { mirror } = workspace
  const message = await fetchMessage(apiSession(context), messageId, signal)
  if (message.chatId !== chatId) return 'not-found'
  await writeMirror(workspace, [mirror.chats, mirror.messages], () => putMessages(mirror, [message]))
  return null
}

async function fetchGuestCard(context: SyncContext, chatId: string): Promise<FetchProblem | null> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const read = () => fetchGuestInfo(apiSession(context), chatId, signal)
  // A card that is there is looked at meanwhile: nobody waits for a newer one.
  const isKnown = (await mirror.guestCards.get(chatId)) !== undefined
  const info = isKnown ? await read() : await loading.during('Loading guest card…', read)
  await writeMirror(workspace, [mirror.guestCards], () =>
    mirror.guestCards.put({ chatId, info, asOf: clock.now() }),
  )
  return null
}

async function fetchAttachment(
  context: SyncContext,
  chatId: string,
  url: string,
): Promise<FetchProblem | null> {
  const { workspace, clock, signal } = context
  const { mirror } = workspace
  const { contentType, bytes } = await loading.during('Loading a file…', () =>
    fetchFile(apiSession(context), url, signal),
  )
  await writeMirror(workspace, [mirror.files], () =>
    mirror.files.put({ url, chatId, contentType, bytes, usedAt: clock.now() }),
  )
  return null
}

/** Show All: every chat's header, newest first, up to the mirror's bound (D5). */
async function fetchAllChats(context: SyncContext): Promise<FetchProblem | null> {
  const { clock, signal } = context
  const isPaged = context.capabilities().paging
  let before: string | undefined
  for (let count = 0; count < MAX_CHATS; count += CHATS_PER_PAGE) {
    const readAt = clock.now()
    const page = isPaged ? { limit: CHATS_PER_PAGE, before } : null
    const chats = await fetchChats(apiSession(context), page, signal)
    await putSlices(context, chats, readAt)
    if (!isPaged || chats.length < CHATS_PER_PAGE) break
    before = chats.at(-1)?.id
  }
  return null
}

/** In slices, so that a long list never holds the main thread (I9). */
async function putSlices({ workspace }: SyncContext, chats: readonly Chat[], readAt: number): Promise<void> {
  const { mirror } = workspace
  for (let start = 0; start < chats.length; start += CHATS_PER_PAGE) {
    const slice = chats.slice(start, start + CHATS_PER_PAGE)
    await writeMirror(workspace, [mirror.chats], () => putChats(mirror, slice, { readAt, snapshot: '' }))
  }
}

function readProblem(failure: ApiFailure): FetchProblem {
  if (failure.kind !== 'refused') return 'unreachable'
  return failure.status === 404 ? 'not-found' : 'refused'
}
