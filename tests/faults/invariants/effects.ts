import { countArrivals, findWaiting, type Outcome } from './outcome.ts'

/**
 * DESIGN section 4 and O4: with extensions every accepted operation has exactly one effect, or waits and says so; without them at
 * most one delivery by itself, and every unproven one visibly waiting. Who says yes to 'it may arrive twice' may get just that.
 */
export function everyAcceptedOperationHasOneEffect(outcome: Outcome): string[] {
  return [...checkWords(outcome), ...checkIntents(outcome)]
}

function checkWords(outcome: Outcome): string[] {
  return outcome.written.flatMap((written) => {
    const count = countArrivals(outcome, written)
    const who = `'${written.word}' of ${written.userId} on device ${written.device}`
    if (count > 1 + written.again) return [`${who} has arrived ${count} times.`]
    const waiting = findWaiting(outcome, written)
    if (count === 0 || !waiting || written.again > 0) return []
    // Two equal tickets can't be told apart: without keys the user decides (DESIGN section 4, uncertain).
    if (outcome.manner === 'none' && written.kind === 'ticket') return []
    return isReadAgain(outcome, written.device, written.userId)
      ? [`${who} has arrived and is still shown as ${waiting.state}${describeReason(waiting.reason)}.`]
      : []
  })
}

/** What nobody is signed in for is not read, so that nothing can bind. */
function isReadAgain({ devices }: Outcome, device: number, userId: string): boolean {
  const { session, isLookedAt = false } = devices[device] ?? {}
  return isLookedAt && session?.status === 'signed-in' && session.user?.id === userId
}

function describeReason(reason: { code: string } | null): string {
  return reason ? ` (${reason.code})` : ''
}

/** Takeovers and their like: with keys one effect each, unless they wait, were replaced or taken back. */
function checkIntents({ manner, effects, intents, devices }: Outcome): string[] {
  if (manner === 'none') return []
  return intents.flatMap((intent) => {
    const count = effects.filter(({ key }) => key === intent.id).length
    const who = `the ${intent.kind} ${intent.id} of ${intent.userId}`
    if (count > 1) return [`${who} was done ${count} times.`]
    if (count === 1 || intent.mayBeGone) return []
    const outbox = devices[intent.device]?.outboxes.find(({ userId }) => userId === intent.userId)
    const isWaiting = outbox?.operations.some(({ id }) => id === intent.id)
    return isWaiting ? [] : [`${who} is gone and was never done.`]
  })
}
