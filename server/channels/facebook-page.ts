import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { describeSilence, isLater, isUnsent, readAs, readRetryAfter } from '../outgoing/answers.ts'
import { shorten } from '../text.ts'
import type { ChannelOutcome } from './channel.ts'
import { WINDOW_CLOSED } from './facebook-window.ts'

/** The hotel's page, and the app by which we write as it. */
export interface FacebookPage {
  /** Of the graph, without a trailing slash. */
  graphUrl: string
  pageToken: string
  appSecret: string
}

const WORDS_MAX_CHARS = 200
const sentSchema = v.object({ message_id: v.string() })
const problemSchema = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    code: v.optional(v.number()),
    error_subcode: v.optional(v.number()),
    is_transient: v.optional(v.boolean(), false),
  }),
})
const profileSchema = v.object({
  first_name: v.optional(v.string(), ''),
  last_name: v.optional(v.string(), ''),
})

/** Too many calls, or a fault of Facebook's own: the same may succeed later. */
const LATER_CODES = [1, 2, 4, 17, 32, 341, 613, 1200]
const WINDOW_SUBCODES = [2018278, 2018065]

/** Facebook's errors that somebody can do something about, in words. */
const WORDS: Record<number, string> = {
  190: 'Facebook refused FACEBOOK_PAGE_TOKEN',
  200: 'the app may not write as this page',
  551: 'the guest takes no messages at the moment',
}

/** Sends one message as the page: JSON, or a form where a file goes with it. */
export async function postPageMessage(
  page: FacebookPage,
  body: Record<string, unknown> | FormData,
  signal: AbortSignal,
): Promise<ChannelOutcome> {
  const isForm = body instanceof FormData
  try {
    const response = await fetch(writeUrl(page, 'me/messages'), {
      method: 'POST',
      headers: {
        ...describeSignIn(page),
        // A connection of its own: one that was kept may be closed at that moment, which could not be told from a lost answer.
        connection: 'close',
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    return readAnswer(response.status, response.headers.get('retry-after'), await response.text())
  } catch (error) {
    const reason = describeSilence('Facebook', error)
    return isUnsent(error) ? { kind: 'later', reason, afterSeconds: null } : { kind: 'doubt', reason }
  }
}

/** What a guest is called on Facebook; null where it does not say, which is no failure: it depends on what the app may ask. */
export async function readProfileName(
  page: FacebookPage,
  guestId: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const url = writeUrl(page, encodeURIComponent(guestId))
    url.searchParams.set('fields', 'first_name,last_name')
    const response = await fetch(url, { headers: describeSignIn(page), redirect: 'error', signal })
    if (!response.ok) return null
    const { first_name: first, last_name: last } = v.parse(profileSchema, await response.json())
    return `${first} ${last}`.trim() || null
  } catch {
    return null
  }
}

/** `appsecret_proof` shows that the call is the app's own, and not of somebody who has found the token. */
function writeUrl({ graphUrl, appSecret, pageToken }: FacebookPage, path: string): URL {
  const url = new URL(`${graphUrl}/${path}`)
  url.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(pageToken).digest('hex'))
  return url
}

/** Not in the address, which ends up in logs on the way. */
function describeSignIn({ pageToken }: FacebookPage): { authorization: string } {
  return { authorization: `Bearer ${pageToken}` }
}

function readAnswer(status: number, retryAfter: string | null, body: string): ChannelOutcome {
  if (status >= 200 && status < 300) {
    return { kind: 'accepted', providerId: readAs(sentSchema, body)?.message_id ?? null }
  }
  const problem = readAs(problemSchema, body)?.error
  const { code, error_subcode: subcode, message = '', is_transient: isTransient = false } = problem ?? {}
  if (subcode !== undefined && WINDOW_SUBCODES.includes(subcode)) {
    return { kind: 'refused', reason: WINDOW_CLOSED }
  }
  const reason =
    (code === undefined ? undefined : WORDS[code]) ??
    `Facebook answered ${[status, code, shorten(message, WORDS_MAX_CHARS)].filter(Boolean).join(' ')}`
  if (isLater(status) || isTransient || (code !== undefined && LATER_CODES.includes(code))) {
    return { kind: 'later', reason, afterSeconds: readRetryAfter(retryAfter) }
  }
  return { kind: 'refused', reason }
}
