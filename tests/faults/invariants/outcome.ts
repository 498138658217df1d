import type { Chat, Message } from '#src/contract/chats.ts'
import type { MirrorChat, MirrorMessage, ThreadRow } from '#src/db/mirror/database.ts'
import type { DraftRow, StagedFileRow } from '#src/db/outbox/database.ts'
import type { SessionRow } from '#src/db/session/database.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { Effect, Manner } from '../model/environment.ts'
import type { Ended, Intent, Written } from '../model/ledger.ts'
import type { SeenRequest } from '../model/line.ts'

/** What a user's outbox on a device holds. */
export interface OutboxReading {
  userId: string
  operations: Operation[]
  drafts: DraftRow[]
  /** Files of drafts. */
  staged: StagedFileRow[]
  /** Of which files there are bytes: ids of operations, and of staged files. */
  bytes: string[]
}

/** What a user's mirror on a device holds. */
export interface MirrorReading {
  userId: string
  chats: MirrorChat[]
  messages: MirrorMessage[]
  threads: ThreadRow[]
  /** Rows of all tables but `meta`. */
  rows: number
  /** Of the session that it was last opened for, or that was left for it. */
  epoch: number
  /** The environment's clock minus the device's as it was noted, ms. */
  clockOffset: number
  /** The keys with which each chat's thread is drawn. */
  drawn: Map<string, string[]>
}

export interface DeviceReading {
  name: string
  index: number
  /** The device's clock, ms. */
  now: number
  /** Whether somebody looks at one of its tabs. */
  isLookedAt: boolean
  /** Whether its clock was an hour off. */
  wasHourOff: boolean
  /** An answer was long on its way, or heard by a page that had slept. */
  hadLateAnswers: boolean
  /** Websockets that stand at the end, of pages that are not frozen. */
  sockets: number
  session: SessionRow | null
  pendingClearings: number
  pendingRevocations: number
  outboxes: OutboxReading[]
  mirrors: MirrorReading[]
  requests: SeenRequest[]
  /** Of the minute since all was healed. */
  healedRequests: number
}

/** All that is left when a schedule has ended and a minute has passed in which nothing failed. */
export interface Outcome {
  manner: Manner
  origin: string
  chats: Map<string, Chat>
  /** Those that something has happened in: every console must have them. */
  changed: string[]
  threads: Map<string, readonly Message[]>
  effects: readonly Effect[]
  written: readonly Written[]
  intents: readonly Intent[]
  ended: readonly Ended[]
  devices: DeviceReading[]
  /** People have come back to their screens since all was healed. */
  hasReturned: boolean
  /** What tabs and workers wrote to the browser's console. */
  logs: string[]
  /** What was rejected in a tab or a worker and nobody waited for. */
  rejections: string[]
  /** What belongs to other environments of the same devices, in which users and chats have the same ids. */
  foreign: { words: readonly string[]; tokens: readonly string[] }
}

/** Whoever is signed in on a device. */
export function liveUser({ session }: DeviceReading): string | null {
  return session?.status === 'signed-in' ? (session.user?.id ?? null) : null
}

/** The texts that an operation would bring to the environment; of a file its name. */
export function textOf(operation: Operation): string {
  if (operation.kind === 'send') return operation.payload.text
  if (operation.kind === 'upload') return operation.payload.name
  return operation.kind === 'ticket' ? operation.payload.description : ''
}

/** How often a word of staff has arrived at the environment, also where its chat is gone by now. */
export function countArrivals({ effects }: Outcome, { word }: Pick<Written, 'word'>): number {
  return effects.filter(({ text }) => text.includes(word)).length
}

/** The operation that holds a word, on the device on which it was written. */
export function findWaiting({ devices }: Outcome, { word, device, userId }: Written): Operation | undefined {
  const outbox = devices[device]?.outboxes.find((each) => each.userId === userId)
  return outbox?.operations.find((operation) => textOf(operation).includes(word))
}
