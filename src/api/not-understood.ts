import {
  dismissedSentencesSchema,
  notUnderstoodSchema,
  usedSentencesSchema,
  type NotUnderstood,
  type SeenSentences,
  type UsedSentences,
} from '#src/contract/not-understood.ts'
import type { ApiSession } from './http.ts'
import { writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'
import { callAs } from './session-call.ts'

const PATH = '/api/luis/not-understood'

/** What the bot did not understand; only where the environment announced it. Throws ApiError. */
export function fetchNotUnderstood(session: ApiSession, signal: AbortSignal): Promise<NotUnderstood> {
  return callAs(session, { method: 'GET', path: PATH, signal }, notUnderstoodSchema)
}

/** Adds the texts to the intent and takes the sentences out of the list: both or neither. */
export function writeUsedSentences(
  session: ApiSession,
  { seen, texts, intentName }: UsedSentences,
  options: WriteOptions,
): Promise<WriteAnswer<{ used: number }>> {
  const json = { ...seen, texts, intentName }
  return writeRow(session, { method: 'POST', path: `${PATH}/use`, json, ...options }, usedSentencesSchema)
}

/** Takes sentences out of the list. */
export function dismissSentences(
  session: ApiSession,
  seen: SeenSentences,
  options: WriteOptions,
): Promise<WriteAnswer<{ dismissed: number }>> {
  const call = { method: 'POST', path: `${PATH}/dismiss`, json: seen } as const
  return writeRow(session, { ...call, ...options }, dismissedSentencesSchema)
}
