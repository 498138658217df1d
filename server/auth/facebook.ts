import * as v from 'valibot'
import { ApiError, failUnavailable } from '../errors.ts'
import type { Settings } from '../settings-types.ts'
import { readEnvironments } from '../environments.ts'

const GRAPH_TIMEOUT_MS = 5_000
const RETRY_AFTER_SECONDS = 5
const graphObjectSchema = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)) })

/**
 * Asks the social network for which app a token was issued and to whom (CONTRACT section 3).
 *
 * @returns the person's id with the network.
 * @throws ApiError 401 `social_rejected` for a token of another app or none, 503 where the network gives no answer.
 */
export async function identifyFacebookUser(
  settings: Pick<Settings, 'facebookGraphUrl' | 'environmentsFile'>,
  token: string,
): Promise<string> {
  // Ours are the apps whose button a console may show: those that the environments list names (CONTRACT section 7).
  const ourApps = readEnvironments(settings.environmentsFile).flatMap((entry) => entry.facebookAppId ?? [])
  if (token === '' || ourApps.length === 0) throw failSocialRejected()
  const app = await askGraph(settings.facebookGraphUrl, 'app', token)
  if (!ourApps.includes(app)) throw failSocialRejected()
  return askGraph(settings.facebookGraphUrl, 'me', token)
}

export function failSocialRejected(): ApiError {
  return new ApiError(
    401,
    'social_rejected',
    'Can not authorise you view Facebook. Your account may not be allowed in here yet.',
  )
}

async function askGraph(baseUrl: string, node: 'app' | 'me', token: string): Promise<string> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(`${baseUrl}/${node}?fields=id`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(GRAPH_TIMEOUT_MS),
    })
    body = await response.json()
  } catch {
    throw failUnavailable('Facebook does not answer. Please try again.', RETRY_AFTER_SECONDS)
  }
  if (response.status >= 500) {
    throw failUnavailable('Facebook does not answer. Please try again.', RETRY_AFTER_SECONDS)
  }
  const parsed = v.safeParse(graphObjectSchema, body)
  if (!response.ok || !parsed.success) throw failSocialRejected()
  return parsed.output.id
}
