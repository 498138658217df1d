import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import { digestSecret, hashPassword } from '../../auth/passwords.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readClient } from '../../http/client-address.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readIdempotencyKey } from '../../http/idempotency.ts'
import { mergePatch } from '../../http/merge-patch.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import {
  AUDITED_ASSIGNEES,
  deleteAssignee,
  insertAssignee,
  lockAssignee,
  readAssignees,
  updateAssignee,
} from '../../store/staff/assignees.ts'
import type { AssigneeRow } from '../../store/staff/staff-tables.ts'
import { ASSIGNEE_STATUSES, assigneePatchSchema, newAssigneeSchema } from './schema.ts'

/** An assignee whose state nobody has set yet. */
const INACTIVE = 1

/** Assignees, which the wire calls agents of the ticketing: read by operators, written by admins (CONTRACT section 6). */
export function assigneeRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const operator = requireStaff(ctx, ROLES.operator)
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_ASSIGNEES,
    noun: 'assignee',
    lock: lockAssignee,
    present: presentAssignee,
  })

  app.get('/api/ticketing/AgentStatuses', operator, (c) => c.json(ASSIGNEE_STATUSES))
  app.get('/api/ticketing/Agents', operator, async (c) => rows.list(c, await readAssignees(ctx.store.db)))
  app.post('/api/ticketing/Agents', admin, async (c) => {
    const { password, ...fields } = await readJson(c, newAssigneeSchema)
    const client = readClient(c, ctx.settings)
    const content = { ...fields, password: await digestSecret(password, readIdempotencyKey(c, ctx), client) }
    const passwordHash = password ? await hashPassword(password, client) : null
    const { name, telephoneNumber, username = null, queueId = null, statusId = INACTIVE } = fields
    return rows.create(c, ['add-assignee', content], ({ tx }) =>
      insertAssignee(tx, { name, telephoneNumber, username, queueId, statusId, passwordHash }),
    )
  })
  app.put('/api/ticketing/Agents/:id', admin, async (c) => {
    const { password, ...fields } = await readJson(c, assigneePatchSchema)
    const client = readClient(c, ctx.settings)
    const content = { ...fields, password: await digestSecret(password, readIdempotencyKey(c, ctx), client) }
    const passwordHash = password ? await hashPassword(password, client) : password
    return rows.update(c, { id: readParam(c, 'id'), content }, ({ tx }, before) =>
      updateAssignee(tx, before.id, mergePatch(before, { ...fields, passwordHash })),
    )
  })
  app.delete('/api/ticketing/Agents/:id', admin, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx, by }, before) => deleteAssignee(tx, by, before)),
  )
  return app
}

function presentAssignee({ id, name, username, telephoneNumber, queueId, statusId }: AssigneeRow) {
  return { id, name, username, telephoneNumber, queueId, statusId }
}
