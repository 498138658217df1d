import * as v from 'valibot'

/**
 * Reads a row field by field, so that one unreadable field never hides the row (CONTRACT section 1: "A row that is
 * partly unreadable is shown with what was readable and marked; it is never silently missing").
 *
 * `fields` gives each field its schema and what stands in where the field does not parse. Absent optional fields stay
 * absent. Returns null only where the input is no object at all; `unreadable` names the fields that were replaced.
 */
function readLenient<T extends object>(
  fields: LenientFields<T>,
  input: unknown,
): { row: T; unreadable: string[] } | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  return readFields(fields, input)
}

function readFields<T extends object>(
  fields: LenientFields<T>,
  input: object,
): { row: T; unreadable: string[] } {
  const unreadable: string[] = []
  const row: Record<string, unknown> = {}
  for (const [name, field] of listFields(fields)) {
    const raw: unknown = Reflect.get(input, name)
    const parsed = v.safeParse(field.schema, raw)
    if (parsed.success) {
      if (parsed.output !== undefined) row[name] = parsed.output
      continue
    }
    if (raw !== undefined) unreadable.push(name)
    if (field.otherwise !== undefined) row[name] = field.otherwise
  }
  return { row: row as T, unreadable }
}

/** Made once for ten thousand rows. */
const listed = new WeakMap<object, [string, LenientField<unknown>][]>()

function listFields<T extends object>(fields: LenientFields<T>): [string, LenientField<unknown>][] {
  const known = listed.get(fields) ?? Object.entries<LenientField<unknown>>(fields)
  listed.set(fields, known)
  return known
}

/** A field's schema, and the value that stands in where it does not parse (undefined: the field is left out). */
export interface LenientField<V> {
  schema: v.GenericSchema<unknown, V>
  otherwise: V
}

export type LenientFields<T> = { [K in keyof T]-?: LenientField<T[K]> }

/** The items of a list that can be read: one that can't hides none of the others. What is no list does not parse. */
function readableItems<T>(schema: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T[]> {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.flatMap((item) => readItem(schema, item))),
  )
}

/** As `readableItems`; null is as good as absent. */
export function listOfReadable<T>(
  schema: v.GenericSchema<unknown, T>,
): v.GenericSchema<unknown, T[] | undefined> {
  return v.pipe(
    v.nullish(readableItems(schema)),
    v.transform((items) => items ?? undefined),
  )
}

function readItem<T>(schema: v.GenericSchema<unknown, T>, item: unknown): T[] {
  const parsed = v.safeParse(schema, item)
  return parsed.success ? [parsed.output] : []
}

/** An opaque id. Environments that number their rows are read too: the number becomes its decimal string. */
export const idSchema = v.union([
  v.pipe(v.string(), v.minLength(1)),
  v.pipe(
    v.number(),
    v.transform((id) => String(id)),
  ),
])

const NORMAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** An ISO-8601 instant; normalised to UTC with milliseconds, so that times compare as strings. */
export const instantSchema = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not a time'),
  // What an environment of ours sends is normal already, ten thousand times a list.
  v.transform((text) => (NORMAL.test(text) ? text : new Date(text).toISOString())),
)

/** Names of fields that could not be read and hold a stand-in; `row`: none of it was. Absent where all was readable. */
export interface Marked {
  unreadable?: string[]
}

/** A row from the wire, marked where it is not wholly readable; never dropped, and never without an id. */
export function readRow<T extends { id: string }>(fields: LenientFields<T>, input: unknown): T & Marked {
  const { row, unreadable } = readLenient(fields, input) ?? {
    row: readFields(fields, {}).row,
    unreadable: ['row'],
  }
  if (row.id === '') {
    row.id = standInId(input)
    if (!unreadable.includes('row') && !unreadable.includes('id')) unreadable.push('id')
  }
  return unreadable.length > 0 ? { ...row, unreadable } : row
}

/** A list of such rows: one that is unreadable hides no other. */
export function rowsSchema<T extends { id: string }>(fields: LenientFields<T>) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((rows) => rows.map((row) => readRow(fields, row))),
  )
}

/** A whole answer that must be one such row: what has no id is not the environment's answer. */
export function rowSchema<T extends { id: string }>(fields: LenientFields<T>) {
  return v.pipe(
    v.looseObject({ id: idSchema }),
    v.transform((row) => readRow(fields, row)),
  )
}

const STAND_IN = 'unreadable-'

/** Whether the environment knows a row by this id: one that came without any is shown, and can't be chosen. */
export function isKnownId(id: string): boolean {
  return !id.startsWith(STAND_IN)
}

/** A stable stand-in id for a row that came without one, so that it can be shown and does not multiply. */
function standInId(input: unknown): string {
  const hash = hashText(writeRow(input))
  return `${STAND_IN}${(hash >>> 0).toString(16)}`
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash
}

function writeRow(input: unknown): string {
  try {
    return JSON.stringify(input) ?? String(input)
  } catch {
    return flatten(input)
  }
}

/** Of what is deeper than calls can go: `JSON.parse` makes it, and `JSON.stringify` throws (RangeError). */
function flatten(input: unknown): string {
  const parts: string[] = []
  const waiting = [input]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) {
      parts.push(JSON.stringify(value) ?? '')
      continue
    }
    for (const [name, inner] of Object.entries(value)) {
      parts.push(name)
      waiting.push(inner)
    }
  }
  return parts.join()
}
