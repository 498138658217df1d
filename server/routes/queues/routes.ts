import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import type { QueueRow } from '../../store/configuration/configuration-tables.ts'
import {
  AUDITED_QUEUES,
  deleteQueue,
  insertQueue,
  lockQueue,
  readQueues,
  renameQueue,
} from '../../store/configuration/queues.ts'
import { queueSchema } from './schema.ts'

/** Departments, which the wire calls queues: read by everybody, written by admins (CONTRACT section 6). */
export function queueRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_QUEUES,
    noun: 'department',
    lock: lockQueue,
    present: presentQueue,
  })

  app.get('/api/ticketing/Queues', requireStaff(ctx, ROLES.agent), async (c) =>
    rows.list(c, await readQueues(ctx.store.db)),
  )
  app.post('/api/ticketing/Queues', admin, async (c) => {
    const { name } = await readJson(c, queueSchema)
    return rows.create(c, ['add-queue', name], ({ tx }) => insertQueue(tx, name))
  })
  app.put('/api/ticketing/Queues/:id', admin, async (c) => {
    const { name } = await readJson(c, queueSchema)
    return rows.update(c, { id: readParam(c, 'id'), content: name }, ({ tx }, before) =>
      renameQueue(tx, before.id, name),
    )
  })
  app.delete('/api/ticketing/Queues/:id', admin, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteQueue(tx, before)),
  )
  return app
}

function presentQueue({ id, name, isAdmin }: QueueRow) {
  return { id, name, isAdmin, ...(isAdmin ? { undeletable: true } : {}) }
}
