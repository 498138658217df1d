import type { AttachmentService } from '../attachments/attachment-service.ts'
import type { Log } from '../log.ts'
import { choosePlace } from '../outgoing/hotel-name.ts'
import { TWILIO_API_URL } from '../outgoing/twilio-account.ts'
import type { Pulse } from '../pulse.ts'
import type { Settings } from '../settings-types.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import type { CommitChanges } from '../store/log/change.ts'
import type { SecretBox } from '../store/secrets/secret-box.ts'
import type { Store } from '../store/store.ts'
import type { Channel } from './channel.ts'
import {
  createChannelRunner,
  type ChannelRunner,
  type ChannelRunnerOptions,
  type Channels,
} from './channel-runner.ts'
import { createFacebookChannel } from './facebook-channel.ts'
import type { FacebookPage } from './facebook-page.ts'
import { createMailChannel } from './mail-channel.ts'
import { createSmsChannel } from './sms-channel.ts'

/** SMS, Facebook and e-mail of a running server. */
export interface ChannelService {
  runner: ChannelRunner
  /** Which channels have a sender. */
  senders: Record<ChannelName, boolean>
}

/** What only tests set. */
export interface ChannelOptions {
  readNow?: ChannelRunnerOptions['readNow']
  /** For how long an answer is waited for. */
  sendTimeoutMs?: number
}

/** Which channels the settings give a sender. */
export function listSenders(settings: Settings): Record<ChannelName, boolean> {
  return {
    sms:
      settings.twilioAccountSid !== null && settings.twilioAuthToken !== null && settings.twilioFrom !== null,
    facebook: readFacebookPage(settings) !== null,
    email: settings.smtpUrl !== null && settings.mailFrom !== null,
  }
}

/** The hotel's page on Facebook; null where there is none. */
export function readFacebookPage(settings: Settings): FacebookPage | null {
  const { facebookPageToken: pageToken, facebookAppSecret: appSecret, facebookGraphUrl: graphUrl } = settings
  return pageToken === null || appSecret === null ? null : { pageToken, appSecret, graphUrl }
}

/** The channels as the settings want them, not yet running. Messages go out with or without extensions. */
export function prepareChannels(
  settings: Settings,
  {
    store,
    log,
    pulse,
    secrets,
    attachments,
    commitChanges,
    options = {},
  }: {
    store: Store
    log: Log
    pulse: Pulse
    secrets: SecretBox
    attachments: AttachmentService
    commitChanges: CommitChanges
    options?: ChannelOptions | undefined
  },
): ChannelService {
  const channels: Channels = {
    sms: chooseSmsChannel(settings, options),
    facebook: chooseFacebookChannel(settings, options),
    email: chooseMailChannel(settings, options),
  }
  const { publicUrl } = settings
  const runner = createChannelRunner({
    store,
    log,
    pulse,
    commitChanges,
    channels,
    compose: { secrets, attachments, publicUrl },
    readNow: options.readNow,
  })
  return { runner, senders: listSenders(settings) }
}

function chooseSmsChannel(settings: Settings, { sendTimeoutMs: timeoutMs }: ChannelOptions): Channel | null {
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken, twilioFrom: from, publicUrl } = settings
  if (accountSid === null || authToken === null || from === null) return null
  const apiUrl = settings.twilioApiUrl ?? TWILIO_API_URL
  return createSmsChannel({ accountSid, authToken, from, apiUrl }, { publicUrl, timeoutMs })
}

function chooseFacebookChannel(
  settings: Settings,
  { sendTimeoutMs: timeoutMs }: ChannelOptions,
): Channel | null {
  const page = readFacebookPage(settings)
  return page === null ? null : createFacebookChannel(page, { timeoutMs })
}

function chooseMailChannel(settings: Settings, { sendTimeoutMs: timeoutMs }: ChannelOptions): Channel | null {
  const { smtpUrl, mailFrom } = settings
  if (smtpUrl === null || mailFrom === null) return null
  return createMailChannel({ smtpUrl, mailFrom, place: choosePlace(settings), timeoutMs })
}
