import * as v from 'valibot'

/**
 * Reads a row field by field, so that one unreadable field never hides the row (CONTRACT section 1: "A row that is
 * partly unreadable is shown with what was readable and marked; it is never silently missing").
 *
 * `fields` gives each field its schema and what stands in where the field does not parse. Absent optional fields stay
 * absent. Returns null only where the input is no object at all; `unreadable` names the fields that were replaced.
 */
export function readLenient<T extends object>(
  fields: LenientFields<T>,
  input: unknown,
): { row: T; unreadable: string[] } | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const unreadable: string[] = []
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries<LenientField<unknown>>(fields)) {
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

/** A field's schema, and the value that stands in where it does not parse (undefined: the field is left out). */
export interface LenientField<V> {
  schema: v.GenericSchema<unknown, V>
  otherwise: V
}

export type LenientFields<T> = { [K in keyof T]-?: LenientField<T[K]> }

/** The items of a list that can be read: one that can't hides none of the others. What is no list does not parse. */
export function readableItems<T>(schema: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T[]> {
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

/** An ISO-8601 instant; normalised to UTC with milliseconds, so that times compare as strings. */
export const instantSchema = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not a time'),
  v.transform((text) => new Date(text).toISOString()),
)

/** A stable stand-in id for a row that came without one, so that it can be shown and does not multiply. */
export function standInId(input: unknown): string {
  const text = JSON.stringify(input) ?? String(input)
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return `unreadable-${(hash >>> 0).toString(16)}`
}
