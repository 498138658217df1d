import { MAX_AGE_MS } from '#src/domain/outbox/timing.ts'
import { LATE_MS } from '../model/line-faults.ts'
import { countArrivals, findWaiting, type Outcome } from './outcome.ts'

/** How far the clock of a device is set back at most without its owner's saying so, and how long a call is under way, ms. */
const SLACK_MS = 90_000 + LATE_MS + 10_000

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
    // An agent can't read tickets, and two equal ones could not be told apart: the user decides (section 4, uncertain).
    // Without keys the thread alone says what has arrived, and it is gone with its chat.
    const isUntold =
      written.kind === 'ticket' || (outcome.manner === 'none' && !outcome.chats.has(written.chatId))
    if (isUntold && waiting.reason?.code === 'delivery_unknown') return []
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

/** O10: what was written for one moment is not sent in another; a ticket is as right an hour later. */
export function nothingOldIsSent({ written, effects, devices }: Outcome): string[] {
  return written.flatMap(({ word, kind, saidAt, device }) => {
    // By a clock that was an hour wrong no age can be told.
    if (kind === 'ticket' || saidAt === null || devices[device]?.wasHourOff) return []
    return effects
      .filter(({ text, at }) => text.includes(word) && at - saidAt > MAX_AGE_MS + SLACK_MS)
      .map(
        ({ at }) => `'${word}' was sent ${Math.round((at - saidAt) / 60_000)} minutes after it was written.`,
      )
  })
}

/**
 * O11: with keys a chat is never taken from a colleague whom its user did not see there. From the bot anybody may take it: a
 * second press while the first one waits is the same intent, and its user may have seen their own name there by then.
 */
export function nothingIsTakenSilently({ manner, intents, effects }: Outcome): string[] {
  if (manner === 'none') return []
  return intents.flatMap(({ id, kind, userId, seen }) =>
    effects
      .filter(
        ({ key, before }) => key === id && kind !== 'resolve' && ![...seen, userId, 'bot'].includes(before),
      )
      .map(
        ({ before, chatId }) =>
          `${userId} took ${chatId} from ${before}, and had seen ${seen.join(' and ')} there.`,
      ),
  )
}
