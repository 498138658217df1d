import { everyAcceptedOperationHasOneEffect, nothingIsTakenSilently, nothingOldIsSent } from './effects.ts'
import { theClockIsKnown } from './clock.ts'
import { everyFailureIsHeard } from './failures-heard.ts'
import { mirrorEqualsEnvironment } from './mirror.ts'
import { nobodyElsesRows } from './nobody-elses.ts'
import { nothingSecretLeftBehind } from './nothing-left-behind.ts'
import { nothingWrittenIsLost } from './nothing-lost.ts'
import { nothingIsStuck } from './nothing-stuck.ts'
import { oneEngineWorks } from './one-engine.ts'
import { orderPerChat } from './order.ts'
import { requestsAreBounded } from './bounded-requests.ts'
import type { Outcome } from './outcome.ts'

const INVARIANTS = {
  everyAcceptedOperationHasOneEffect,
  nothingOldIsSent,
  nothingIsTakenSilently,
  orderPerChat,
  nothingWrittenIsLost,
  mirrorEqualsEnvironment,
  nothingIsStuck,
  requestsAreBounded,
  oneEngineWorks,
  theClockIsKnown,
  nobodyElsesRows,
  nothingSecretLeftBehind,
  everyFailureIsHeard,
}

export interface Violation {
  invariant: string
  sentence: string
}

/** Everything that does not hold. */
export function checkInvariants(outcome: Outcome): Violation[] {
  return Object.entries(INVARIANTS).flatMap(([invariant, check]) =>
    check(outcome).map((sentence) => ({ invariant, sentence })),
  )
}
