import { Hono } from 'hono'
import * as v from 'valibot'
import { authRequestSchema } from '#src/contract/auth.ts'
import { ROLES } from '#src/domain/roles.ts'
import { presentSignedIn } from '../../auth/present-user.ts'
import { endSession } from '../../auth/sessions.ts'
import { signIn, type SignInRequest } from '../../auth/sign-in.ts'
import type { ServerContext } from '../../context.ts'
import { failBadRequest } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { findOwnBotType, readEnvironments } from '../../shell/environments.ts'

/** CONTRACT section 3; POST and DELETE belong to the `authPost` group. */
export function authRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const botType = findOwnBotType(readEnvironments(ctx.settings.environmentsFile))
  const answer = async (c: AppContext, request: SignInRequest) => {
    const { user, token } = await signIn(ctx, request, readClientAddress(c, ctx.settings))
    return c.json(presentSignedIn(user, token, botType))
  }

  app.get('/api/auth', (c) => {
    const parsed = v.safeParse(authRequestSchema, c.req.query())
    if (!parsed.success) throw failBadRequest('A username is needed.')
    return answer(c, parsed.output)
  })
  if (ctx.settings.capabilities === 'none') return app

  app.post('/api/auth', async (c) => answer(c, await readJson(c, authRequestSchema)))
  app.delete('/api/auth', requireStaff(ctx, ROLES.agent), async (c) => {
    await endSession(ctx.store.db, c.get('staff').tokenHash)
    return c.body(null, 204)
  })
  return app
}
