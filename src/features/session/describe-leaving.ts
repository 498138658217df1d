import type { HandoverRow } from '#src/db/handover.ts'
import { isPending } from '#src/domain/outbox/operation.ts'

/** What a sign-out would leave behind, in numbers. */
export interface Leaving {
  /** Chats that stay with this person. */
  held: number
  unsent: number
  /** Those of the unsent that wait for an answer of their person. */
  stuck: number
  drafts: number
  /** Whether all that is unsent are chats on their way to the bot or a colleague. */
  isHandingOver: boolean
}

export function summariseLeaving(rows: readonly HandoverRow[]): Leaving {
  const operations = rows.flatMap((row) => row.operations.map(({ operation }) => operation))
  const stuck = operations.filter((operation) => !isPending(operation)).length
  return {
    held: rows.filter(({ standing }) => standing === 'mine' || standing === 'asked').length,
    unsent: operations.length,
    stuck,
    drafts: rows.reduce((count, row) => count + row.drafts.length, 0),
    isHandingOver:
      operations.length > 0 &&
      stuck === 0 &&
      operations.every(({ kind }) => kind === 'play' || kind === 'pass'),
  }
}

export function describeHeldChats(held: number): string {
  if (held === 0) return 'No chat stays with you.'
  return held === 1
    ? 'One chat is yours. It stays so while you are away, unless you return it to the bot or pass it on.'
    : `${held} chats are yours. They stay so while you are away, unless you return them to the bot or pass them on.`
}

/** What becomes of the drafts, which sign-out keeps unless everything is discarded. */
export function describeDrafts(drafts: number): string {
  const what = drafts === 1 ? 'A draft, with its files,' : `${drafts} drafts, with their files,`
  return `${what} will be here at your next sign-in, unless you discard everything.`
}

export function describeSending(isLive: boolean, stuck: number, isWaiting: boolean): string {
  if (!isLive) return 'It can’t be sent now: there is no connection.'
  if (stuck > 0) return 'Some of it waits for your answer.'
  return isWaiting ? 'Sending…' : 'What shall become of it?'
}
