import * as v from 'valibot'
import type { MirrorDatabase } from './database.ts'

/** A kept list, as far as this build can read it. */
export interface KeptList<Row> {
  rows: Row[]
  /** When it was read from the environment, ms of the device's clock. */
  readAt: number
}

/** A list as it was last read from the environment; null where it never was, or can't be read any more. */
export async function readList<Row>(
  mirror: MirrorDatabase,
  name: string,
  schema: v.GenericSchema<unknown, Row[]>,
): Promise<KeptList<Row> | null> {
  const kept = await mirror.lists.get(name)
  const parsed = v.safeParse(schema, kept?.rows)
  return kept && parsed.success ? { rows: parsed.output, readAt: kept.readAt } : null
}
