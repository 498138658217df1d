import * as v from 'valibot'
import { failUnavailable } from '../errors.ts'
import type { Settings } from '../settings-types.ts'
import { readEnvironments } from '../environments.ts'
import { TurnQueue } from './turn-queue.ts'

const GRAPH_TIMEOUT_MS = 5_000
const RETRY_AFTER_SECONDS = 5
/** Two questions for each sign-in, over lines that others need too; nobody can be kept from signing in by more of them. */
const queue = new TurnQueue({ running: 8, waiting: 50, waitingOfClient: 10, waitMs: 5_000 })
const graphObjectSchema = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)) })

/**
 * Asks the social network for which app a token was issued and to whom (CONTRACT section 3). `client` as limits see it: who
 * asks much waits for themselves.
 *
 * @returns the person's id with the network; null for a token of another app or none.
 * @throws ApiError 503 where the network gives no answer or too much is asked at once.
 */
export async function identifyFacebookUser(
  settings: Pick<Settings, 'facebookGraphUrl' | 'environmentsFile'>,
  token: string,
  client: string,
): Promise<string | null> {
  // Ours are the apps whose button a console may show: those that the environments list names (CONTRACT section 7).
  const ourApps = readEnvironments(settings.environmentsFile).flatMap((entry) => entry.facebookAppId ?? [])
  if (token === '' || ourApps.length === 0) return null
  return queue.run(client, async () => {
    const app = await askGraph(settings.facebookGraphUrl, 'app', token)
    if (app === null || !ourApps.includes(app)) return null
    return askGraph(settings.facebookGraphUrl, 'me', token)
  })
}

/** An object's id; null where the token is refused. */
async function askGraph(baseUrl: string, node: 'app' | 'me', token: string): Promise<string | null> {
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
  return response.ok && parsed.success ? parsed.output.id : null
}
