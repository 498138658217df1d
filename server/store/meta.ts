import type { Db } from './store.ts'

/** Whether the hotel is a demonstration (CONTRACT section 8): a row in the database says so, set by `insertHotel`. */
export async function readIsDemonstration(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'demonstration')
    .executeTakeFirst()
  return row?.value === 'true'
}

/** Whether there is nobody and nothing yet, so that a demonstration or a first admin may be created. */
export async function isStoreEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user) return false
  return (await db.selectFrom('chats').select('id').limit(1).executeTakeFirst()) === undefined
}
