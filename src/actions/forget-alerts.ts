import { storeAlertsWish, type AlertsPerson } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'

/** This person does without alerts here, by their own word: nobody tells them any more that they are off. */
export function forgetAlerts(sessionDb: SessionDatabase, person: AlertsPerson): Promise<void> {
  return storeAlertsWish(sessionDb, person, null)
}
