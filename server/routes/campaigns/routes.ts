import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import { readCampaign } from '../../campaigns/campaign-config.ts'
import { planCampaign, previewCampaign, startRun, type RunningCampaign } from '../../campaigns/start-run.ts'
import type { ServerContext } from '../../context.ts'
import { ApiError, failConflict, failInvalid, failNotFound } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson, readParam, readWholeNumber } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readRuns } from '../../store/campaigns/run-log.ts'
import { isRunning, lockRun, stopRun } from '../../store/campaigns/runs.ts'
import { lockConfiguration } from '../../store/configuration/audit.ts'
import { readBotConfig } from '../../store/configuration/bot-configs.ts'
import type { Db } from '../../store/store.ts'
import { runSchema } from './schema.ts'

const RUNS_LIMIT_MAX = 200
const DEFAULT_RUNS = 20

/** Runs of campaigns (CONTRACT section 6): what one would do, starting, stopping, and their log. */
export function campaignRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const isPlain = ctx.settings.capabilities === 'none'
  const admin = requireStaff(ctx, ROLES.admin)
  const readCall = (c: AppContext, content: unknown) => ({
    owner: `staff:${c.get('staff').user.id}`,
    key: readIdempotencyKey(c, ctx),
    content,
  })

  app.post('/api/run-campaign/:id', admin, async (c) => {
    const id = readParam(c, 'id')
    const hasBody = !isPlain && c.req.header('content-type') !== undefined
    const { testUsersOnly } = hasBody ? await readJson(c, runSchema) : { testUsersOnly: false }
    const { name } = c.get('staff').user
    const { answer } = await runIdempotent(
      ctx,
      readCall(c, ['run-campaign', id, testUsersOnly]),
      async (tx) => {
        await lockConfiguration(tx)
        const campaign = await findCampaign(tx, id)
        if (await isRunning(tx, id)) throw failRunning()
        const plan = await planCampaign(ctx, tx, campaign, { testUsersOnly, now: new Date() })
        if ('problem' in plan) throw failConflict(plan.problem)
        const recipients = plan.recipients.length
        if (recipients === 0) throw failConflict(testUsersOnly ? NO_TEST_USERS : NOBODY)
        const how = { slot: null, testUsersOnly, startedBy: name }
        const runId = await startRun(tx, campaign, plan, how)
        if (runId === null) throw failRunning()
        const body = isPlain ? { recipients } : { recipients, runId }
        return { answer: { kind: 'json', status: 202, body }, changes: [] }
      },
    )
    return answer.kind === 'json' ? c.json(answer.body, 202) : c.body(null, 202)
  })

  if (isPlain) return app
  app.get('/api/campaign-preview/:id', admin, async (c) => {
    const campaign = await findCampaign(db, readParam(c, 'id'))
    return c.json(await previewCampaign(ctx, ctx.store.patientDb, campaign, new Date()))
  })

  app.get('/api/campaign-runs', requireStaff(ctx, ROLES.marketing), async (c) => {
    const limit = readWholeNumber(c, 'limit', { min: 1, max: RUNS_LIMIT_MAX }) ?? DEFAULT_RUNS
    const campaignId = c.req.query('campaignId') || null
    const before = c.req.query('before') || null
    return c.json(await readRuns(ctx.store.patientDb, { campaignId, before, limit }))
  })

  app.post('/api/campaign-runs/:id/stop', admin, async (c) => {
    const id = readParam(c, 'id')
    const { answer } = await runIdempotent(ctx, readCall(c, ['stop-run', id]), async (tx) => {
      const run = await lockRun(tx, id)
      if (!run) throw failNotFound('This run')
      // One that has ended meanwhile is as stopped as it can be.
      if (run.state === 'running') await stopRun(tx, id)
      return { answer: { kind: 'json', status: 200, body: {} }, changes: [] }
    })
    return c.json(answer.kind === 'json' ? answer.body : {})
  })
  return app
}

const failRunning = () =>
  new ApiError(
    409,
    'already_running',
    'This campaign is running already. Wait until it has ended, or stop it.',
  )
const NOBODY = 'There is nobody whom this campaign would reach now.'
const NO_TEST_USERS = 'There are no test users whom this campaign would reach. Name some under Test Users.'

/** Throws 404 where it is gone, and 422 where a later build has written it. */
async function findCampaign(db: Db, id: string): Promise<RunningCampaign> {
  const row = await readBotConfig(db, 'cronCampaigns', id)
  if (!row) throw failNotFound('This campaign')
  const config = readCampaign(row)
  if (config === null) throw failInvalid('This campaign can not be read. Please set it up again.')
  return { id, config }
}
