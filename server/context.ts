import type { AlertService } from './alerts/start-alerts.ts'
import type { AttachmentService } from './attachments/attachment-service.ts'
import type { Brain } from './bot/brain.ts'
import type { ChannelService } from './channels/channel-service.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { Log } from './log.ts'
import type { PushService } from './push/start-push.ts'
import type { ChangeFeed } from './realtime/change-feed.ts'
import type { SocketHub } from './realtime/socket-hub.ts'
import type { Settings } from './settings-types.ts'
import type { SpeechService } from './speech/speech-service.ts'
import type { CommitChanges } from './store/log/change.ts'
import type { SecretBox } from './store/secrets/secret-box.ts'
import type { Store } from './store/store.ts'

/** What routes and jobs work with; one per running server. */
export interface ServerContext {
  settings: Settings
  store: Store
  /** Encrypts what the database keeps of other systems' secrets. */
  secrets: SecretBox
  /** The one way in which chats and messages are written (E3), with what that causes (E4). */
  commitChanges: CommitChanges
  /** Where the bytes of attachments are. */
  attachments: AttachmentService
  log: Log
  /** The product's version, as `/api/health` gives it. */
  version: string
  jobs: JobRunner
  /** What the bot understands. */
  brain: Brain
  /** Tells everybody in this process what was committed (E3). */
  feed: ChangeFeed
  sockets: SocketHub
  /** Web Push; null where it is off or the environment has the specification alone (CONTRACT section 2). */
  push: PushService | null
  /** Alerts by email and SMS (specification section 9). */
  alerts: AlertService
  /** Sends what is written in chats of SMS, Facebook and e-mail. */
  channels: ChannelService
  /** Says what the bot's dialogs say. */
  speech: SpeechService
  /** Whether chats of SMS and Facebook are played by the guest page (CONTRACT section 8). Read once at start. */
  isDemonstration: boolean
}
