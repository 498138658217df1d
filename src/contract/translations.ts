import * as v from 'valibot'
import type { Catalog } from '#src/domain/translations/catalog.ts'

/** `GET /api/translations/{locale}`: nested names with their texts, and nothing else. */
export const catalogSchema: v.GenericSchema<unknown, Catalog> = v.record(
  v.string(),
  v.union([v.string(), v.lazy(() => catalogSchema)]),
)

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
