import { countArrivals, findWaiting, type Outcome } from './outcome.ts'

/**
 * D1 and O1: whatever somebody was told is kept is a draft, waits in the outbox, has arrived, or went by their word. A draft that
 * became an operation is no draft any more.
 */
export function nothingWrittenIsLost(outcome: Outcome): string[] {
  return outcome.written.flatMap((written) => {
    const drafts = outcome.devices[written.device]?.outboxes.find(
      ({ userId }) => userId === written.userId,
    )?.drafts
    const isDraft = drafts?.some(({ text }) => text.includes(written.word)) ?? false
    const isWaiting = findWaiting(outcome, written) !== undefined
    if (isDraft && isWaiting && written.again === 0)
      return [`'${written.word}' is a draft and waits in the outbox at the same time.`]
    if (!written.isPromised || written.mayBeGone) return []
    if (isDraft || isWaiting || countArrivals(outcome, written) > 0) return []
    return [`'${written.word}' of ${written.userId} on device ${written.device} is lost.`]
  })
}
