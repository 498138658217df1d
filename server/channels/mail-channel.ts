import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { describeMailFailure, isForGood, mailFailureSchema, readDomain } from '../outgoing/mail-failures.ts'
import { limitCall, type Channel, type ChannelOutcome, type OutgoingFile } from './channel.ts'

/** From the look-up of the mail server to its last word. */
const SEND_TIMEOUT_MS = 30_000
/** Of silence, at any point: so much of the whole. */
const SILENCE_SHARE = 0.5

const rejectedSchema = v.object({ rejectedErrors: v.pipe(v.array(mailFailureSchema), v.minLength(1)) })
const sentSchema = v.object({ messageId: v.string() })
/** The library's line when the whole mail, with the dot that ends it, was handed to the connection. */
const handedOverSchema = v.object({ tnx: v.literal('message') })

export interface MailAccount {
  smtpUrl: string
  mailFrom: string
  /** What the hotel is called, for the subject. */
  place: string
  timeoutMs?: number | undefined
}

/** E-mail of chats, by the mail server of SMTP_URL as MAIL_FROM. */
export function createMailChannel(account: MailAccount): Channel {
  const { smtpUrl, mailFrom, place, timeoutMs = SEND_TIMEOUT_MS } = account
  const silenceMs = timeoutMs * SILENCE_SHARE
  return {
    async send({ to, text, attachments, deliveryId, chatId, stopped }) {
      const files = await readFiles(attachments)
      if (files === null) return { kind: 'refused', reason: 'a file of it is missing' }
      // A mail server takes a mail with its last dot: before that a cut connection leaves no doubt.
      let isHandedOver = false
      const transport = createTransport({
        url: smtpUrl,
        dnsTimeout: silenceMs,
        connectionTimeout: silenceMs,
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
        logger: {
          info(entry: unknown) {
            if (v.is(handedOverSchema, entry)) isHandedOver = true
          },
        },
      })
      const domain = readDomain(mailFrom)
      return limitCall(stopped, timeoutMs, async (signal) => {
        try {
          const sent: unknown = await transport.sendMail({
            from: mailFrom,
            to,
            subject: `Message from ${place}`,
            text,
            attachments: files,
            messageId: `<${deliveryId}@${domain}>`,
            // All of a chat is one conversation in the mailbox.
            references: `<chat-${chatId}@${domain}>`,
            disableFileAccess: true,
            disableUrlAccess: true,
            signal,
          })
          return readSent(sent)
        } catch (error) {
          return readFailure(error, isHandedOver)
        }
      })
    },
  }
}

async function readFiles(attachments: OutgoingFile[]) {
  const files: { filename: string; contentType: string; content: Buffer }[] = []
  for (const { name, contentType, read } of attachments) {
    const bytes = await read()
    if (bytes === null) return null
    files.push({ filename: name, contentType, content: Buffer.from(bytes) })
  }
  return files
}

function readSent(sent: unknown): ChannelOutcome {
  const message = v.safeParse(sentSchema, sent)
  return { kind: 'accepted', providerId: message.success ? message.output.messageId : null }
}

function readFailure(error: unknown, isHandedOver: boolean): ChannelOutcome {
  const rejected = v.safeParse(rejectedSchema, error)
  const parsed = v.safeParse(mailFailureSchema, rejected.success ? rejected.output.rejectedErrors[0] : error)
  const failure = parsed.success ? parsed.output : { message: String(error), code: '' }
  const reason = describeMailFailure(failure)
  if (isForGood(failure)) return { kind: 'refused', reason }
  if (isHandedOver && failure.response === undefined) return { kind: 'doubt', reason }
  return { kind: 'later', reason, afterSeconds: null }
}
