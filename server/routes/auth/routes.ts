import { Hono } from 'hono'
import * as v from 'valibot'
import { authRequestSchema } from '#src/contract/auth.ts'
import { ROLES } from '#src/domain/roles.ts'
import { presentSignedIn } from '../../auth/present-user.ts'
import { endSession } from '../../auth/sessions.ts'
import { signIn, type SignInRequest } from '../../auth/sign-in.ts'
import type { ServerContext } from '../../context.ts'
import { failBadRequest, failWrongType } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readClient } from '../../http/client-address.ts'
import { refuseOtherPages } from '../../http/origins.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { findOwnBotType, readEnvironments } from '../../environments.ts'

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** CONTRACT section 3; POST and DELETE belong to the `authPost` group. */
export function authRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const botType = findOwnBotType(readEnvironments(ctx.settings.environmentsFile))
  const answer = async (c: AppContext, request: SignInRequest) => {
    const { user, token } = await signIn(ctx, request, readClient(c, ctx.settings))
    return c.json(presentSignedIn(user, token, botType))
  }

  app.get('/api/auth', (c) => {
    refuseOtherPages(c, ctx.settings)
    const parsed = v.safeParse(authRequestSchema, c.req.query())
    if (!parsed.success) throw failBadRequest('A username is needed.')
    return answer(c, parsed.output)
  })
  if (ctx.settings.capabilities === 'none') return app

  app.post('/api/auth', async (c) => {
    refuseOtherPages(c, ctx.settings)
    // A form of any page sends the other types, and needs nobody's leave for it.
    if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) throw failWrongType('A sign-in is JSON.')
    return answer(c, await readJson(c, authRequestSchema))
  })
  app.delete('/api/auth', requireStaff(ctx, ROLES.agent), async (c) => {
    await endSession(ctx.store.db, c.get('staff').tokenHash)
    return c.body(null, 204)
  })
  return app
}
