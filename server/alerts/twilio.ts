import * as v from 'valibot'
import { describeFailure, isLater, readRetryAfter } from '../outgoing/answers.ts'
import { shorten } from '../text.ts'
import type { SmsOutcome, SmsProvider } from './sms-sender.ts'

export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** A number as E.164, a short code, a sender's name, or the id of a messaging service. */
  from: string
  /** Without a trailing slash. */
  apiUrl: string
  timeoutMs?: number | undefined
}

export const TWILIO_API_URL = 'https://api.twilio.com'
const SEND_TIMEOUT_MS = 15_000
const WORDS_MAX_CHARS = 200
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i

/** A refusal: `code` is in Twilio's list of errors, `message` in its own words. */
const problemSchema = v.object({ code: v.optional(v.number()), message: v.optional(v.string(), '') })

/** Twilio's errors that an admin can do something about, in words. */
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
  21660: 'TWILIO_FROM does not belong to the Twilio account',
}
/** Too much at once for the account or the sender, which Twilio answers with different statuses. */
const LATER_CODES = [20429, 21611, 63038]

/** SMS through Twilio's REST API: one form for each. It knows no repeats, so a cut line may send one twice. */
export function createTwilio(account: TwilioAccount): SmsProvider {
  const { accountSid, authToken, apiUrl, timeoutMs = SEND_TIMEOUT_MS } = account
  const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async sendSms(to, text, stopped) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: to, Body: text, ...describeSender(account) }),
          redirect: 'manual',
          signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
        })
        return readOutcome(response.status, response.headers.get('retry-after'), await response.text())
      } catch (error) {
        return { kind: 'later', reason: describeSilence(error), afterSeconds: null }
      }
    },
  }
}

function describeSender({ from }: TwilioAccount): Record<string, string> {
  return MESSAGING_SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }
}

function readOutcome(status: number, retryAfter: string | null, body: string): SmsOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const { code, message } = readProblem(body)
  const reason =
    (code === undefined ? undefined : WORDS[code]) ??
    (status === 401 ? WORDS[20003] : undefined) ??
    `Twilio answered ${[status, code, shorten(message, WORDS_MAX_CHARS)].filter(Boolean).join(' ')}`
  if (isLater(status) || (code !== undefined && LATER_CODES.includes(code))) {
    return { kind: 'later', reason, afterSeconds: readRetryAfter(retryAfter) }
  }
  return { kind: 'refused', reason }
}

function readProblem(body: string): v.InferOutput<typeof problemSchema> {
  try {
    return v.parse(problemSchema, JSON.parse(body))
  } catch {
    // A proxy on the way has answered, not Twilio.
    return { message: '' }
  }
}

function describeSilence(error: unknown): string {
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) {
    return 'Twilio did not answer in time'
  }
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return `Twilio can not be reached (${describeFailure(cause)})`
}
