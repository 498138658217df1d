import { sql } from 'kysely'
import type { Db } from '../store.ts'

/** Notes an object before it is put: whatever happens then, it is known. */
export async function noteObject(db: Db, key: string): Promise<void> {
  await db.insertInto('attachmentObjects').values({ key }).execute()
}

/** Objects that no row names, noted longer than `ageSeconds` ago: none of them gets a row any more. */
export async function listOrphanObjects(db: Db, ageSeconds: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('attachmentObjects as object')
    .select('object.key')
    .where('putAt', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${ageSeconds}::float8)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attachments')
            .select('attachments.id')
            .where('attachments.home', '=', 's3')
            .whereRef('attachments.key', '=', 'object.key'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

export async function forgetObject(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attachmentObjects').where('key', '=', key).execute()
}
