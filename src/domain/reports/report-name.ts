import type { DateRange } from './date-range.ts'

/** Reports are kept among the lists, each under its title and its days. */
export const REPORT_PREFIX = 'report '

/** Beside them: the zone whose days were counted last. */
export const REPORT_ZONE = 'report-zone'

/** By which a report of some days is kept and asked for. */
export function nameReport(title: string, { from, to }: DateRange): string {
  return `${REPORT_PREFIX}${title} ${from} ${to}`
}
