import type { Elements } from '#src/lib/elements.ts'
import type { Report, ReportTitle } from '#src/contract/reports.ts'
import { isKnownZone } from '#src/domain/reports/calendar.ts'
import { Button } from '#src/ui/button.tsx'
import { describeAsOf } from '#src/ui/list/nice-date.ts'
import { useNow } from '#src/ui/list/use-now.ts'
import { WarningBox } from '#src/ui/warning-box.tsx'
import type { ReportReading } from './online-queries.ts'
import styles from './reports.module.css'

interface ReportBodyProps<T extends ReportTitle> {
  reading: ReportReading<T>
  draw(report: Report<T>): Elements
}

/** A report with what must be known of it: how old it is, whose days it counts, what is missing, what is under way. */
export function ReportBody<T extends ReportTitle>({ reading, draw }: ReportBodyProps<T>) {
  const { report, isReading } = reading
  return (
    <div className={styles.body} aria-busy={isReading}>
      <ReadingLine reading={reading} />
      {report && draw(report)}
    </div>
  )
}

function ReadingLine<T extends ReportTitle>({ reading }: { reading: ReportReading<T> }) {
  const now = useNow()
  const { report, asOf, isReading, problem, noLine, reload, cancel } = reading
  const age = report && asOf !== null ? `What you see is ${describeAsOf(asOf, now)}.` : ''
  if (noLine !== null) {
    return (
      <WarningBox>
        <span>
          <span role="status">{noLine}</span>
          <span>{` ${report ? age : 'These days were not read on this device yet: they come with the line.'}`}</span>
        </span>
      </WarningBox>
    )
  }
  if (isReading) {
    return (
      <p className={styles.line}>
        <span role="status">Counting…</span>
        <span>{age}</span>
        <Button look="link" onClick={cancel}>
          Cancel
        </Button>
      </p>
    )
  }
  if (problem !== null) {
    return (
      <WarningBox>
        <span>
          <span role="status">{`This could not be counted now. ${problem}`}</span>
          <span>{` ${age}`}</span>
        </span>
        <Button onClick={reload}>Try again</Button>
      </WarningBox>
    )
  }
  if (!report) {
    return (
      <p className={styles.line}>
        <span role="status">Stopped.</span>
        <Button look="link" onClick={reload}>
          Count again
        </Button>
      </p>
    )
  }
  return (
    <p className={styles.line}>
      <span>{describeZone(report.timeZone)}</span>
      <span>{age}</span>
      <Button look="link" onClick={reload}>
        Count again
      </Button>
    </p>
  )
}

/** Whose days and hours the figures are of. */
function describeZone(timeZone: string | null): string {
  if (timeZone === null)
    return 'Days and hours are UTC’s: this environment does not say the hotel’s time zone.'
  const place = timeZone.replaceAll('_', ' ')
  return isKnownZone(timeZone)
    ? `Days and hours are the hotel’s: ${place}.`
    : `Days and hours are the hotel’s: ${place}, a time zone that this browser does not know.`
}
