import { outboxOf, type Outcome } from '../outcome.ts'

/** What waits for its user: awaiting confirmation, under the name that databases have it by, or refused. */
const WAITS_FOR_USER = ['held', 'failed']

/**
 * DESIGN section 4: when nothing fails any more nothing stays sending, uncertain or waiting for a retry. What stands behind
 * something that needs its user is queued, and says so (O2).
 */
export function nothingIsStuck(outcome: Outcome): string[] {
  const { device, userIds } = outcome
  if (device.signedIn !== userIds.same)
    return [`'${device.signedIn ?? 'nobody'}' is signed in on the device.`]
  const operations = outboxOf(outcome, 'same')?.operations ?? []
  const blocked = new Set(
    operations.filter(({ state }) => WAITS_FOR_USER.includes(state)).map(({ lane }) => lane),
  )
  return operations
    .filter(
      ({ state, lane }) => !WAITS_FOR_USER.includes(state) && !(state === 'queued' && blocked.has(lane)),
    )
    .map(({ kind, state, text }) => `A ${kind} is still ${state}${text === '' ? '' : `: '${text}'`}.`)
}
