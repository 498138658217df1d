import { countArrivals, findWaiting, isAtWork, type Outcome } from '../outcome.ts'

/** I1 and I10: what a guest said, and the server acknowledged, is on the screen of whoever opens the chat. */
export function everyGuestMessageIsOnScreen({ said, chats }: Outcome): string[] {
  return said.flatMap(({ word, chat }) => {
    const { drawn } = chats[chat]
    if (drawn === null) return [`The chat of '${word}' can't be opened.`]
    return drawn.includes(word) ? [] : [`'${word}', which a guest said, is not on the screen.`]
  })
}

/** O6: a message that has arrived, or is on its way, is drawn in its thread once. */
export function eachMessageIsDrawnOnce(outcome: Outcome): string[] {
  return outcome.written.flatMap((row) => {
    const { drawn } = outcome.chats[row.chat]
    const isThere =
      countArrivals(outcome, row) > 0 || (isAtWork(outcome, row.who) && findWaiting(outcome, row))
    if (drawn === null || !isThere) return []
    const times = drawn.split(row.word).length - 1
    return times === 1 ? [] : [`'${row.word}' is drawn ${times} times.`]
  })
}

/** O9: everything that waits for its user is in the one place for what is not sent. */
export function whatWaitsIsOnScreen(outcome: Outcome): string[] {
  return outcome.written
    .filter((row) => isAtWork(outcome, row.who) && findWaiting(outcome, row))
    .filter(({ word }) => !outcome.unsentScreen?.includes(word))
    .map(({ word }) => `'${word}' waits, and the screen of what is not sent does not say so.`)
}
