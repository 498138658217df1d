import { TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/dates/styles.css'
import { useId, useState, type FormEvent } from 'react'
import { readDate } from '#src/domain/reports/calendar.ts'
import { explainRange, PRESETS, presetRange, type DateRange } from '#src/domain/reports/date-range.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { toInput } from '#src/ui/to-input.ts'
import { readWeekStart } from './week-start.ts'
import styles from './picker.module.css'

interface RangeDialogProps {
  range: DateRange | null
  today: string
  onApply(range: DateRange): void
  onClose(): void
}

/** Days of the calendar by a preset, by typing or by pointing (specification section 2). */
export function RangeDialog({ range, today, onApply, onClose }: RangeDialogProps) {
  const [from, setFrom] = useState(range?.from ?? '')
  const [to, setTo] = useState(range?.to ?? '')
  const [isRefused, setIsRefused] = useState(false)
  const weekStart = readWeekStart(navigator.language)
  const id = useId()
  const problem = explainRange(from, to)

  function apply(event: FormEvent) {
    event.preventDefault()
    if (problem === null) onApply({ from, to })
    else setIsRefused(true)
  }

  function show(chosen: DateRange) {
    setFrom(chosen.from)
    setTo(chosen.to)
  }

  return (
    <Dialog title="Days of the report" onClose={onClose}>
      <form className={styles.form} onSubmit={apply} noValidate>
        <div className={styles.presets}>
          {PRESETS.map((preset) => (
            <Button key={preset} onClick={() => show(presetRange(preset, today, weekStart))}>
              {preset}
            </Button>
          ))}
        </div>
        <div className={styles.fields}>
          <DayField label="First day" value={from} describedBy={`${id}-problem`} onChange={setFrom} />
          <DayField label="Last day" value={to} describedBy={`${id}-problem`} onChange={setTo} />
        </div>
        <DatePicker
          type="range"
          allowSingleDateInRange
          value={[readDate(from), readDate(to)]}
          // Half a range is on its way: its other end is not known yet.
          onChange={([first, last]) => {
            setFrom(first ?? '')
            setTo(last ?? '')
          }}
          defaultDate={readDate(to) ?? today}
          firstDayOfWeek={weekStart}
          weekendDays={[]}
          // Pale days of another month can’t be read, and are on their own month’s page.
          hideOutsideDates
          size="sm"
          className={styles.calendar}
          ariaLabels={{
            previousMonth: 'Month before',
            nextMonth: 'Month after',
            previousYear: 'Year before',
            nextYear: 'Year after',
            previousDecade: 'Ten years before',
            nextDecade: 'Ten years after',
          }}
        />
        <p id={`${id}-problem`} className={styles.problem} role={isRefused ? 'alert' : undefined}>
          {problem ?? ''}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" aria-disabled={problem !== null}>
            Apply Date Range
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface DayFieldProps {
  label: string
  value: string
  describedBy: string
  onChange(value: string): void
}

/** The browser's own field: typed in the order that its person is used to. */
function DayField({ label, value, describedBy, onChange }: DayFieldProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <TextInput
        {...toInput({ 'aria-describedby': describedBy })}
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}
