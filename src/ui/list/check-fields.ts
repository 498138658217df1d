import { formatCount } from '#src/lib/format-count.ts'
import { isRemoval, toValue } from './column-values.ts'
import { listShownColumns, type Column } from './declare-list.ts'
import { isFilled, type FieldErrors, type FieldValues, type Typed, type TypedValues } from './field-values.ts'

const NUMBER = /^[+-]?\d+(\.\d+)?$/

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

function checkNumber(header: string, text: string): string | null {
  if (!NUMBER.test(text)) return `${header} must be a number.`
  return Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER ? `${header} is too large a number.` : null
}
