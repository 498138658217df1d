import * as v from 'valibot'
import { shorten } from '../text.ts'
import { describeSilence, isLater, isUnsent, readAs, readRetryAfter } from './answers.ts'

export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** A number as E.164, a short code, a sender's name, or the id of a messaging service. */
  from: string
  /** Without a trailing slash. */
  apiUrl: string
}

/** What Twilio made of an SMS; `doubt`: the request may have reached it, and no answer came. */
export type TwilioAnswer =
  | { kind: 'accepted'; providerId: string | null }
  | { kind: 'later'; reason: string; afterSeconds: number | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'doubt'; reason: string }

export const TWILIO_API_URL = 'https://api.twilio.com'
/** For how long Twilio's answer is waited for. */
export const TWILIO_TIMEOUT_MS = 15_000
const WORDS_MAX_CHARS = 200
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i

const messageSchema = v.object({ sid: v.string() })
/** A refusal: `code` is in Twilio's list of errors, `message` in its own words. */
const problemSchema = v.object({ code: v.optional(v.number()), message: v.optional(v.string(), '') })

/** Twilio's errors that somebody can do something about, in words. */
const WORDS: Record<number, string> = {
  20003: 'Twilio refused the sign-in of TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  20404: 'Twilio does not know the account of TWILIO_ACCOUNT_SID',
  21211: 'it is no telephone number that Twilio knows',
  21212: 'TWILIO_FROM is no number or sender that Twilio knows',
  21408: 'the Twilio account may not send to that country',
  21606: 'TWILIO_FROM can not send SMS to that number',
  21608: 'the Twilio account is a trial, which sends to verified numbers only',
  21610: 'its owner has asked for no more SMS from this sender',
  21612: 'Twilio can not reach that number from TWILIO_FROM',
  21614: 'it is no mobile number',
  21617: 'it is longer than the 1,600 characters that an SMS may have',
  21660: 'TWILIO_FROM does not belong to the Twilio account',
  30003: 'the phone is switched off or out of reach',
  30004: 'the phone or its network blocks messages of this sender',
  30005: 'the number does not exist or is out of service',
  30006: 'it is a landline or a network that takes no SMS',
  30007: 'the network took it for spam',
  30008: 'the network could not deliver it and does not say why',
}
/** Too much at once for the account or the sender, which Twilio answers with different statuses. */
const LATER_CODES = [20429, 21611, 63038]

/**
 * Sends an SMS by Twilio's REST API: one form for each. It knows no repeats, so that what is in doubt can't be repeated
 * without the danger of sending it twice. `fields` beside sender and account, with names in order of the form.
 */
export async function postTwilioMessage(
  account: TwilioAccount,
  fields: [name: string, value: string][],
  signal: AbortSignal,
): Promise<TwilioAnswer> {
  const { accountSid, apiUrl } = account
  const authorization = describeSignIn(account)
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A connection of its own: one that was kept may be closed at that moment, which could not be told from a lost answer.
      headers: { authorization, accept: 'application/json', connection: 'close' },
      body: new URLSearchParams([...fields, describeSender(account)]),
      redirect: 'manual',
      signal,
    })
    return readAnswer(response.status, response.headers.get('retry-after'), await response.text())
  } catch (error) {
    const reason = describeSilence('Twilio', error)
    return isUnsent(error) ? { kind: 'later', reason, afterSeconds: null } : { kind: 'doubt', reason }
  }
}

/** The header with which its calls and its files are asked for. */
export function describeSignIn({
  accountSid,
  authToken,
}: Pick<TwilioAccount, 'accountSid' | 'authToken'>): string {
  return `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
}

/** One of Twilio's errors in words. */
export function describeTwilioError(code: number): string {
  return WORDS[code] ?? `Twilio says ${code}`
}

function describeSender({ from }: TwilioAccount): [string, string] {
  return [MESSAGING_SERVICE.test(from) ? 'MessagingServiceSid' : 'From', from]
}

function readAnswer(status: number, retryAfter: string | null, body: string): TwilioAnswer {
  if (status >= 200 && status < 300) {
    const message = readAs(messageSchema, body)
    return { kind: 'accepted', providerId: message?.sid ?? null }
  }
  // A proxy on the way may have answered, not Twilio.
  const { code, message } = readAs(problemSchema, body) ?? { message: '' }
  const reason =
    (code === undefined ? undefined : WORDS[code]) ??
    (status === 401 ? WORDS[20003] : undefined) ??
    `Twilio answered ${[status, code, shorten(message, WORDS_MAX_CHARS)].filter(Boolean).join(' ')}`
  if (isLater(status) || (code !== undefined && LATER_CODES.includes(code))) {
    return { kind: 'later', reason, afterSeconds: readRetryAfter(retryAfter) }
  }
  return { kind: 'refused', reason }
}
