import { authAnswerSchema } from '#src/contract/auth.ts'
import { callEnvironment, callFor, type ApiTarget } from './http.ts'

export interface Credentials {
  username: string
  password: string
  /** A stored token, the social network's for a social sign-in, or '' if none (specification section 7). */
  token: string
}

/** Signs in, by POST where the environment offers it, so that no password stands in an address. Throws ApiError. */
export function signIn(target: ApiTarget, credentials: Credentials, canPost: boolean) {
  const fields = { username: credentials.username, password: credentials.password, token: credentials.token }
  return callFor(
    target,
    canPost
      ? { method: 'POST', path: '/api/auth', json: fields }
      : { method: 'GET', path: '/api/auth', query: fields, hasContractBodies: false },
    authAnswerSchema,
  )
}

/** Ends a session on the server. Throws ApiError; 401 means that it has ended already. */
export async function signOut(target: ApiTarget, token: string): Promise<void> {
  await callEnvironment(target, { method: 'DELETE', path: '/api/auth', token })
}
