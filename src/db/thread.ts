import type { Chat } from '#src/contract/chats.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { placeInLane } from '#src/domain/outbox/lane.ts'
import type { LanePlace } from '#src/domain/outbox/words.ts'
import { overlayChat } from '#src/domain/outbox/overlay.ts'
import type {
  MirrorDatabase,
  MirrorMessage,
  ThreadRow,
  FetchRequest,
  FetchRequestRow,
} from './mirror/database.ts'
import { readNewestMessages, readTimeAfter } from './mirror/messages.ts'
import { readThreadRow } from './mirror/threads.ts'
import { readFetchRequest } from './mirror/fetch-requests.ts'
import { readLane } from './outbox/operations.ts'
import { readMe } from './me.ts'
import type { Workspace } from './workspace.ts'

/** What a thread draws, oldest first. `key` stays the same when an unsent message becomes a real one (O6). */
export type ThreadEntry =
  | { type: 'message'; key: string; message: MirrorMessage['message'] }
  | { type: 'operation'; key: string; operation: Operation; place: LanePlace }

/**
 * The part of a thread that is read: at most `limit` messages, the newest of them created at `until`; null: at the
 * thread's end, where what waits to be sent stands too.
 */
export interface ThreadWindow {
  until: string | null
  limit: number
}

/** How many messages one step through a thread is. */
export const THREAD_STEP = 60
/** What a chat opens at. */
export const NEWEST_WINDOW: ThreadWindow = { until: null, limit: THREAD_STEP }

export interface ThreadReading {
  /** When the reading began, ms of `performance.now()`. */
  readAt: number
  window: ThreadWindow
  /** Where the window ends one step nearer to the thread's end, null for the end itself. Undefined at the end. */
  newerUntil: string | null | undefined
  /** The chat with the outbox laid over it, and as the server returned it (D3); null where it is not mirrored. */
  chat: Chat | null
  serverChat: Chat | null
  entries: ThreadEntry[]
  operations: Operation[]
  thread: ThreadRow
  /** Whether the mirror has older unbroken messages than were asked for. */
  hasOlderMirrored: boolean
  /** What the engine is fetching for this thread, or could not. */
  fetchRequests: { thread: FetchRequestRow | undefined; older: FetchRequestRow | undefined }
}

/** Reads a window of a thread, and at its end all that waits to be sent. Outbox first, then mirror (O6). */
export async function readThread(
  workspace: Workspace,
  chatId: string,
  limit: number,
  until: string | null = null,
): Promise<ThreadReading> {
  const readAt = performance.now()
  const operations = await readLane(workspace.outbox, chatId)
  const mirrored = await readMirrored(workspace.mirror, chatId, limit, until)
  return layOver(workspace, { limit, until }, operations, mirrored, readAt)
}

/** What is mirrored of a window of a thread. */
export interface MirroredThread extends Pick<ThreadReading, 'newerUntil' | 'thread' | 'fetchRequests'> {
  chat: Chat | null
  /** One more than the window's limit, where there are as many. */
  found: readonly MirrorMessage[]
}

/** A window of a thread with what waits to be sent in its chat. */
export function layOver(
  workspace: Workspace,
  window: ThreadWindow,
  operations: Operation[],
  { chat, thread, found, newerUntil, fetchRequests }: MirroredThread,
  readAt: number,
): ThreadReading {
  return {
    readAt,
    window,
    newerUntil,
    chat: chat && overlayChat(chat, operations, readMe(workspace)),
    serverChat: chat,
    entries: mergeThread(found.slice(-window.limit), window.until === null ? operations : []),
    operations,
    thread,
    hasOlderMirrored: found.length > window.limit,
    fetchRequests,
  }
}

/** Of one moment, and in one transaction: opening one costs more than what is read in it. One more message than `limit`. */
function readMirrored(
  mirror: MirrorDatabase,
  chatId: string,
  limit: number,
  until: string | null,
): PromiseLike<MirroredThread> {
  const { chats, threads, fetchRequests, messages } = mirror
  return mirror.transaction('r', [chats, threads, fetchRequests, messages], async () => {
    const [row, thread, wantThread, wantOlder] = await Promise.all([
      chats.get(chatId),
      readThreadRow(mirror, chatId),
      readFetchRequest(mirror, { kind: 'thread', chatId }),
      readFetchRequest(mirror, { kind: 'older', chatId }),
    ])
    const { historyFrom } = thread
    const found =
      historyFrom === null ? [] : await readNewestMessages(mirror, chatId, historyFrom, limit + 1, until)
    const newerUntil = until === null ? undefined : await readTimeAfter(mirror, chatId, until, THREAD_STEP)
    const fetchRequests = { thread: wantThread, older: wantOlder }
    return { chat: row?.chat ?? null, thread, found, newerUntil, fetchRequests }
  })
}

/** Where a message stands in its thread. */
export type MessagePlace =
  | { type: 'here'; window: ThreadWindow }
  /** Not among the unbroken messages (I10). `ask`: what brings it nearer; null while that is asked for. */
  | { type: 'earlier'; ask: FetchRequest | null }
  /** The environment does not have it in this chat. */
  | { type: 'nowhere' }

/** Finds a message in its thread, with the window around it. */
export async function readPlace(
  { mirror }: Workspace,
  chatId: string,
  messageId: string,
): Promise<MessagePlace> {
  const [row, thread] = await Promise.all([mirror.messages.get(messageId), readThreadRow(mirror, chatId)])
  if (!row) return readWay(mirror, { kind: 'message', chatId, messageId })
  if (row.chatId !== chatId) return { type: 'nowhere' }
  if (thread.historyFrom === null || row.createdAt < thread.historyFrom) {
    return thread.isComplete ? { type: 'nowhere' } : readWay(mirror, { kind: 'older', chatId })
  }
  const until = await readTimeAfter(mirror, chatId, row.createdAt, THREAD_STEP)
  return { type: 'here', window: { until, limit: 2 * THREAD_STEP } }
}

async function readWay(mirror: MirrorDatabase, ask: FetchRequest): Promise<MessagePlace> {
  const request = await readFetchRequest(mirror, ask)
  if (request?.problem === 'not-found' || request?.problem === 'refused') return { type: 'nowhere' }
  return { type: 'earlier', ask: request ? null : ask }
}

/** The environment's messages in its order, then what is not yet among them, in its own. */
export function mergeThread(
  messages: readonly MirrorMessage[],
  operations: readonly Operation[],
): ThreadEntry[] {
  const arrived = new Set(messages.map((row) => row.operationId))
  const ids = new Set(messages.map((row) => row.id))
  const waiting = operations.filter(
    (operation) => !arrived.has(operation.id) && !(operation.boundTo !== null && ids.has(operation.boundTo)),
  )
  const boundTo = new Map(
    operations.flatMap(({ id, boundTo: message }) => (message ? [[message, id] as const] : [])),
  )
  return [
    ...messages.map((row): ThreadEntry => {
      const operationId = row.operationId === '' ? boundTo.get(row.id) : row.operationId
      return { type: 'message', key: operationId ?? row.id, message: row.message }
    }),
    ...waiting.map((operation): ThreadEntry => {
      return { type: 'operation', key: operation.id, operation, place: placeInLane(operation, operations) }
    }),
  ]
}
