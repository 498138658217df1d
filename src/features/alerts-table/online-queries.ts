import { fetchDeliveries, testAlert } from '#src/api/alert-log.ts'
import type { ApiSession } from '#src/api/http.ts'
import type { LogPlace } from '#src/api/log-place.ts'
import { deliveriesSchema, type Delivery, type Senders } from '#src/contract/deliveries.ts'
import { ALERTS } from '#src/online/plans/bot-configs.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { usePagedLog, type LogPage, type LogPlan, type PagedLog } from '#src/online/use-paged-log.ts'
import { useWholeLog } from '#src/online/use-whole-log.ts'
import { useWrite } from '#src/online/use-write.ts'

/** What waits for an attempt is looked at this often, everything else that often. */
const WAITING_POLL_MS = 3_000
const RESTING_POLL_MS = 30_000

interface DeliveryPage extends LogPage<Delivery> {
  senders: Senders
  /** Whether alerts carry a link to their chat; null where the environment does not say. */
  links: boolean | null
}

const DELIVERIES: LogPlan<Delivery, DeliveryPage> = {
  name: 'deliveries',
  schema: deliveriesSchema,
  fetchPage: readPage,
  pollMs: (rows) => (rows.some(isUnderway) ? WAITING_POLL_MS : RESTING_POLL_MS),
}

/** The log as far as it is read. */
export type Deliveries = PagedLog<Delivery, DeliveryPage>

export function useAlerts() {
  return useListSource(ALERTS)
}

/** What became of alerts that were caused, newest first; only where the environment announced `admin`. */
export function useDeliveries(): Deliveries {
  return usePagedLog(DELIVERIES)
}

/** Reads all of the log, for what is made of the whole. */
export function useDeliveriesReading(onRead: (rows: readonly Delivery[]) => void) {
  return useWholeLog(DELIVERIES, onRead)
}

/** Sends an alert's test; only where the environment announced `admin`. */
export function useAlertTest() {
  return useWrite(testAlert, 'Somebody else has deleted this alert meanwhile.')
}

/** A digest that is not due yet waits for minutes. */
function isUnderway({ status, isDigest, attempts }: Delivery): boolean {
  return status === 'waiting' && !(isDigest && attempts === 0)
}

async function readPage(session: ApiSession, place: LogPlace, signal: AbortSignal): Promise<DeliveryPage> {
  const { deliveries, more, senders, links } = await fetchDeliveries(session, place, signal)
  return { rows: deliveries, next: more ? (deliveries.at(-1)?.id ?? null) : null, senders, links }
}
