import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import {
  describeMailFailure,
  isForGood,
  mailFailureSchema,
  readDomain,
  type MailFailure,
} from '../outgoing/mail-failures.ts'
import type { AlertMessage, AlertSender, SendOutcome } from './alert-sender.ts'

/** From the look-up of the mail server to its last word. */
const SEND_TIMEOUT_MS = 30_000
/** Of silence, at any point: so much of the whole. */
const SILENCE_SHARE = 0.5
const rejectedSchema = v.object({ rejectedErrors: v.array(mailFailureSchema) })

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
        return readRefusals(v.parse(v.array(mailFailureSchema), rejectedErrors))
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

function readOutcome(error: unknown, to: string[]): SendOutcome {
  const rejected = v.safeParse(rejectedSchema, error)
  if (rejected.success && rejected.output.rejectedErrors.length > 0) {
    return readRefusals(rejected.output.rejectedErrors)
  }
  const parsed = v.safeParse(mailFailureSchema, error)
  const failure = parsed.success ? parsed.output : { message: String(error), code: '' }
  const reason = describeMailFailure(failure)
  return isForGood(failure)
    ? { refused: to.map((address) => ({ to: address, reason })), later: null }
    : { refused: [], later: { to, reason, afterSeconds: null } }
}

/** Where the server said of each recipient what it thinks. */
function readRefusals(failures: MailFailure[]): SendOutcome {
  const [first, ...others] = failures.filter((failure) => !isForGood(failure))
  return {
    refused: failures
      .filter(isForGood)
      .map((failure) => ({ to: failure.recipient ?? '', reason: describeMailFailure(failure) })),
    later: first
      ? {
          to: [first, ...others].flatMap(({ recipient }) => recipient ?? []),
          reason: describeMailFailure(first),
          afterSeconds: null,
        }
      : null,
  }
}
