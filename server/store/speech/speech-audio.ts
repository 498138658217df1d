import { sql } from 'kysely'
import { agoOf, DAY_SECONDS } from '../aged-rows.ts'
import type { Db, Tx } from '../store.ts'

/** Which of these keys have audio. */
export async function findRecorded(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('speechAudio')
    .select('key')
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** The bytes of an MP3; undefined where nothing is recorded under this key. */
export async function readAudio(db: Db, key: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('speechAudio').select('mp3').where('key', '=', key).executeTakeFirst()
  return row?.mp3
}

/** Keeps audio under its key; what is there already stays. */
export async function keepAudio(db: Db, key: string, mp3: Uint8Array): Promise<void> {
  await db
    .insertInto('speechAudio')
    .values({ key, mp3 })
    .onConflict((on) => on.column('key').doNothing())
    .execute()
}

/** Removes what is over a day old and has none of these keys. */
export async function deleteUnsaid(tx: Tx, said: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('speechAudio')
    .where('createdAt', '<', agoOf(DAY_SECONDS))
    .where(sql<boolean>`not key = any(${[...said]}::text[])`)
    .execute()
}
