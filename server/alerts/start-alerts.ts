import type { AlertType } from '#src/contract/deliveries.ts'
import type { Log } from '../log.ts'
import type { Pulse } from '../pulse.ts'
import type { Settings } from '../settings-types.ts'
import type { Store } from '../store/store.ts'
import {
  createAlertRunner,
  type AlertRunner,
  type AlertRunnerOptions,
  type AlertSenders,
} from './alert-runner.ts'
import type { AlertSender } from './alert-sender.ts'
import { createMailSender } from './mail-sender.ts'
import { createSmsSender } from './sms-sender.ts'
import { createTwilio } from './twilio.ts'
import { choosePlace } from '../outgoing/hotel-name.ts'
import { TWILIO_API_URL } from '../outgoing/twilio-account.ts'

/** Alerts by email and SMS of a running server. */
export interface AlertService {
  runner: AlertRunner
  /** For which types there is a sender. */
  senders: Record<AlertType, boolean>
}

/** What only tests set. */
export interface AlertOptions {
  readNow?: AlertRunnerOptions['readNow']
  /** For how long an answer is waited for. */
  sendTimeoutMs?: number
}

/** Alerts by email and SMS as the settings want them, not yet running. They are sent with or without extensions. */
export function prepareAlerts(
  settings: Settings,
  {
    store,
    log,
    pulse,
    options = {},
  }: { store: Store; log: Log; pulse: Pulse; options?: AlertOptions | undefined },
): AlertService {
  const senders: AlertSenders = {
    email: chooseMailSender(settings, options),
    SMS: chooseSmsSender(settings, options),
  }
  const runner = createAlertRunner({
    store,
    log,
    pulse,
    senders,
    hotel: {
      place: choosePlace(settings),
      timeZone: settings.hotelTimeZone,
      publicUrl: settings.publicUrl,
    },
    readNow: options.readNow,
  })
  return { runner, senders: { email: senders.email !== null, SMS: senders.SMS !== null } }
}

function chooseMailSender(
  { smtpUrl, mailFrom }: Settings,
  { sendTimeoutMs: timeoutMs }: AlertOptions,
): AlertSender | null {
  return smtpUrl === null || mailFrom === null ? null : createMailSender({ smtpUrl, mailFrom, timeoutMs })
}

function chooseSmsSender(settings: Settings, { sendTimeoutMs: timeoutMs }: AlertOptions): AlertSender | null {
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioFrom: from } = settings
  if (accountSid === null || authToken === null || from === null) return null
  const apiUrl = settings.twilioApiUrl ?? TWILIO_API_URL
  return createSmsSender(createTwilio({ accountSid, authToken, from, apiUrl, timeoutMs }))
}
