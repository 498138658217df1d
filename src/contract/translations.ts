import * as v from 'valibot'
import type { Catalog } from '#src/domain/translations/catalog.ts'

/** Groups within groups: many times what any environment has, and few enough to be read by calls within calls. */
const MAX_LEVELS = 30

/** `GET /api/translations/{locale}`: nested names with their texts, and nothing else. */
export const catalogSchema: v.GenericSchema<unknown, Catalog> = nestCatalog(MAX_LEVELS)

function nestCatalog(levels: number): v.GenericSchema<unknown, Catalog> {
  const text = v.string()
  return v.record(v.string(), levels === 1 ? text : v.union([text, nestCatalog(levels - 1)]))
}

/** A language's texts as the console has them; `id` is the locale. */
export interface Translation {
  id: string
  catalog: Catalog
  /** The texts that came with the environment's build; null where it does not tell them. */
  shipped: Catalog | null
  /** Absent where the environment has no `admin` group. */
  etag?: string
}

/** As it is kept for the time without a line. */
export const translationsSchema: v.GenericSchema<unknown, Translation[]> = v.pipe(
  v.array(
    v.object({
      id: v.string(),
      catalog: catalogSchema,
      shipped: v.nullable(catalogSchema),
      etag: v.optional(v.string()),
    }),
  ),
  v.transform((rows) =>
    rows.map(({ etag, ...row }): Translation => (etag === undefined ? row : { ...row, etag })),
  ),
)
