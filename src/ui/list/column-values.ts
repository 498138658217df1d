import type { Column } from './declare-list.ts'
import {
  isFilled,
  TO_BE_REMOVED,
  type FieldValue,
  type FieldValues,
  type Typed,
  type TypedValues,
} from './field-values.ts'

/** A row's value as its field shows it. A password is never shown: its field begins empty. */
export function readTyped<Row>(column: Column<Row>, row: Row): Typed {
  const value = column.read(row)
  if (column.kind === 'password') return ''
  if (column.kind === 'toggle') return value === true
  if (value === null || value === undefined) return ''
  return typeof value === 'number' ? String(value) : value
}

/** Whether the environment has a password for a row, which nobody is shown; `unknown`: it does not say. */
export type Kept = boolean | 'unknown'

export function readKept<Row>({ read }: Column<Row>, row: Row): Kept {
  const value = read(row)
  return typeof value === 'boolean' ? value : 'unknown'
}

/** Whether a password that is kept is to be taken away. */
export function isRemoval<Row>({ kind }: Column<Row>, typed: Typed | undefined): boolean {
  return kind === 'password' && typed === TO_BE_REMOVED
}

/** What was typed, as the server is sent it. A number field without text is null, as a password that is to go. */
export function toValue<Row>(column: Column<Row>, typed: Typed): FieldValue {
  if (isRemoval(column, typed)) return null
  if (typeof typed !== 'string' || column.kind !== 'number') return typed
  return isFilled(typed) ? Number(typed.trim()) : null
}

export function toValues<Row>(columns: readonly Column<Row>[], typed: TypedValues): FieldValues {
  return collect(columns, (column) => {
    const given = typed[column.key]
    return given === undefined ? undefined : toValue(column, given)
  })
}

/** A row's values with what is typed over them, for rules that look at several fields. */
export function readValues<Row>(columns: readonly Column<Row>[], row: Row, typed: TypedValues): FieldValues {
  return collect(columns, (column) => toValue(column, typed[column.key] ?? readTyped(column, row)))
}

/** A new item's value: the first choice, no, the current time (specification section 5). `now` in ms. */
export function readDefault<Row>(column: Column<Row>, now: number): Typed {
  if (column.initial !== undefined) return column.initial
  switch (column.kind) {
    case 'select':
      return column.options?.[0]?.value ?? ''
    case 'toggle':
      return false
    case 'time': {
      const time = new Date(now)
      return `${pad(time.getHours())}:${pad(time.getMinutes())}`
    }
    default:
      return ''
  }
}

export function readDefaults<Row>(columns: readonly Column<Row>[], now: number): TypedValues {
  return collect(columns, (column) => readDefault(column, now))
}

function collect<Row, Value>(
  columns: readonly Column<Row>[],
  read: (column: Column<Row>) => Value | undefined,
): Record<string, Value> {
  const found: Record<string, Value> = {}
  for (const column of columns) {
    const value = read(column)
    if (value !== undefined) found[column.key] = value
  }
  return found
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
