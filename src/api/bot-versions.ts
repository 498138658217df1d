import { botVersionsSchema, type BotVersions } from '#src/contract/bot-versions.ts'
import type { ApiSession } from './http.ts'
import { writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'
import { callAs } from './session-call.ts'

/** The published version and the former one; only where the environment announced it. Throws ApiError. */
export function fetchBotVersions(session: ApiSession, signal: AbortSignal): Promise<BotVersions> {
  return callAs(session, { method: 'GET', path: '/api/luis/versions', signal }, botVersionsSchema)
}

/** Publishes the former version again. */
export function publishFormerVersion(
  session: ApiSession,
  modelId: string,
  options: WriteOptions,
): Promise<WriteAnswer<BotVersions>> {
  const call = { method: 'POST', path: '/api/luis/go-back', json: { modelId } } as const
  return writeRow(session, { ...call, ...options }, botVersionsSchema)
}
