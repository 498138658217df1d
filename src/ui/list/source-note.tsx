import { Button } from '../button.tsx'
import { WarningBox } from '../warning-box.tsx'
import type { ListSource } from './list-source.ts'
import { describeAsOf } from './nice-date.ts'

interface SourceNoteProps<Row> {
  source: ListSource<Row>
  now: number
}

/** Rows that are not of now: from when they are, why nothing can be written, and what can be done about it. */
export function SourceNote<Row>({ source, now }: SourceNoteProps<Row>) {
  const { rows, state, problem, asOf, readOnly } = source
  const isStale = rows !== undefined && state === 'failed'
  if (readOnly === null && !isStale) return null
  const parts = [
    isStale && `This could not be read again. ${problem ?? ''}`,
    readOnly !== null && `${readOnly} Nothing can be changed until that is over.`,
  ]
  return (
    <WarningBox>
      {/* What is told in minutes is not read out every minute. */}
      <span>
        <span role="status">{parts.filter(Boolean).join(' ').trim()}</span>
        {rows !== undefined && asOf !== null && <span>{` What you see is ${describeAsOf(asOf, now)}.`}</span>}
      </span>
      {isStale && <Button onClick={() => source.reload()}>Try again</Button>}
    </WarningBox>
  )
}
