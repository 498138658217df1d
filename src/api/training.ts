import * as v from 'valibot'
import { trySentenceSchema, type TriedSentence } from '#src/contract/try-sentence.ts'
import { botStatusSchema, trainingSchema, type BotStatus, type Training } from '#src/contract/intents.ts'
import type { ApiSession } from './http.ts'
import { writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'
import { callAs } from './session-call.ts'

const TRAIN = '/api/luis/train/'
/** What is published, and where (specification section 7). */
const PUBLISHED = { versionId: '0.1', isStaging: false }

/** Throws ApiError. */
export function fetchBotStatus(session: ApiSession, signal: AbortSignal): Promise<BotStatus> {
  return callAs(session, { method: 'GET', path: '/api/luis/status/', signal }, botStatusSchema)
}

/** Begins to train; how far it is tells `fetchTraining`. */
export function startTraining(session: ApiSession, options: WriteOptions): Promise<WriteAnswer<unknown>> {
  return writeRow(session, { method: 'POST', path: TRAIN, json: {}, ...options }, v.unknown())
}

/** How far the training of each intent is. Throws ApiError. */
export function fetchTraining(session: ApiSession, signal: AbortSignal): Promise<Training> {
  return callAs(session, { method: 'GET', path: TRAIN, signal }, trainingSchema)
}

/** Lets what was trained last answer the guests. */
export function publishTraining(session: ApiSession, options: WriteOptions): Promise<WriteAnswer<unknown>> {
  const call = { method: 'POST', path: '/api/luis/publish/', json: PUBLISHED } as const
  return writeRow(session, { ...call, ...options }, v.unknown())
}

/** What the bot would make of a sentence; only where the environment announced it. Throws ApiError. */
export function fetchTriedSentence(
  session: ApiSession,
  text: string,
  signal: AbortSignal,
): Promise<TriedSentence> {
  return callAs(session, { method: 'POST', path: '/api/luis/try', json: { text }, signal }, trySentenceSchema)
}
