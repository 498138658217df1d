import { postTwilioMessage, TWILIO_TIMEOUT_MS, type TwilioAccount } from '../outgoing/twilio-account.ts'
import { limitCall, type Channel } from './channel.ts'

/** Where Twilio tells what guests write and what becomes of SMS; a part of what it signs. */
export const TWILIO_WEBHOOK = '/api/channels/twilio'

/**
 * SMS and MMS of chats by Twilio. Where it can reach this server, it is asked to tell what becomes of each, under the id of the
 * message, so that also one whose answer was lost is settled.
 */
export function createSmsChannel(
  account: TwilioAccount,
  { publicUrl, timeoutMs = TWILIO_TIMEOUT_MS }: { publicUrl: string | null; timeoutMs?: number | undefined },
): Channel {
  return {
    async send({ to, text, attachments, deliveryId, stopped }) {
      const urls = attachments.flatMap(({ url }) => url ?? [])
      if (urls.length < attachments.length) {
        return { kind: 'refused', reason: 'files go out by SMS only where PUBLIC_URL is set' }
      }
      const fields: [string, string][] = [['To', to]]
      if (text !== '') fields.push(['Body', text])
      for (const url of urls) fields.push(['MediaUrl', url])
      if (publicUrl !== null) {
        const message = encodeURIComponent(deliveryId)
        fields.push(['StatusCallback', `${publicUrl}${TWILIO_WEBHOOK}?message=${message}`])
      }
      return limitCall(stopped, timeoutMs, (signal) => postTwilioMessage(account, fields, signal))
    },
  }
}
