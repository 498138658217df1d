import { Hono } from 'hono'
import type { ServerContext } from './context.ts'
import { failNotFound } from './errors.ts'
import { guestRoutes } from './guest/guest-routes.ts'
import { answerError } from './http/answer-error.ts'
import type { App, AppEnv } from './http/app-env.ts'
import { allowOrigins } from './http/origins.ts'
import { requireSecureTransport } from './http/secure-transport.ts'
import { alertRoutes } from './routes/alerts/routes.ts'
import { analyticsRoutes } from './routes/analytics/routes.ts'
import { assigneeRoutes } from './routes/assignees/routes.ts'
import { attachmentRoutes } from './routes/attachments/routes.ts'
import { auditRoutes } from './routes/audit/routes.ts'
import { authRoutes } from './routes/auth/routes.ts'
import { botConfigRoutes } from './routes/bot-config/routes.ts'
import { campaignRoutes } from './routes/campaigns/routes.ts'
import { segmentRoutes } from './routes/campaigns/segment-routes.ts'
import { channelRoutes } from './routes/channels/routes.ts'
import { chatRoutes } from './routes/chats/routes.ts'
import { guestDataRoutes } from './routes/guests/routes.ts'
import { integrationRoutes } from './routes/integrations/routes.ts'
import { notUnderstoodRoutes } from './routes/luis/not-understood-routes.ts'
import { luisRoutes } from './routes/luis/routes.ts'
import { tryRoutes } from './routes/luis/try-routes.ts'
import { versionRoutes } from './routes/luis/version-routes.ts'
import { metaRoutes } from './routes/meta/routes.ts'
import { pushRoutes } from './routes/push/routes.ts'
import { departmentRoutes } from './routes/departments/routes.ts'
import { referenceRoutes } from './routes/reference/routes.ts'
import { speechRoutes } from './routes/speech/routes.ts'
import { staffRoutes } from './routes/staff/routes.ts'
import { syncRoutes } from './routes/sync/routes.ts'
import { takeoverRoutes } from './routes/takeover/routes.ts'
import { testUserRoutes } from './routes/test-users/routes.ts'
import { ticketRoutes } from './routes/tickets/routes.ts'
import { translationRoutes } from './routes/translations/routes.ts'
import { typicalAnswerRoutes } from './routes/typical-answers/routes.ts'
import { userRoutes } from './routes/users/routes.ts'
import { compressAnswers } from './shell/compress-answers.ts'
import { shellRoutes } from './shell/shell-routes.ts'

/** Paths of the environment's calls; whatever else there is belongs to the shell. */
const CALL_PATHS = ['/api/*', '/analytics/*']

/** Everything that is answered over HTTP. `strict: false`: a trailing slash makes no difference (CONTRACT section 1). */
export function createApp(ctx: ServerContext): App {
  const app = new Hono<AppEnv>({ strict: false })
  if (ctx.settings.tlsCert !== null) app.use(requireSecureTransport())
  for (const path of CALL_PATHS) {
    app.use(path, compressAnswers())
    app.use(path, allowOrigins(ctx.settings))
    app.use(path, async (c, next) => {
      await next()
      // Guests' words and tokens are kept by nobody on the way; an attachment says for itself how long it is kept.
      if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
      // What is kept is kept for whoever asked for it, and not for the next who signs in on that device.
      else if (!c.res.headers.get('Cache-Control')?.includes('no-store'))
        c.res.headers.append('Vary', 'Authorization')
    })
  }
  const routes = [
    metaRoutes,
    authRoutes,
    chatRoutes,
    referenceRoutes,
    syncRoutes,
    takeoverRoutes,
    staffRoutes,
    ticketRoutes,
    departmentRoutes,
    assigneeRoutes,
    typicalAnswerRoutes,
    botConfigRoutes,
    segmentRoutes,
    campaignRoutes,
    alertRoutes,
    luisRoutes,
    tryRoutes,
    notUnderstoodRoutes,
    versionRoutes,
    speechRoutes,
    translationRoutes,
    integrationRoutes,
    userRoutes,
    testUserRoutes,
    guestDataRoutes,
    auditRoutes,
    analyticsRoutes,
    pushRoutes,
    attachmentRoutes,
    channelRoutes,
    guestRoutes,
  ]
  for (const mount of routes) app.route('/', mount(ctx))
  for (const path of CALL_PATHS) {
    app.all(path, () => {
      throw failNotFound('This call')
    })
  }
  app.route('/', shellRoutes(ctx))
  app.onError((error, c) => answerError(c, error, ctx.log))
  return app
}
