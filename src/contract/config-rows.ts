import * as v from 'valibot'
import { idSchema, type LenientFields, type Marked } from './lenient.ts'

/** What every row of the configuration has or may have (CONTRACT section 6). */
export interface ConfigRow extends Marked {
  id: string
  /** The row can't be deleted, and shows no control for it (specification section 2). */
  undeletable?: boolean
  /** The row's version, to be given back as it is in `If-Match`; absent where the group `admin` is not offered. */
  etag?: string
}

type ConfigFields = Omit<ConfigRow, 'unreadable'>

export const configRowFields: LenientFields<ConfigFields> = {
  id: { schema: idSchema, otherwise: '' },
  undeletable: { schema: v.optional(v.boolean()), otherwise: undefined },
  etag: { schema: v.optional(v.string()), otherwise: undefined },
}

/** Text that may be missing or null, which is as good as empty. */
export const looseTextSchema = v.pipe(
  v.nullish(v.string()),
  v.transform((text) => text ?? ''),
)
/** Null and absent mean the same. */
export const looseIdSchema = v.pipe(
  v.nullish(idSchema),
  v.transform((id) => id ?? null),
)
