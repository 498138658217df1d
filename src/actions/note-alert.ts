import type { PushKind } from '#src/contract/push.ts'
import { storeLastAlert } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'

/** Keeps when an alert last reached this device, so that the user can see that alerts work (W4). `now`: ms. */
export function noteAlert(sessionDb: SessionDatabase, kind: PushKind, now: number): Promise<void> {
  return storeLastAlert(sessionDb, { at: now, kind })
}
