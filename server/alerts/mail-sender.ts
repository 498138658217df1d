import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { shorten } from '../text.ts'
import type { AlertMessage, AlertSender, SendOutcome } from './alert-sender.ts'

/** From the look-up of the mail server to its last word. */
const SEND_TIMEOUT_MS = 30_000
/** Of silence, at any point: so much of the whole. */
const SILENCE_SHARE = 0.5
const ANSWER_MAX_CHARS = 200

/** What fails without an answer of the server and fails again: a sign-in, an envelope or a message that can't be. */
const NEVER = ['EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE', 'EREQUIRETLS', 'ECONFIG']
const TIMEOUTS = ['ETIMEDOUT', 'EABORT']

/** How nodemailer describes a failure; `permanent` goes by the class of the server's answer. */
const failureSchema = v.object({
  message: v.string(),
  code: v.optional(v.string(), ''),
  originalCode: v.optional(v.string()),
  response: v.optional(v.string()),
  permanent: v.optional(v.boolean()),
  recipient: v.optional(v.string()),
})
type Failure = v.InferOutput<typeof failureSchema>
const rejectedSchema = v.object({ rejectedErrors: v.array(failureSchema) })

/** Sends by the mail server of SMTP_URL, as MAIL_FROM. */
export function createMailSender({
  smtpUrl,
  mailFrom,
  timeoutMs = SEND_TIMEOUT_MS,
}: {
  smtpUrl: string
  mailFrom: string
  timeoutMs?: number | undefined
}): AlertSender {
  const silenceMs = timeoutMs * SILENCE_SHARE
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: silenceMs,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  })
  return {
    async send(message, to, stopped) {
      try {
        const { rejectedErrors = [] } = await transport.sendMail({
          ...describeMail(message, mailFrom),
          to,
          signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
        })
        return readRefusals(v.parse(v.array(failureSchema), rejectedErrors))
      } catch (error) {
        return readOutcome(error, to)
      }
    },
  }
}

/** One attempt is as the other, its identity too, so that a mailbox that has it already can tell. */
function describeMail({ id, at, subject, text }: AlertMessage, mailFrom: string) {
  return {
    from: mailFrom,
    subject,
    text,
    date: at,
    messageId: `<${id}@${readDomain(mailFrom)}>`,
    // No holiday notice answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The domain of `Harbour Light <alerts@hotel.example>`. */
function readDomain(mailFrom: string): string {
  return /@([^\s<>@]+)/.exec(mailFrom)?.[1] ?? 'bellhop.invalid'
}

function readOutcome(error: unknown, to: string[]): SendOutcome {
  const rejected = v.safeParse(rejectedSchema, error)
  if (rejected.success && rejected.output.rejectedErrors.length > 0) {
    return readRefusals(rejected.output.rejectedErrors)
  }
  const parsed = v.safeParse(failureSchema, error)
  const failure = parsed.success ? parsed.output : { message: String(error), code: '' }
  const reason = describe(failure)
  return isForGood(failure)
    ? { refused: to.map((address) => ({ to: address, reason })), later: null }
    : { refused: [], later: { to, reason, afterSeconds: null } }
}

/** Where the server said of each recipient what it thinks. */
function readRefusals(failures: Failure[]): SendOutcome {
  const [first, ...others] = failures.filter((failure) => !isForGood(failure))
  return {
    refused: failures
      .filter(isForGood)
      .map((failure) => ({ to: failure.recipient ?? '', reason: describe(failure) })),
    later: first
      ? {
          to: [first, ...others].flatMap(({ recipient }) => recipient ?? []),
          reason: describe(first),
          afterSeconds: null,
        }
      : null,
  }
}

function isForGood({ permanent, code }: Failure): boolean {
  return permanent ?? NEVER.includes(code)
}

function describe({ message, code, originalCode, response }: Failure): string {
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
