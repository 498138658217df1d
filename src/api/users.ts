import { usersSchema, userSchema, type ListedUser, type NewUser } from '#src/contract/users.ts'
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
