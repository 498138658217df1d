import type { Table } from 'dexie'
import type { MirrorDatabase, FetchRequest, FetchRequestRow } from './database.ts'

function fetchRequestKey(request: FetchRequest): string {
  switch (request.kind) {
    case 'all-chats':
    case 'reference':
      return request.kind
    case 'message':
      return `message:${request.messageId}`
    case 'file':
      return `file:${request.url}`
    default:
      return `${request.kind}:${request.chatId}`
  }
}

/** Asks the engine for something; asking twice is asking once. Call it inside a write on fetchRequests. */
export async function putFetchRequest(
  mirror: MirrorDatabase,
  request: FetchRequest,
  now: number,
): Promise<void> {
  await mirror.fetchRequests.put({
    key: fetchRequestKey(request),
    request,
    askedAt: now,
    problem: null,
    failures: 0,
    nextAt: 0,
  })
}

/** What failed on the way is due at once. Call it inside a write on fetchRequests. */
export async function makeFetchRequestsDue(mirror: MirrorDatabase): Promise<void> {
  await mirror.fetchRequests
    .filter(({ failures, nextAt }) => failures > 0 && nextAt !== null)
    .modify({ failures: 0, nextAt: 0 })
}

/** Nobody has asked for it again since: its screen is gone. */
const FORGET_AFTER_MS = 24 * 60 * 60_000

/** Removes what no screen waits for any more, except of `openChats`. Call it inside a write on fetchRequests. */
export async function pruneFetchRequests(
  mirror: MirrorDatabase,
  openChats: ReadonlySet<string>,
  now: number,
): Promise<void> {
  await mirror.fetchRequests
    .filter(({ request, askedAt }) => {
      const isOpen = 'chatId' in request && openChats.has(request.chatId)
      // One from the future is of a clock that was set back.
      return !isOpen && Math.abs(now - askedAt) > FORGET_AFTER_MS
    })
    .delete()
}

export async function readFetchRequests(mirror: MirrorDatabase): Promise<FetchRequestRow[]> {
  return mirror.fetchRequests.toArray()
}

/** A table's row, and what became of the wish for it: of one moment, since a row that comes takes its wish away. */
export function readWithFetchRequest<Row>(
  mirror: MirrorDatabase,
  table: Table<Row, string>,
  key: string,
  request: FetchRequest,
): Promise<[Row | undefined, FetchRequestRow | undefined]> {
  return mirror.transaction('r', [table, mirror.fetchRequests], () =>
    Promise.all([table.get(key), readFetchRequest(mirror, request)]),
  )
}

export async function readFetchRequest(
  mirror: MirrorDatabase,
  request: FetchRequest,
): Promise<FetchRequestRow | undefined> {
  return mirror.fetchRequests.get(fetchRequestKey(request))
}
