import {
  deliveriesPageSchema,
  deliverySchema,
  type DeliveriesPage,
  type Delivery,
} from '#src/contract/deliveries.ts'
import type { ApiSession } from './http.ts'
import type { LogPlace } from './log-place.ts'
import { rowPath, writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'
import { callAs } from './session-call.ts'

// Only where the environment announced `admin` (CONTRACT section 2).

/** A page of the log of sent alerts, newest first; `before` is the last id of the page above. Throws ApiError. */
export function fetchDeliveries(
  session: ApiSession,
  { before, limit }: LogPlace,
  signal: AbortSignal,
): Promise<DeliveriesPage> {
  return callAs(
    session,
    { method: 'GET', path: '/api/admin/deliveries', query: { before: before ?? undefined, limit }, signal },
    deliveriesPageSchema,
  )
}

/** Has the environment send an alert's test, also where the alert is disabled. */
export function testAlert(
  session: ApiSession,
  alertId: string,
  options: WriteOptions,
): Promise<WriteAnswer<Delivery>> {
  const path = `${rowPath('/api/admin/alerts/', alertId)}/test`
  return writeRow(session, { method: 'POST', path, ...options }, deliverySchema)
}
