import { catalogSchema, type Translation } from '#src/contract/translations.ts'
import { replaceTexts } from '#src/domain/translations/catalog.ts'
import { ApiError } from './errors.ts'
import type { ApiSession } from './http.ts'
import { versionOf, writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'
import { callAs, callVersioned } from './session-call.ts'

const pathOf = (locale: string) => `/api/translations/${encodeURIComponent(locale)}`

/** A language's texts, and the shipped ones where the environment has versions (CONTRACT section 2, `admin`). Throws ApiError. */
export async function fetchTranslation(
  session: ApiSession,
  locale: string,
  signal?: AbortSignal,
): Promise<Translation> {
  const call = { method: 'GET' as const, path: pathOf(locale), ...(signal && { signal }) }
  const { value: catalog, etag } = await callVersioned(session, call, catalogSchema)
  if (etag === undefined) return { id: locale, catalog, shipped: null }
  const shipped = await callAs(session, { ...call, query: { shipped: '1' } }, catalogSchema)
  return { id: locale, catalog, shipped, etag }
}

/** Saves the whole catalogue with other texts by their keys. `row` is the one that the person saw. */
export async function saveTranslation(
  session: ApiSession,
  row: Translation,
  texts: Readonly<Record<string, string>>,
  options: WriteOptions,
): Promise<WriteAnswer<Translation>> {
  const catalog = replaceTexts(row.catalog, new Map(Object.entries(texts)))
  const answer = await writeRow(
    session,
    { method: 'POST', path: pathOf(row.id), json: catalog, ...options, ...versionOf(row) },
    catalogSchema,
  )
  switch (answer.kind) {
    case 'done':
      // Where it can't be read, the former version makes the next save ask.
      return { kind: 'done', row: (await readNow(session, row.id)) ?? { ...row, catalog } }
    case 'changed': {
      const now = await readNow(session, row.id)
      return now === null ? { kind: 'unreachable' } : { kind: 'changed', row: now }
    }
    default:
      return answer
  }
}

/** With its version, which no body carries; null where it can't be read. */
async function readNow(session: ApiSession, locale: string): Promise<Translation | null> {
  try {
    return await fetchTranslation(session, locale)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
