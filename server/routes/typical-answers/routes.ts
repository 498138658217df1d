import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { mergePatch } from '../../http/merge-patch.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import {
  AUDITED_ANSWERS,
  deleteAnswer,
  insertAnswer,
  lockAnswer,
  readAnswers,
  updateAnswer,
} from '../../store/configuration/typical-answers.ts'
import { answerPatchSchema, newAnswerSchema } from './schema.ts'

/** Saved answers: read by everybody in the messenger, written by managers (CONTRACT sections 5 and 6). */
export function typicalAnswerRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const manager = requireStaff(ctx, ROLES.manager)
  const rows = serveConfigRows(ctx, {
    audited: AUDITED_ANSWERS,
    noun: 'answer',
    lock: lockAnswer,
    present: ({ id, label, answer }) => ({ id, label, answer }),
  })

  app.get('/api/info/typical-answers', requireStaff(ctx, ROLES.agent), async (c) => {
    const answers = await readAnswers(db)
    return c.json(answers.map(({ id, label, answer }) => ({ id, label, answer })))
  })
  app.get('/api/manager/typical-answers', manager, async (c) => rows.list(c, await readAnswers(db)))
  app.post('/api/manager/typical-answers', manager, async (c) => {
    const fields = await readJson(c, newAnswerSchema)
    return rows.create(c, ['add-answer', fields], ({ tx }) => insertAnswer(tx, fields))
  })
  app.put('/api/manager/typical-answers/:id', manager, async (c) => {
    const content = await readJson(c, answerPatchSchema)
    return rows.update(c, { id: readParam(c, 'id'), content }, ({ tx }, before) =>
      updateAnswer(tx, before.id, mergePatch(before, content)),
    )
  })
  app.delete('/api/manager/typical-answers/:id', manager, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteAnswer(tx, before.id)),
  )
  return app
}
