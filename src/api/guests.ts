import * as v from 'valibot'
import { fetchFile, type FetchedFile } from './files.ts'
import type { ApiSession } from './http.ts'
import { rowPath, writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'

const PATH = '/api/guests/'
const blockSchema = v.object({ id: v.string(), blocked: v.boolean() })

/** From then on the guest's messages are refused; only where `guests` was announced, as all of these. */
export function blockGuest(
  session: ApiSession,
  guestId: string,
  options: WriteOptions,
): Promise<WriteAnswer<unknown>> {
  return writeRow(
    session,
    { method: 'POST', path: `${rowPath(PATH, guestId)}/block`, ...options },
    blockSchema,
  )
}

/** The guest may write again. */
export function unblockGuest(
  session: ApiSession,
  guestId: string,
  options: WriteOptions,
): Promise<WriteAnswer<unknown>> {
  return writeRow(
    session,
    { method: 'POST', path: `${rowPath(PATH, guestId)}/unblock`, ...options },
    blockSchema,
  )
}

/** Removes the guest with all of their chats. */
export function deleteGuest(
  session: ApiSession,
  guestId: string,
  options: WriteOptions,
): Promise<WriteAnswer<unknown>> {
  return writeRow(session, { method: 'DELETE', path: rowPath(PATH, guestId), ...options }, v.unknown())
}

/** All that is stored of the guest, one JSON document. Throws ApiError. */
export function exportGuest(session: ApiSession, guestId: string, signal: AbortSignal): Promise<FetchedFile> {
  return fetchFile(session, `${rowPath(PATH, guestId)}/export`, signal)
}
