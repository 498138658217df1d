import type { StaffRef } from '#src/contract/chats.ts'
import { failInvalid } from '../../errors.ts'
import type { Db, Tx } from '../store.ts'

/** Everybody who can sign in, by name; two may be called the same. */
export function readStaff(db: Db): Promise<{ id: string; name: string; role: number }[]> {
  return db.selectFrom('users').select(['id', 'name', 'role']).orderBy('name').orderBy('id').execute()
}

/** Somebody else than `me`, who stays until the transaction has ended. Throws 422 where there is no such colleague. */
export async function readColleague(tx: Tx, id: string, me: string): Promise<StaffRef> {
  if (id === me) throw failInvalid('A chat can only be passed to somebody else.')
  const row = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw failInvalid('This colleague is not there any more.')
  return row
}
