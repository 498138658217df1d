import { idSchema } from '#src/contract/lenient.ts'
import {
  dialogsSchema,
  intentSchema,
  intentsSchema,
  questionsSchema,
  type Dialog,
  type Intent,
  type IntentQuestion,
} from '#src/contract/intents.ts'
import type { ApiSession } from './http.ts'
import {
  createRowCalls,
  listRows,
  rowPath,
  versionOf,
  writeRow,
  type VersionedRow,
  type WriteAnswer,
  type WriteOptions,
} from './rows.ts'
import { callAs } from './session-call.ts'

const INTENTS = '/api/luis/intents/'
const QUESTIONS = '/api/luis/questions'
const DIALOG = '/api/luis/dialog/'

const calls = createRowCalls({ path: INTENTS, rows: intentsSchema, row: intentSchema })

/** The list of intents, and the deletion of one; what is changed of one takes several calls, below. */
export const intentCalls = { list: calls.list, remove: calls.remove }

/** Throws ApiError. */
export function fetchIntent(session: ApiSession, id: string): Promise<Intent> {
  return callAs(session, { method: 'GET', path: rowPath(INTENTS, id) }, intentSchema)
}

/** Gives the new one's id. */
export function createIntent(
  session: ApiSession,
  name: string,
  options: WriteOptions,
): Promise<WriteAnswer<string>> {
  return writeRow(session, { method: 'POST', path: INTENTS, json: { name }, ...options }, idSchema)
}

export function renameIntent(
  session: ApiSession,
  intent: VersionedRow,
  name: string,
  options: WriteOptions,
): Promise<WriteAnswer<Intent>> {
  const call = { method: 'PUT', path: rowPath(INTENTS, intent.id), json: { name } } as const
  return writeRow(session, { ...call, ...options, ...versionOf(intent) }, intentSchema)
}

/** `config` is all of what the bot says and does, with `intentId` and `intent` (specification section 3). */
export function saveDialog(
  session: ApiSession,
  intent: VersionedRow,
  config: object,
  options: WriteOptions,
): Promise<WriteAnswer<Intent>> {
  const call = { method: 'POST', path: DIALOG, json: { type: 'luisIntent', config } } as const
  return writeRow(session, { ...call, ...options, ...versionOf(intent) }, intentSchema)
}

/** Adds all of them or none. */
export function addQuestions(
  session: ApiSession,
  texts: readonly string[],
  intentName: string,
  options: WriteOptions,
): Promise<WriteAnswer<IntentQuestion[]>> {
  const json = texts.map((text) => ({ text, intentName }))
  return writeRow(session, { method: 'POST', path: QUESTIONS, json, ...options }, questionsSchema)
}

export function removeQuestion(
  session: ApiSession,
  id: string,
  options: WriteOptions,
): Promise<WriteAnswer<unknown>> {
  const call = { method: 'DELETE', path: rowPath(`${QUESTIONS}/`, id) } as const
  return writeRow(session, { ...call, ...options }, questionsSchema)
}

/** Where an intent may lead on to. Throws ApiError. */
export function fetchDialogs(session: ApiSession, signal: AbortSignal): Promise<Dialog[]> {
  return listRows(session, { method: 'GET', path: '/api/dialogs-list', signal }, dialogsSchema)
}
