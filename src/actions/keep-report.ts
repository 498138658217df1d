import type { Report } from '#src/contract/reports.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import type { DateRange } from '#src/domain/reports/date-range.ts'
import { nameReport, REPORT_PREFIX, REPORT_ZONE } from '#src/domain/reports/report-name.ts'
import { logger } from '#src/lib/logger.ts'

/** The default range is another one each day: those that were read longest ago go. */
const KEPT_REPORTS = 40

/** Keeps a report that was read from the environment at `readAt` (ms), to be read without a line. Never rejects. */
export async function keepReport(
  workspace: Workspace,
  range: DateRange,
  report: Report,
  readAt: number,
): Promise<void> {
  const { lists } = workspace.mirror
  try {
    await writeMirror(workspace, [lists], async () => {
      await lists.put({ name: nameReport(report.name, range), rows: [report], readAt })
      await lists.put({ name: REPORT_ZONE, rows: [report.timeZone], readAt })
      const reports = lists.where('name').startsWith(REPORT_PREFIX)
      // Reports are large, and one of them is read twice a minute.
      if ((await reports.count()) <= KEPT_REPORTS) return
      const kept = await reports.toArray()
      const old = kept.sort((a, b) => b.readAt - a.readAt).slice(KEPT_REPORTS)
      await lists.bulkDelete(old.map(({ name }) => name))
    })
  } catch (error) {
    // It is on the screen all the same, and is read again the next time.
    logger.warn('a report could not be kept', { title: report.name, error: String(error) })
  }
}
