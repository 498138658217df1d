import { usersSchema, userSchema, type ListedUser } from '#src/contract/users.ts'
import type { Role } from '#src/domain/roles.ts'
import {
  createRowCalls,
  rowPath,
  writeRow,
  type RowCalls,
  type WriteAnswer,
  type WriteOptions,
} from './rows.ts'
import type { ApiSession } from './http.ts'
import { callAs } from './session-call.ts'

/** A user who is to be added: with a password, or through the social network (specification section 7). */
export type NewUser = { name: string; unsafePassword: string } | { fbid: string }

/** What a PUT changes. */
export interface UserPatch {
  username?: string
  role?: Role
  unsafePassword?: string
}

const PATH = '/api/admin/users'
const calls = createRowCalls({ path: `${PATH}/`, rows: usersSchema, row: userSchema })

/** Who can sign in; admins only. */
export const userCalls = {
  update: calls.update,
  remove: calls.remove,
  /** Throws ApiError. */
  list: (session, signal) => callAs(session, { method: 'GET', path: PATH, signal }, usersSchema),
  create: (session, user: NewUser, options) =>
    'fbid' in user
      ? writeRow(
          session,
          { method: 'POST', path: rowPath('/api/admin/users-by-fbid/', user.fbid), ...options },
          userSchema,
        )
      : writeRow(session, { method: 'POST', path: PATH, json: user, ...options }, userSchema),
} satisfies Partial<RowCalls<ListedUser>> & {
  create(session: ApiSession, user: NewUser, options: WriteOptions): Promise<WriteAnswer<ListedUser>>
}
