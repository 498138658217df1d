import { postTwilioMessage, TWILIO_TIMEOUT_MS, type TwilioAccount } from '../outgoing/twilio-account.ts'
import type { SmsProvider } from './sms-sender.ts'

/** Alerts by SMS through Twilio. A cut line may send one twice: an alert that comes twice is better than none. */
export function createTwilio(account: TwilioAccount & { timeoutMs?: number | undefined }): SmsProvider {
  const { timeoutMs = TWILIO_TIMEOUT_MS } = account
  return {
    async sendSms(to, text, stopped) {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
      const fields: [string, string][] = [
        ['To', to],
        ['Body', text],
      ]
      const answer = await postTwilioMessage(account, fields, signal)
      switch (answer.kind) {
        case 'accepted':
          return { kind: 'sent' }
        case 'doubt':
          return { kind: 'later', reason: answer.reason, afterSeconds: null }
        case 'later':
        case 'refused':
          return answer
      }
    },
  }
}
