import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Attachment } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import type { AlertDeliveriesTable } from './alert-schema.ts'
import type {
  AssigneesTable,
  AuditTable,
  BotConfigsTable,
  IntegrationsTable,
  QueuesTable,
  TestUsersTable,
  TicketsTable,
  TypicalAnswersTable,
  Version,
} from './configuration-schema.ts'
import type {
  BotModelsTable,
  BotPicturesTable,
  IntentQuestionsTable,
  IntentsTable,
  PendingDialogsTable,
} from './intent-schema.ts'
import type {
  PushAlertsTable,
  PushDeliveriesTable,
  PushShownTable,
  PushSubscriptionsTable,
} from './push-schema.ts'

/** A time of the database's clock; read as Date by both drivers. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type InstantDefaultNow = ColumnType<Date, Date | string | undefined, Date | string>
/** `jsonb`: written as its text, read as a value. */
export type Json<T> = ColumnType<T, string, string>

/** `log_epoch`, `log_floor` (E3), `demonstration` (CONTRACT section 8) and `vapid` (its key pair). */
export interface MetaTable {
  key: string
  value: string
}

export interface UsersTable {
  id: string
  username: string
  name: string
  role: number
  /** Argon2id; null where the user signs in through the social network only. */
  passwordHash: string | null
  fbid: string | null
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  lastLogin: NullableInstant
  version: Version
}

/** A signed-in session: the token's SHA-256 in hex, never the token (CONTRACT section 3). */
export interface SessionsTable {
  tokenHash: string
  userId: string
  createdAt: InstantDefaultNow
  lastUsedAt: InstantDefaultNow
}

/** Failed sign-ins per username and address together (CONTRACT section 1). */
export interface SignInFailuresTable {
  key: string
  failures: number
  blockedUntil: NullableInstant
  lastAt: InstantDefaultNow
}

export interface GuestSessionsTable {
  tokenHash: string
  chatId: string
  guestId: string
  createdAt: InstantDefaultNow
}

export interface ChatsTable {
  id: string
  displayName: string
  source: string
  botName: string
  messagesCount: Generated<number>
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  lastUserMessageDate: NullableInstant
  /** The newest message's time, so that the next one is later (E3). */
  lastMessageAt: NullableInstant
  pausedAt: NullableInstant
  needsHelp: Generated<boolean>
  helpAt: NullableInstant
  holderId: string | null
  holderName: string | null
  guestId: string | null
  /** The log entry that changed the row last: the `rev` of the wire. */
  rev: Generated<number>
}

export interface MessagesTable {
  id: string
  chatId: string
  text: string
  sentByGuest: boolean
  type: string
  createdAt: Instant
  attachments: Json<Attachment[]>
  userId: string | null
  userName: string | null
  clientId: string | null
}

/** Bytes of files: served under `/api/attachments/{id}` to staff and the chat's guest. */
export interface AttachmentsTable {
  id: string
  chatId: string
  contentType: string
  name: string
  bytes: Uint8Array
  createdAt: InstantDefaultNow
}

export interface GuestInfoTable {
  chatId: string
  info: Json<GuestInfo>
}

/** What a guest was asked, and answered: one row for each occasion (docs/decisions/025-ratings-links-and-sms.md). */
export interface GuestRatingsTable {
  id: string
  chatId: string
  /** The chat's guest, or the chat itself where it names none. */
  guestId: string
  askedAt: Instant
  /** 1 to 5; null before there is an answer. */
  stars: number | null
  ratedAt: NullableInstant
  /** When it was a low one first: from then on it is no occasion for an alert. */
  lowAt: NullableInstant
}

export type ChangeType = 'new_message' | 'chat_changed' | 'needs_help'

/** The change log in commit order (E3). A row that is named here and gone from its table was removed. */
export interface ChangesTable {
  seq: number
  type: ChangeType
  chatId: string
  messageId: string | null
  at: InstantDefaultNow
}

/** Answers kept under their key (CONTRACT section 2). `answer` is null only inside the transaction that makes it. */
export interface IdempotencyTable {
  owner: string
  key: string
  fingerprint: string
  answer: ColumnType<unknown, string | null, string | null>
  createdAt: InstantDefaultNow
}

/** What a change causes, claimed with SKIP LOCKED (E4). */
export interface JobsTable {
  id: Generated<number>
  kind: string
  payload: Json<unknown>
  runAt: InstantDefaultNow
  attempts: Generated<number>
  claim: string | null
  claimedUntil: NullableInstant
  failedAt: NullableInstant
  lastError: string | null
  createdAt: InstantDefaultNow
}

/** One row per open staff socket; the count of distinct users is `admin_joined` (CONTRACT section 4). */
export interface PresenceTable {
  socketId: string
  processId: string
  userId: string
  seenAt: InstantDefaultNow
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
  guestInfo: GuestInfoTable
  guestRatings: GuestRatingsTable
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
  queues: QueuesTable
  assignees: AssigneesTable
  tickets: TicketsTable
  botConfigs: BotConfigsTable
  integrations: IntegrationsTable
  testUsers: TestUsersTable
  audit: AuditTable
  pushSubscriptions: PushSubscriptionsTable
  pushAlerts: PushAlertsTable
  pushShown: PushShownTable
  pushDeliveries: PushDeliveriesTable
  alertDeliveries: AlertDeliveriesTable
}

export type ChatRow = Selectable<ChatsTable>
export type MessageRow = Selectable<MessagesTable>
export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
