import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import type { DepartmentRow } from '../../store/configuration/configuration-tables.ts'
import {
  AUDITED_DEPARTMENTS,
  deleteDepartment,
  insertDepartment,
  lockDepartment,
  readDepartments,
  renameDepartment,
} from '../../store/configuration/departments.ts'
import { departmentSchema } from './schema.ts'

/** Departments, which the wire calls queues: read by everybody, written by admins (CONTRACT section 6). */
export function departmentRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const admin = requireStaff(ctx, ROLES.admin)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_DEPARTMENTS,
    noun: 'department',
    lock: lockDepartment,
    present: presentDepartment,
  })

  app.get('/api/ticketing/Queues', requireStaff(ctx, ROLES.agent), async (c) =>
    rows.list(c, await readDepartments(ctx.store.db)),
  )
  app.post('/api/ticketing/Queues', admin, async (c) => {
    const { name } = await readJson(c, departmentSchema)
    return rows.create(c, ['add-queue', name], ({ tx }) => insertDepartment(tx, name))
  })
  app.put('/api/ticketing/Queues/:id', admin, async (c) => {
    const { name } = await readJson(c, departmentSchema)
    return rows.update(c, { id: readParam(c, 'id'), content: name }, ({ tx }, before) =>
      renameDepartment(tx, before.id, name),
    )
  })
  app.delete('/api/ticketing/Queues/:id', admin, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteDepartment(tx, before)),
  )
  return app
}

function presentDepartment({ id, name, isAdmin }: DepartmentRow) {
  return { id, name, isAdmin, ...(isAdmin ? { undeletable: true } : {}) }
}
