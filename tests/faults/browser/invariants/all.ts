import type { Outcome } from '../outcome.ts'
import { draftsAreKept } from './drafts.ts'
import { lineIsQuiet } from './line.ts'
import { everyMessageArrivesOnce, messagesKeepTheirOrder } from './messages.ts'
import { mirrorEqualsServer } from './mirror.ts'
import { nothingIsStuck } from './stuck.ts'
import { nothingOfFormerUsers, nothingSecretInCaches } from './left-behind.ts'
import { noUncaughtErrors } from './problems.ts'
import { eachMessageIsDrawnOnce, everyGuestMessageIsOnScreen, whatWaitsIsOnScreen } from './screen.ts'

/** What comes true within a bounded time after all is healed. */
const EVENTUAL = { everyMessageArrivesOnce, mirrorEqualsServer, nothingIsStuck, nothingOfFormerUsers }

const INVARIANTS = {
  ...EVENTUAL,
  messagesKeepTheirOrder,
  draftsAreKept,
  everyGuestMessageIsOnScreen,
  eachMessageIsDrawnOnce,
  whatWaitsIsOnScreen,
  lineIsQuiet,
  nothingSecretInCaches,
  noUncaughtErrors,
}

export interface Violation {
  invariant: string
  sentence: string
}

/** Everything that does not hold. */
export function checkInvariants(outcome: Outcome): Violation[] {
  return check(INVARIANTS, outcome)
}

/** Everything that is still on its way, or never comes. */
export function findUnsettled(outcome: Outcome): Violation[] {
  return check(EVENTUAL, outcome)
}

function check(invariants: Record<string, (outcome: Outcome) => string[]>, outcome: Outcome): Violation[] {
  return Object.entries(invariants).flatMap(([invariant, find]) =>
    find(outcome).map((sentence) => ({ invariant, sentence })),
  )
}
