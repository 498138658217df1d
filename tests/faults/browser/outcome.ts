import type { Chat, Message } from '#src/contract/chats.ts'
import type { Kind } from '#tests/support/shared-servers.ts'
import type { DeviceRows, OperationRow, OutboxRows } from './device-rows.ts'
import type { Said, Who, Written } from './ledger.ts'

/** One of the schedule's chats, as the hotel has it and as the screen draws it. */
export interface ChatReading {
  chatId: string
  /** By REST, as the console asks for it. */
  chat: Chat
  messages: readonly Message[]
  /** What staff wrote, in order, as it stands in the server's database. */
  stored: readonly StoredText[]
  /** The thread's text on the screen; null where it was not opened. */
  drawn: string | null
}

export interface StoredText {
  text: string
  userId: string
}

/** What was found where nothing of anybody may be. */
export interface Finding {
  /** `localStorage`, or the address of a cached answer. */
  where: string
  what: string
}

/** All that can be seen from the outside when a schedule has ended and nothing fails any more. */
export interface Outcome {
  manner: Kind
  userIds: Record<Who, string>
  chats: readonly [ChatReading, ChatReading]
  written: readonly Written[]
  said: readonly Said[]
  /** Chats that somebody may have taken from the user: what waits for an answer there is no fault. */
  contested: ReadonlySet<number>
  /** What sign-outs had left on the device, in words. */
  leftBehind: readonly string[]
  device: DeviceRows
  /** Everything that the screen of what is not sent says; null where nothing waits. */
  unsentScreen: string | null
  findings: readonly Finding[]
  /** Calls of a few quiet seconds. */
  quietCalls: readonly string[]
  /** Uncaught errors and errors on the console. */
  problems: readonly string[]
}

export function outboxOf({ device, userIds }: Outcome, who: Who): OutboxRows | undefined {
  return device.outboxes.find(({ userId }) => userId === userIds[who])
}

/** How often a word of staff is in the server's database. */
export function countArrivals({ chats }: Outcome, { word, chat }: Written): number {
  return chats[chat].stored.filter(({ text }) => text.includes(word)).length
}

/** The operation that holds a word in its writer's outbox. */
export function findWaiting(outcome: Outcome, { word, who }: Written): OperationRow | undefined {
  return outboxOf(outcome, who)?.operations.find(({ text }) => text.includes(word))
}

export function isDraft(outcome: Outcome, { word, who }: Written): boolean {
  return outboxOf(outcome, who)?.drafts.some(({ text }) => text.includes(word)) ?? false
}

/** Whether its writer is the one who is signed in now: nothing is sent or read for anybody else. */
export function isAtWork({ device, userIds }: Outcome, who: Who): boolean {
  return device.signedIn === userIds[who]
}
