import { isBlank } from '#src/domain/text/blank.ts'

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

/** Several texts that a field holds; what it holds otherwise is none. */
export function readTexts(typed: Typed | FieldValue | undefined): readonly string[] {
  return typeof typed === 'object' && typed !== null ? typed.filter((one) => typeof one === 'string') : []
}

/** Several with parts that a field holds; what it holds otherwise is none. */
export function readRecords(typed: Typed | FieldValue | undefined): readonly TextRecord[] {
  return typeof typed === 'object' && typed !== null ? typed.filter((one) => typeof one === 'object') : []
}

/** What nobody would see does not fill a field, as whitespace does not (specification section 5). */
export function isFilled(typed: Typed): boolean {
  if (typeof typed === 'string') return !isBlank(typed)
  return typeof typed === 'boolean' || typed.length > 0
}

export function isSameTyped(one: Typed | undefined, other: Typed | undefined): boolean {
  if (one === other) return true
  return typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

/** Without the fields of which `isLeft` says so. */
export function omitFields(typed: TypedValues, isLeft: (key: string) => boolean): TypedValues {
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !isLeft(key)))
}
