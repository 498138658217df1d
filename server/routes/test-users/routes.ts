import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import {
  AUDITED_TEST_USERS,
  deleteTestUser,
  insertTestUser,
  lockTestUser,
  readTestUsers,
} from '../../store/configuration/test-users.ts'

/** Chats that staff try the bot with (CONTRACT section 6). PUT marks a chat as one; its body says nothing. */
export function testUserRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_TEST_USERS,
    noun: 'test user',
    lock: lockTestUser,
    present: ({ id, displayName }) => ({ id, displayName }),
  })

  app.get('/api/test-users', admin, async (c) => rows.list(c, await readTestUsers(ctx.store.db)))
  app.put('/api/test-users/:id', admin, (c) => {
    const id = readParam(c, 'id')
    return rows.put(c, { id }, ({ tx }) => insertTestUser(tx, id))
  })
  app.delete('/api/test-users/:id', admin, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteTestUser(tx, before.id)),
  )
  return app
}
