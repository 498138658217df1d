import type { ColumnType, Generated } from 'kysely'
import type { InstantDefaultNow, Json, NullableInstant, Version } from '../column-types.ts'

/** What the bot understands (E6). Its version rises with its questions too. */
export interface IntentsTable {
  id: string
  name: string
  isStatic: Generated<boolean>
  /** As `dialogSchema` of the bot reads it; null where nothing was said yet of what the intent does. */
  dialog: ColumnType<unknown, string | null, string>
  /** The name under which one of the bot's own came; null of every other. */
  origin: string | null
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  version: Version
}

export interface IntentQuestionsTable {
  id: string
  intentId: string
  text: string
  /** The text as `createTextKey` gives it: no two questions have the same. */
  textKey: string
  createdAt: InstantDefaultNow
}

/** Pictures of the bot's cards, served under `/api/pictures/{name}` to staff and guests. */
export interface BotPicturesTable {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** An intent's trained questions. */
export interface TrainingSet {
  intentId: string
  questions: readonly string[]
  /** What the intent was called then; absent in models of before this was kept. */
  name?: string
}

/** A question that may be taken for another intent's. */
export interface TrainingWarning {
  intentId: string
  question: string
  /** Whose it may be taken for. */
  otherId: string
  /** `same`: both have it, in another spelling; `alike`: nothing in it tells the two apart. */
  kind: 'same' | 'alike'
}

/** What a training gives. */
export interface Learned {
  understanding: Uint8Array
  warnings: TrainingWarning[]
}

/** Questions as they were trained last, as they are published, and as they were published before. */
export type BotModelState = 'trained' | 'published' | 'former'

export interface BotModelsTable {
  state: BotModelState
  /** Another one each time. */
  id: string
  sets: Json<TrainingSet[]>
  /** Why the training came to nothing, in words. */
  failure: string | null
  /** What builds before 023 learned from them. */
  classifier: Uint8Array | null
  /** What was learned from them; null: nothing yet, or they could not be learned. */
  understanding: Uint8Array | null
  /** What the training noticed; null where no build that notices anything trained them. */
  warnings: ColumnType<TrainingWarning[] | null, string | null, string | null>
  at: InstantDefaultNow
  /** When this version was published first, where it was published again since. */
  versionAt: NullableInstant
}

/** One of the bot's own texts as the hotel has changed it. */
export interface BotStringsTable {
  locale: string
  key: string
  text: string
}

/** A language in which something was changed. The ETag is made of its version. */
export interface BotCatalogsTable {
  locale: string
  version: number
}

/** The bot's message in which it asked last what the chat's guest meant. */
export interface ClarifyingQuestionsTable {
  chatId: string
  messageId: string
}

/** The intent whose question the chat's guest was asked last. */
export interface PendingDialogsTable {
  chatId: string
  intentId: string
  createdAt: InstantDefaultNow
}

/** Something that a guest said and the bot did not understand (docs/decisions/046-what-was-not-understood.md). */
export interface UnknownSentencesTable {
  id: string
  chatId: string
  guestId: string | null
  messageId: string
  /** Its beginning, where it is longer than a question may be. */
  text: string
  /** A digest of what sentences have in common that differ in letter case and spaces only. */
  textKey: string
  /** As the bot took it; null where it did not tell. */
  language: string | null
  /** Whether the bot asked what was meant, or a person to come. */
  outcome: 'asked' | 'handedOver'
  /** When the bot did not understand it. */
  at: InstantDefaultNow
}
