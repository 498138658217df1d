import type { Capabilities } from '#src/contract/capabilities.ts'
import type { ApiSession, ApiTarget } from './http.ts'

/**
 * The session that calls are made under: the only place that makes one. `token` is the one that the call's person had when it
 * was decided (O4); `capabilities` as last announced, null where nothing is known of them. `onUnauthorized` is told the
 * environment's 401 for this token.
 */
export function createApiSession(
  target: ApiTarget,
  token: string,
  capabilities: Pick<Capabilities, 'idempotency'> | null,
  onUnauthorized: () => void,
): ApiSession {
  return { target, token, hasContractBodies: capabilities?.idempotency ?? false, onUnauthorized }
}
