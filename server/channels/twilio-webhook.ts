import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import type { ServerContext } from '../context.ts'
import { describeSignIn, describeTwilioError, TWILIO_API_URL } from '../outgoing/twilio-account.ts'
import { hasEvent, type ReceiptStatus } from '../store/channels/provider-events.ts'
import { fetchFile } from './fetch-file.ts'
import { readOptOut } from './opt-out.ts'
import { takeReceipt } from './receipts.ts'
import { receiveMessage, type IncomingMessage } from './receive-message.ts'

/** A form of Twilio's, as it came. */
export type TwilioForm = URLSearchParams

export interface TwilioHook {
  accountSid: string
  authToken: string
  apiUrl: string
  publicUrl: string
}

/** More than an MMS may hold. */
const MEDIA_MAX = 10
/** Twilio's words for what becomes of a message; others are steps on its way here. */
const STATUSES: Record<string, ReceiptStatus> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}
const FAILED = 'Twilio could not deliver it'

/** What Twilio's webhook needs; null where SMS is not set up, or nobody knows the address that Twilio signs. */
export function readTwilioHook({ settings }: Pick<ServerContext, 'settings'>): TwilioHook | null {
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioFrom: from, publicUrl } = settings
  if (accountSid === null || authToken === null || from === null || publicUrl === null) return null
  return { accountSid, authToken, apiUrl: settings.twilioApiUrl ?? TWILIO_API_URL, publicUrl }
}

/** Whether Twilio has signed this form for this path, with its query as it came. */
export function isTwilioSigned(hook: TwilioHook, signature: string, path: string, form: TwilioForm): boolean {
  const fields: Record<string, string | string[]> = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    fields[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  // A request's target may be a whole address of anybody's making, which is none behind ours: Twilio's library would throw.
  const address = `${hook.publicUrl}${path}`
  return URL.canParse(address) && validateRequest(hook.authToken, signature, address, fields)
}

/** Takes what a signed form says: a guest's message, or what became of one of ours. False: it is neither. */
export async function takeTwilioForm(
  ctx: Pick<ServerContext, 'store' | 'commitChanges' | 'attachments'>,
  hook: TwilioHook,
  form: TwilioForm,
  messageId: string | null,
): Promise<boolean> {
  const providerId = form.get('MessageSid') ?? form.get('SmsSid')
  if (!providerId) return false
  const word = form.get('MessageStatus')
  if (word !== null) {
    const status = STATUSES[word]
    if (status === undefined) return true
    const code = Number(form.get('ErrorCode') ?? '')
    const reason = status !== 'failed' ? null : code > 0 ? describeTwilioError(code) : FAILED
    const address = form.get('To')
    await takeReceipt(ctx, { channel: 'sms', providerId, messageId, address, status, reason })
    return true
  }
  const address = form.get('From')
  if (!address) return false
  if (await hasEvent(ctx.store.db, 'sms', providerId)) return true
  const text = form.get('Body') ?? ''
  const media = await fetchMedia(ctx, hook, form)
  await receiveMessage(ctx, {
    channel: 'sms',
    address,
    eventId: providerId,
    text,
    ...media,
    optOut: readOptOut(text),
    name: address,
  })
  return true
}

async function fetchMedia(
  { attachments }: Pick<ServerContext, 'attachments'>,
  hook: TwilioHook,
  form: TwilioForm,
): Promise<Pick<IncomingMessage, 'files' | 'problems'>> {
  const found: Pick<IncomingMessage, 'files' | 'problems'> = { files: [], problems: [] }
  for (let index = 0; index < MEDIA_MAX; index += 1) {
    const address = form.get(`MediaUrl${index}`)
    if (address === null) break
    const url = URL.canParse(address) ? new URL(address) : null
    // The account's sign-in goes to Twilio alone.
    if (url?.origin !== new URL(hook.apiUrl).origin) {
      found.problems.push('it is not where Twilio keeps files')
      continue
    }
    const file = await fetchFile(attachments, url, { authorization: describeSignIn(hook) })
    if ('problem' in file) found.problems.push(file.problem)
    else found.files.push(file)
  }
  return found
}
