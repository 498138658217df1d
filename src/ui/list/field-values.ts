import { listShownColumns, type Column } from './declare-list.ts'

/** Text by name: one of several that a field has, each with parts of its own. */
export type TextRecord = Readonly<Record<string, string>>

/** What a field is worth to the environment. */
export type FieldValue = string | number | boolean | null | readonly string[] | readonly TextRecord[]
/** By column key. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/**
 * What a field holds while it is filled in: text as it was typed, a switch's position, what is chosen of several, or several
 * with parts; of a password `TO_BE_REMOVED`, where the one that is kept is to be taken away.
 */
export type Typed = string | boolean | readonly string[] | readonly TextRecord[]
export type TypedValues = Readonly<Record<string, Typed>>
/** By column key: what is wrong with a field, in words. */
export type FieldErrors = Readonly<Record<string, string>>

export const TO_BE_REMOVED = false

const NUMBER = /^[+-]?\d+(\.\d+)?$/

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

/** What was typed, as the environment is told it. A number field without text is null, as a password that is to go. */
function toValue<Row>(column: Column<Row>, typed: Typed): FieldValue {
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

/** Several texts that a field holds; what it holds otherwise is none. */
export function readTexts(typed: Typed | FieldValue | undefined): readonly string[] {
  return typeof typed === 'object' && typed !== null ? typed.filter((one) => typeof one === 'string') : []
}

/** Several with parts that a field holds; what it holds otherwise is none. */
export function readRecords(typed: Typed | FieldValue | undefined): readonly TextRecord[] {
  return typeof typed === 'object' && typed !== null ? typed.filter((one) => typeof one === 'object') : []
}

/** Whitespace does not fill a field (specification section 5). */
export function isFilled(typed: Typed): boolean {
  if (typeof typed === 'string') return typed.trim() !== ''
  return typeof typed === 'boolean' || typed.length > 0
}

export function isSameTyped(one: Typed | undefined, other: Typed | undefined): boolean {
  if (one === other) return true
  return typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

/** What is wrong with a field, in words; null: nothing. `values`: the whole form or row as it would be sent. */
export function checkField<Row>(column: Column<Row>, typed: Typed, values: FieldValues): string | null {
  const { header, kind, isRequired = false, maxChars, options } = column
  if (isRemoval(column, typed)) return null
  if (!isFilled(typed)) return isRequired ? `${header} is required.` : null
  if (typeof typed === 'string') {
    if (maxChars !== undefined && typed.length > maxChars) {
      return `${header} may have ${formatCount(maxChars)} characters; it has ${formatCount(typed.length)}.`
    }
    if (kind === 'number') {
      const problem = checkNumber(header, typed.trim())
      if (problem !== null) return problem
    }
    if (kind === 'select' && options !== undefined && !options.some(({ value }) => value === typed)) {
      return `${header}: what was chosen is no longer there.`
    }
  }
  return column.validate?.(toValue(column, typed), values) ?? null
}

/** What is wrong with the fields that are typed, by column key. */
export function checkFields<Row>(
  columns: readonly Column<Row>[],
  typed: TypedValues,
  values: FieldValues,
): FieldErrors {
  const errors: Record<string, string> = {}
  for (const column of listShownColumns(columns, values)) {
    const given = typed[column.key]
    const problem = given === undefined ? null : checkField(column, given, values)
    if (problem !== null) errors[column.key] = problem
  }
  return errors
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

/** Without the fields of which `isLeft` says so. */
export function omitFields(typed: TypedValues, isLeft: (key: string) => boolean): TypedValues {
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !isLeft(key)))
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

function checkNumber(header: string, text: string): string | null {
  if (!NUMBER.test(text)) return `${header} must be a number.`
  return Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER ? `${header} is too large a number.` : null
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
