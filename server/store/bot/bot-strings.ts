import { sql } from 'kysely'
import type { Db, Tx } from '../store.ts'

/** Where a text is other than the shipped one: what it is; null takes the shipped one again. */
export interface StringChange {
  key: string
  text: string | null
}

/** What was saved over the shipped texts of all languages. */
export function readAllSavedStrings(db: Db): Promise<{ locale: string; key: string; text: string }[]> {
  return db.selectFrom('botStrings').select(['locale', 'key', 'text']).orderBy('locale').execute()
}

/** What was saved of a language with its version, both of one moment; 0 where nothing ever was. */
export async function readSavedCatalog(
  db: Db,
  locale: string,
): Promise<{ version: number; saved: { key: string; text: string }[] }> {
  const { rows } = await sql<{ version: number; key: string | null; text: string | null }>`
    select coalesce(bot_catalogs.version, 0) as version, bot_strings.key, bot_strings.text
    from (select ${locale}::text as locale) asked
    left join bot_catalogs on bot_catalogs.locale = asked.locale
    left join bot_strings on bot_strings.locale = asked.locale`.execute(db)
  const saved = rows.flatMap(({ key, text }) => (key === null || text === null ? [] : [{ key, text }]))
  return { version: rows[0]?.version ?? 0, saved }
}

/** Writes changes of a language's texts, after `lockConfiguration`. Gives its version, which has risen. */
export async function writeStrings(
  tx: Tx,
  locale: string,
  changes: readonly StringChange[],
): Promise<number> {
  const keys = changes.map(({ key }) => key)
  await tx.deleteFrom('botStrings').where('locale', '=', locale).where('key', 'in', keys).execute()
  const rows = changes.flatMap(({ key, text }) => (text === null ? [] : [{ locale, key, text }]))
  if (rows.length > 0) await tx.insertInto('botStrings').values(rows).execute()
  const { version } = await tx
    .insertInto('botCatalogs')
    .values({ locale, version: 1 })
    .onConflict((on) => on.column('locale').doUpdateSet({ version: sql<number>`bot_catalogs.version + 1` }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
