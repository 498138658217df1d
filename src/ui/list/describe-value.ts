import type { Column } from './declare-list.ts'
import { readTexts, type FieldValue, type Typed } from './field-values.ts'
import { formatMonthDayTime, formatTimeOfDay } from './nice-date.ts'

/** What a field holds, in words; empty where it holds nothing. */
export function describeTyped<Row>(column: Column<Row>, typed: Typed): string {
  if (column.kind === 'password') return ''
  if (column.describe) return column.describe(typed)
  if (typeof typed === 'boolean') return typed ? 'Yes' : 'No'
  if (typeof typed === 'object')
    return readTexts(typed)
      .map((value) => nameOption(column, value))
      .join(', ')
  return nameOption(column, typed)
}

/** A row's value in words: what it is searched, sorted and exported by. A password has none. */
export function describeCell<Row>(column: Column<Row>, row: Row): string {
  if (column.kind === 'password') return ''
  return column.toText?.(row) ?? describeValue(column, column.read(row))
}

function describeValue<Row>(column: Column<Row>, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (column.kind === 'niceDate') return formatMonthDayTime(value)
  if (column.kind === 'time') return formatTimeOfDay(String(value))
  if (typeof value === 'number') return String(value)
  return describeTyped(column, value)
}

function nameOption<Row>({ options }: Column<Row>, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value
}
