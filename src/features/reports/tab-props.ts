import type { DateRange } from '#src/domain/reports/date-range.ts'

/** What every tab of the report page is given. */
export interface TabProps {
  range: DateRange
}
