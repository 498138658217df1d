import * as v from 'valibot'
import { shorten } from '../text.ts'

const ANSWER_MAX_CHARS = 200

/** What fails without an answer of the server and fails again: a sign-in, an envelope or a message that can't be. */
const NEVER = ['EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE', 'EREQUIRETLS', 'ECONFIG']
const TIMEOUTS = ['ETIMEDOUT', 'EABORT']

/** How nodemailer describes a failure; `permanent` goes by the class of the server's answer. */
export const mailFailureSchema = v.object({
  message: v.string(),
  code: v.optional(v.string(), ''),
  originalCode: v.optional(v.string()),
  response: v.optional(v.string()),
  permanent: v.optional(v.boolean()),
  recipient: v.optional(v.string()),
})
export type MailFailure = v.InferOutput<typeof mailFailureSchema>

/** The domain of `Harbour Light <alerts@hotel.example>`. */
export function readDomain(mailFrom: string): string {
  return /@([^\s<>@]+)/.exec(mailFrom)?.[1] ?? 'bellhop.invalid'
}

/** Whether the same would fail again at any time. */
export function isForGood({ permanent, code }: MailFailure): boolean {
  return permanent ?? NEVER.includes(code)
}

/** In words for an admin. */
export function describeMailFailure({ message, code, originalCode, response }: MailFailure): string {
  if (response !== undefined) {
    const answer = shorten(response, ANSWER_MAX_CHARS)
    return code === 'EAUTH'
      ? `the mail server refused the sign-in of SMTP_URL: ${answer}`
      : `the mail server answered ${answer}`
  }
  if (TIMEOUTS.includes(code)) return 'the mail server did not answer in time'
  if (NEVER.includes(code)) return `the mail can not be sent: ${shorten(message, ANSWER_MAX_CHARS)}`
  return `the mail server can not be reached (${originalCode ?? shorten(message, ANSWER_MAX_CHARS)})`
}
