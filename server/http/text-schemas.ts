import * as v from 'valibot'
import { isBlank } from '#src/domain/text/blank.ts'
import { isStorableText } from '../text.ts'

/** Ids of rows that a body names; any longer one is nobody's. */
export const MAX_ID_CHARS = 200

/** A text that says something and can be stored; surrounding space goes. `name` as in 'The department'. */
export function wordsSchema(name: string, maxChars: number) {
  return v.pipe(
    v.string(`${name} is missing.`),
    v.trim(),
    v.check((text) => !isBlank(text), `${name} is empty.`),
    v.maxLength(maxChars, `${name} is longer than ${maxChars} characters.`),
    v.check(isStorableText, `${name} holds characters that are no text.`),
  )
}

/** What may be left out; null and an empty text mean the same. */
export function optionalSchema(name: string, maxChars: number) {
  return v.pipe(
    v.optional(v.nullable(textSchema(name, maxChars)), null),
    v.transform((text) => text || null),
  )
}

/** A field of a change: absent stays undefined, which leaves the row's value; null and an empty text clear it. */
export function clearableSchema(name: string, maxChars: number) {
  return v.optional(
    v.pipe(
      v.nullable(textSchema(name, maxChars)),
      v.transform((text) => text || null),
    ),
  )
}

/** A password as it was typed: nothing is trimmed, but somebody would see something of it. */
export function passwordSchema(name: string, maxChars: number) {
  return v.pipe(
    v.string(`${name} is missing.`),
    v.check((text) => !isBlank(text), `${name} is empty.`),
    v.maxLength(maxChars, `${name} is longer than ${maxChars} characters.`),
    v.check(isStorableText, `${name} holds characters that are no text.`),
  )
}

/** What goes in and never out: absent or empty leaves it alone, null takes it away. */
export function secretSchema(name: string, maxChars: number) {
  return v.optional(
    v.pipe(
      v.nullable(v.union([v.literal(''), passwordSchema(name, maxChars)], `${name} is no text.`)),
      v.transform((secret) => (secret === '' ? undefined : secret)),
    ),
  )
}

export function flagSchema(name: string) {
  return v.boolean(`${name} is neither true nor false.`)
}

function textSchema(name: string, maxChars: number) {
  return v.pipe(
    v.string(`${name} is no text.`),
    v.trim(),
    v.transform((text) => (isBlank(text) ? '' : text)),
    v.maxLength(maxChars, `${name} is longer than ${maxChars} characters.`),
    v.check(isStorableText, `${name} holds characters that are no text.`),
  )
}
