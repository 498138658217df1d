import * as v from 'valibot'
import { reportSchema, type Report, type ReportTitle } from '#src/contract/reports.ts'
import type { DateRange } from '#src/domain/reports/date-range.ts'
import { nameReport, REPORT_ZONE } from '#src/domain/reports/report-name.ts'
import type { MirrorDatabase } from './database.ts'
import { readList } from './lists.ts'

/** A report as it was last read from the environment. */
export interface KeptReport<T extends ReportTitle> {
  report: Report<T>
  /** When, ms of the device's clock. */
  readAt: number
}

/** Null where this report of these days was never read, or can't be read any more. */
export async function readReport<T extends ReportTitle>(
  mirror: MirrorDatabase,
  title: T,
  range: DateRange,
): Promise<KeptReport<T> | null> {
  const kept = await readList(mirror, nameReport(title, range), v.array(reportSchema(title)))
  const [report] = kept?.rows ?? []
  return kept && report ? { report, readAt: kept.readAt } : null
}

/** The zone whose days the environment counted last; null where it never said one. */
export async function readReportZone(mirror: MirrorDatabase): Promise<string | null> {
  const kept = await readList(mirror, REPORT_ZONE, v.array(v.nullable(v.string())))
  return kept?.rows[0] ?? null
}
