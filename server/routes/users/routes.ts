import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import { explainWeakPassword } from '#src/domain/staff/new-password.ts'
import { checkNewPassword } from '../../auth/new-password.ts'
import { digestSecret, hashPassword } from '../../auth/passwords.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readClient } from '../../http/client-address.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readIdempotencyKey } from '../../http/idempotency.ts'
import { mergePatch } from '../../http/merge-patch.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import {
  AUDITED_USERS,
  deleteUser,
  insertUser,
  lockUser,
  readUsers,
  updateUser,
  type ListedUserRow,
} from '../../store/staff/users.ts'
import { newUserSchema, parseFbid, userPatchSchema } from './schema.ts'

/** Who can sign in, and as what (CONTRACT sections 3 and 6). Passwords are hashed before the transaction (E5). */
export function userRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows<ListedUserRow>(ctx, {
    audited: AUDITED_USERS,
    noun: 'user',
    lock: lockUser,
    present: presentUser,
  })

  app.get('/api/admin/users', admin, async (c) => rows.list(c, await readUsers(ctx.store.db)))
  app.post('/api/admin/users', admin, async (c) => {
    const { name: username, unsafePassword, role } = await readJson(c, newUserSchema)
    await checkNewPassword(unsafePassword, username)
    const client = readClient(c, ctx.settings)
    const content = {
      username,
      role,
      password: await digestSecret(unsafePassword, readIdempotencyKey(c, ctx), client),
    }
    const passwordHash = await hashPassword(unsafePassword, client)
    return rows.create(c, ['add-user', content], ({ tx }) =>
      insertUser(tx, { username, name: username, role, fbid: null, passwordHash }),
    )
  })
  app.post('/api/admin/users-by-fbid/:fbid', admin, (c) => {
    const fbid = parseFbid(readParam(c, 'fbid'))
    const username = `facebook-${fbid}`
    return rows.create(c, ['add-user-by-fbid', fbid], ({ tx }) =>
      insertUser(tx, { username, name: username, role: ROLES.agent, fbid, passwordHash: null }),
    )
  })
  app.put('/api/admin/users/:id', admin, async (c) => {
    const { unsafePassword, ...fields } = await readJson(c, userPatchSchema)
    if (unsafePassword) await checkNewPassword(unsafePassword, fields.username ?? '')
    const client = readClient(c, ctx.settings)
    const content = {
      ...fields,
      password: await digestSecret(unsafePassword, readIdempotencyKey(c, ctx), client),
    }
    const passwordHash = unsafePassword ? await hashPassword(unsafePassword, client) : undefined
    return rows.update(c, { id: readParam(c, 'id'), content }, (scope, before) => {
      const after = mergePatch(before, { ...fields, passwordHash })
      const problem = unsafePassword ? explainWeakPassword(unsafePassword, after.username) : null
      if (problem !== null) throw failInvalid(problem)
      return updateUser(scope, before, after)
    })
  })
  app.delete('/api/admin/users/:id', admin, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, (scope, before) => deleteUser(scope, before)),
  )
  return app
}

/** A password never leaves the server; the last admin can't be removed. */
function presentUser(user: ListedUserRow) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    role: user.role,
    ...(user.fbid === null ? {} : { fbid: user.fbid }),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    lastLogin: user.lastLogin?.toISOString() ?? null,
    ...(user.isLastAdmin ? { undeletable: true } : {}),
  }
}
