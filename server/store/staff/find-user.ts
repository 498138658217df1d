import { sql } from 'kysely'
import { foldCase } from '../../text.ts'
import type { Db } from '../store.ts'
import type { UserRow } from './staff-tables.ts'

/** The user of a username in whatever letter case. */
export async function findUser(db: Db, username: string): Promise<UserRow | undefined> {
  const users = db.selectFrom('users').selectAll()
  const found = await users.where(sql<boolean>`lower(username) = lower(${username})`).executeTakeFirst()
  const key = foldCase(username)
  if (found || /^\p{ASCII}*$/u.test(key)) return found
  // Few have letters beyond English, and the database's locale may not know these.
  const others = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<boolean>`octet_length(username) <> char_length(username)`)
    .execute()
  const namesake = others.find((other) => foldCase(other.username) === key)
  return namesake && users.where('id', '=', namesake.id).executeTakeFirst()
}
