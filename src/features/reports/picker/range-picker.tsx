import { useState } from 'react'
import { countDays } from '#src/domain/reports/calendar.ts'
import type { DateRange } from '#src/domain/reports/date-range.ts'
import { Button } from '#src/ui/button.tsx'
import { writeWholeDay } from '../charts/day-words.ts'
import { RangeDialog } from './range-dialog.tsx'

interface RangePickerProps {
  /** Null: what the address names is no range. */
  range: DateRange | null
  today: string
  onApply(range: DateRange): void
}

/** Which days the report is of, and the way to others. */
export function RangePicker({ range, today, onApply }: RangePickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {range ? describe(range) : 'Choose days'}
      </Button>
      {isOpen && (
        <RangeDialog
          range={range}
          today={today}
          onClose={() => setIsOpen(false)}
          onApply={(chosen) => {
            setIsOpen(false)
            onApply(chosen)
          }}
        />
      )}
    </>
  )
}

function describe({ from, to }: DateRange): string {
  const days = countDays(from, to)
  return days === 1 ? writeWholeDay(from) : `${writeWholeDay(from)} – ${writeWholeDay(to)}`
}
