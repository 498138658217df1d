import { createHash } from 'node:crypto'
import { request, type RequestOptions } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import webPush from 'web-push'
import type { PushPayload } from '#src/contract/push.ts'
import { describeFailure, isLater, readRetryAfter } from '../outgoing/answers.ts'
import { HostRefusedError, resolvePublic, type AddressPolicy } from './resolve-host.ts'
import type { PushTraits } from './traits.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** What became of a push. */
export type SendOutcome =
  | { kind: 'delivered' }
  /** The subscription is no more (404, 410). */
  | { kind: 'gone' }
  /** Not now; `afterSeconds` is the push service's wish, null where it has none. */
  | { kind: 'later'; reason: string; afterSeconds: number | null }
  /** Never, in this form. */
  | { kind: 'refused'; reason: string }

/** How this environment sends. */
export interface Sender {
  keys: VapidKeys
  /** Who is asked when a push service has a complaint: `mailto:` or `https:` (RFC 8292). */
  subject: string
  addresses: AddressPolicy
  /** The certificates to trust, in PEM, in place of the system's. */
  ca?: string | undefined
}

export interface Push {
  subscription: { endpoint: string; p256dh: string; auth: string }
  payload: PushPayload
  /** For how long the push service keeps it for a device that is away. */
  ttlSeconds: number
  urgency: PushTraits['urgency']
}

/** From the look-up of its host to the first line of the answer. */
const SEND_TIMEOUT_MS = 10_000
const HTTPS_PORT = 443
/** RFC 8030: at most so many characters of base64url. */
const TOPIC_CHARS = 32
const HTTP_GONE = [404, 410]

/**
 * Encrypts and sends one push. The host is looked up and checked now, and the connection goes to the address that was
 * checked, so that a name which points elsewhere since it was put reaches nothing of the house (CONTRACT section 2).
 * Redirects are not followed. Never throws for what the other side does.
 */
export async function sendPush(sender: Sender, push: Push, stopped: AbortSignal): Promise<SendOutcome> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(SEND_TIMEOUT_MS)])
  try {
    const addresses = await resolvePublic(push.subscription.endpoint, sender.addresses)
    const answer = await post(sender, push, addresses, signal)
    return readOutcome(answer)
  } catch (error) {
    if (error instanceof HostRefusedError && error.reason === 'private') {
      return { kind: 'refused', reason: error.message }
    }
    return { kind: 'later', reason: describeFailure(error), afterSeconds: null }
  }
}

interface Answer {
  status: number
  retryAfter: string | undefined
}

function post(sender: Sender, push: Push, addresses: string[], signal: AbortSignal): Promise<Answer> {
  const { subscription, payload, ttlSeconds, urgency } = push
  const { endpoint, p256dh, auth } = subscription
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      TTL: ttlSeconds,
      urgency,
      topic: writeTopic(payload.tag),
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: sender.subject, ...sender.keys },
    },
  )
  const url = new URL(endpoint)
  const options: RequestOptions = {
    method: 'POST',
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? HTTPS_PORT : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: details.headers,
    // A connection of its own: a pooled one may lead to an address that was checked for another endpoint.
    agent: false,
    lookup: createLookup(addresses),
    signal,
    ...(sender.ca === undefined ? {} : { ca: sender.ca }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      // Nothing of the body matters, and it may have no end.
      response.destroy()
    })
    outgoing.on('error', reject)
    outgoing.end(details.body)
  })
}

/** Gives the addresses that were checked, whatever is asked. */
function createLookup(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_hostname, options, callback) => {
    const first = found[0]
    if (options.all === true) callback(null, found)
    else if (first) callback(null, first.address, first.family)
  }
}

function readOutcome({ status, retryAfter }: Answer): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (HTTP_GONE.includes(status)) return { kind: 'gone' }
  const reason = `it answered ${status}`
  if (isLater(status)) {
    return { kind: 'later', reason, afterSeconds: readRetryAfter(retryAfter) }
  }
  return { kind: 'refused', reason }
}

/** A topic lets a push service replace what it still keeps for a device; the tag itself is too long, and names a chat. */
function writeTopic(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_CHARS)
}
