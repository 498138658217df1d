import type { AlertSender, SendOutcome } from './alert-sender.ts'

/** What became of one SMS. */
export type SmsOutcome =
  | { kind: 'sent' }
  | { kind: 'later'; reason: string; afterSeconds: number | null }
  | { kind: 'refused'; reason: string }

/** Whoever carries SMS. Never throws for what the other side does. */
export interface SmsProvider {
  /** `to` as E.164. */
  sendSms(to: string, text: string, stopped: AbortSignal): Promise<SmsOutcome>
}

/** Sends the short form of alerts, one number after another. */
export function createSmsSender(provider: SmsProvider): AlertSender {
  return {
    async send({ short }, to, stopped) {
      const outcome: SendOutcome = { refused: [], later: null }
      for (const number of to) {
        const answer = await provider.sendSms(number, short, stopped)
        if (answer.kind === 'refused') outcome.refused.push({ to: number, reason: answer.reason })
        if (answer.kind === 'later') {
          const { reason, afterSeconds } = answer
          outcome.later = { to: [...(outcome.later?.to ?? []), number], reason, afterSeconds }
        }
      }
      return outcome
    },
  }
}
