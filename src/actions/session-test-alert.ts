import { ApiError } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { sendTestPush } from '#src/api/push.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { isLive, readCapabilities } from '#src/db/session/sessions.ts'
import { openLiveSession } from './session-calls.ts'

/** What became of asking for a test alert. */
export type TestOutcome =
  /** On its way to this many devices of the session. */
  | { kind: 'sent'; devices: number }
  /** The environment knows no device of this session. */
  | { kind: 'no-device' }
  | { kind: 'too-many'; retryAfterMs: number }
  | { kind: 'signed-out' }
  | { kind: 'not-offered' }
  | { kind: 'unreachable' }
  /** In the environment's words; null where it had none. */
  | { kind: 'refused'; message: string | null }

/** Asks the environment for a test alert to this session's devices (W4). */
export async function askForTestAlert(
  sessionDb: SessionDatabase,
  target: ApiTarget,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const { origin } = target
  const session = await sessionDb.sessions.get(origin)
  if (!isLive(session)) return { kind: 'signed-out' }
  const capabilities = await readCapabilities(sessionDb, origin)
  if (!capabilities?.push) return { kind: 'not-offered' }
  try {
    const api = openLiveSession(sessionDb, target, session, capabilities)
    const { devices } = await sendTestPush(api, signal)
    return { kind: 'sent', devices }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return readOutcome(error.failure)
  }
}

function readOutcome(failure: ApiError['failure']): TestOutcome {
  switch (failure.kind) {
    case 'unauthorized':
      return { kind: 'signed-out' }
    case 'busy':
      return failure.status === 429
        ? { kind: 'too-many', retryAfterMs: failure.retryAfterMs }
        : { kind: 'unreachable' }
    case 'refused':
      return failure.status === 404
        ? { kind: 'no-device' }
        : { kind: 'refused', message: failure.body?.message ?? null }
    case 'unreachable':
    case 'unexpected-responder':
    case 'server':
    case 'aborted':
      return { kind: 'unreachable' }
  }
}
