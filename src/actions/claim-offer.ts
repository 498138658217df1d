import { storeOfferMade } from '#src/db/session/offers.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'

/** Whether an offer may be shown now: it is given to one caller only, in one tab, once on this device. */
export function claimOffer(sessionDb: SessionDatabase, name: string): Promise<boolean> {
  return storeOfferMade(sessionDb, name)
}
