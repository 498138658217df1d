import { countArrivals, findWaiting, isAtWork, isDraft, type Outcome } from '../outcome.ts'
import type { Written } from '../ledger.ts'

/** Reasons for which a message waits for its user in any manner: somebody else has the chat. */
const CONTESTED = ['not_held', 'holder_changed']

/**
 * DESIGN section 4, O4 and O5: with extensions every message that was handed over is in the server's database exactly once;
 * without them never twice, and one whose arrival nobody can prove waits for its user (D1: it is never just gone).
 */
export function everyMessageArrivesOnce(outcome: Outcome): string[] {
  return outcome.written.flatMap((row) => {
    const count = countArrivals(outcome, row)
    if (count > 1) return [`'${row.word}' is in the server's database ${count} times.`]
    return count === 1 ? checkArrived(outcome, row) : checkMissing(outcome, row)
  })
}

function checkArrived(outcome: Outcome, row: Written): string[] {
  const waiting = findWaiting(outcome, row)
  if (!waiting || !isAtWork(outcome, row.who)) return []
  return [
    `'${row.word}' has arrived, and its operation is still ${waiting.state} (${waiting.reason ?? 'no reason'}).`,
  ]
}

function checkMissing(outcome: Outcome, row: Written): string[] {
  const { word, who } = row
  const waiting = findWaiting(outcome, row)
  if (!waiting) {
    if (row.order === null || !row.isPromised || row.mayBeGone || isDraft(outcome, row)) return []
    return [`'${word}' was sent and is lost: neither in the server's database nor on the device.`]
  }
  if (!isAtWork(outcome, who)) return []
  return mayWait(outcome, row, waiting.reason)
    ? []
    : [
        `'${word}' is not in the server's database; its operation is ${waiting.state} (${waiting.reason ?? 'no reason'}).`,
      ]
}

function mayWait({ manner, contested, written }: Outcome, { chat }: Written, reason: string | null): boolean {
  if (manner === 'plain' && reason === 'delivery_unknown') return true
  // What stands behind such a one in its lane is queued and says so (O2).
  const isBehind = reason === null && (contested.has(chat) || manner === 'plain')
  if (isBehind) return written.length > 1
  return contested.has(chat) && reason !== null && CONTESTED.includes(reason)
}

/** O2: first in, first out per chat. What one person wrote is in the database in the order in which it was handed over. */
export function messagesKeepTheirOrder({ chats, written, userIds }: Outcome): string[] {
  return chats.flatMap(({ stored }, chat) => {
    const arrived = stored.flatMap(({ text, userId }) =>
      written
        .filter((row) => row.chat === chat && userIds[row.who] === userId && text.includes(row.word))
        .slice(0, 1),
    )
    return arrived.flatMap((row, place) => {
      const before = arrived.slice(0, place).find((other) => isAfter(other, row))
      return before ? [`'${before.word}' has arrived before '${row.word}', which was sent first.`] : []
    })
  })
}

function isAfter(one: Written, other: Written): boolean {
  return one.who === other.who && one.order !== null && other.order !== null && one.order > other.order
}
