import type { AlertDeliveriesTable, AlertDigestChatsTable } from './alerts/alert-tables.ts'
import type {
  EscalationsTable,
  PushDeliveriesTable,
  PushReadsTable,
  PushShownTable,
  PushSubscriptionsTable,
} from './alerts/push-tables.ts'
import type {
  CampaignRecipientsTable,
  CampaignRunsTable,
  PendingCampaignsTable,
  SegmentsTable,
} from './campaigns/campaign-tables.ts'
import type {
  GuestContactsTable,
  MessageDeliveriesTable,
  ProviderEventsTable,
} from './channels/channel-tables.ts'
import type {
  BotCatalogsTable,
  BotModelsTable,
  BotPicturesTable,
  BotStringsTable,
  ClarifyingQuestionsTable,
  IntentQuestionsTable,
  IntentsTable,
  PendingDialogsTable,
  UnknownSentencesTable,
} from './bot/bot-tables.ts'
import type {
  AttachmentObjectsTable,
  AttachmentsTable,
  ChatsTable,
  GuestInfoTable,
  GuestRatingsTable,
  GuestSessionsTable,
  HelpRequestsTable,
  MessagesTable,
} from './chats/chat-tables.ts'
import type { Instant } from './column-types.ts'
import type {
  AuditTable,
  BotConfigsTable,
  IntegrationsTable,
  DepartmentsTable,
  TestUsersTable,
  TicketsTable,
  TypicalAnswersTable,
} from './configuration/configuration-tables.ts'
import type { JobsTable } from './jobs/job-tables.ts'
import type { ChangesTable, IdempotencyTable } from './log/log-tables.ts'
import type { SpeechAudioTable } from './speech/speech-tables.ts'
import type {
  AssigneesTable,
  PresenceTable,
  SessionsTable,
  SignInFailuresTable,
  UsersTable,
} from './staff/staff-tables.ts'

/** `log_epoch`, `log_floor` (E3), `demonstration` (CONTRACT section 8), `vapid` (its key pair), `schema_needed` (decision 038). */
export interface MetaTable {
  key: string
  value: string
}

export interface RateLimitsTable {
  key: string
  windowStart: Instant
  count: number
}

/** Columns are snake_case in the database; Kysely's CamelCasePlugin maps them. */
export interface Tables {
  meta: MetaTable
  users: UsersTable
  sessions: SessionsTable
  signInFailures: SignInFailuresTable
  guestSessions: GuestSessionsTable
  chats: ChatsTable
  messages: MessagesTable
  attachments: AttachmentsTable
  attachmentObjects: AttachmentObjectsTable
  guestInfo: GuestInfoTable
  guestRatings: GuestRatingsTable
  helpRequests: HelpRequestsTable
  guestContacts: GuestContactsTable
  messageDeliveries: MessageDeliveriesTable
  providerEvents: ProviderEventsTable
  segments: SegmentsTable
  campaignRuns: CampaignRunsTable
  campaignRecipients: CampaignRecipientsTable
  pendingCampaigns: PendingCampaignsTable
  typicalAnswers: TypicalAnswersTable
  changes: ChangesTable
  idempotency: IdempotencyTable
  jobs: JobsTable
  presence: PresenceTable
  rateLimits: RateLimitsTable
  intents: IntentsTable
  intentQuestions: IntentQuestionsTable
  botPictures: BotPicturesTable
  botModels: BotModelsTable
  pendingDialogs: PendingDialogsTable
  botStrings: BotStringsTable
  botCatalogs: BotCatalogsTable
  clarifyingQuestions: ClarifyingQuestionsTable
  unknownSentences: UnknownSentencesTable
  speechAudio: SpeechAudioTable
  queues: DepartmentsTable
  assignees: AssigneesTable
  tickets: TicketsTable
  botConfigs: BotConfigsTable
  integrations: IntegrationsTable
  testUsers: TestUsersTable
  audit: AuditTable
  pushSubscriptions: PushSubscriptionsTable
  escalations: EscalationsTable
  pushShown: PushShownTable
  pushReads: PushReadsTable
  pushDeliveries: PushDeliveriesTable
  alertDeliveries: AlertDeliveriesTable
  alertDigestChats: AlertDigestChatsTable
}
