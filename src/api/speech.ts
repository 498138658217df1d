import { speechStatusSchema, type SpeechStatus } from '#src/contract/speech.ts'
import { ApiError } from './errors.ts'
import { fetchFile, type FetchedFile } from './files.ts'
import { urlOf, type ApiSession } from './http.ts'
import { rowPath } from './rows.ts'
import { callAs } from './session-call.ts'

/** What is long takes its time to be said, and others may be before it. */
const PREVIEW_PATIENCE_MS = 90_000

/** What an intent says, and where the audio of it is. Throws ApiError. */
export function fetchSpeechStatus(
  session: ApiSession,
  intentId: string,
  signal: AbortSignal,
): Promise<SpeechStatus> {
  const path = rowPath('/api/speech/statusForIntent/', intentId)
  return callAs(session, { method: 'GET', path, signal }, speechStatusSchema)
}

/** Whether there is saved audio of these words. Throws ApiError for any other answer than 200 and 404. */
export async function fetchIsSaved(
  session: ApiSession,
  words: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await fetchFile(session, urlOf(session.target, '/api/speech', { str: words }), signal)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404)
      return false
    throw error
  }
}

/** The audio of words as they would be said now, `audio/mpeg`. Throws ApiError. */
export function fetchPreview(
  session: ApiSession,
  { words, timeZone }: { words: string; timeZone: string },
  signal: AbortSignal,
): Promise<FetchedFile> {
  const query = { str: words, timezone: timeZone }
  const url = urlOf(session.target, '/api/speech/preview', query)
  return fetchFile(session, url, signal, PREVIEW_PATIENCE_MS)
}
