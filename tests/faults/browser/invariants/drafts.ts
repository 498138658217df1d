import { countArrivals, findWaiting, isDraft, type Outcome } from '../outcome.ts'

/** D1 and O1: a draft that was on the device is there, has been sent or was discarded by its user; and never both at once. */
export function draftsAreKept(outcome: Outcome): string[] {
  return outcome.written.flatMap((row) => {
    const isThere = isDraft(outcome, row)
    const isWaiting = findWaiting(outcome, row) !== undefined
    const hasArrived = countArrivals(outcome, row) > 0
    if (isThere && (isWaiting || hasArrived))
      return [
        `'${row.word}' ${hasArrived ? 'has arrived' : 'waits in the outbox'} and is a draft at the same time.`,
      ]
    const isLost =
      row.order === null && row.isPromised && !row.mayBeGone && !isThere && !isWaiting && !hasArrived
    return isLost ? [`The draft '${row.word}' is lost.`] : []
  })
}
