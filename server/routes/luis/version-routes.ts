import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import { compareVersions } from '../../bot/compare-versions.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { createConfigWriter } from '../../http/config-rows.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { publishFormer, readVersion, type BotVersion } from '../../store/bot/bot-versions.ts'
import { readIntents } from '../../store/bot/intents.ts'
import { countSets, describeSet, isSameSets } from '../../store/bot/training-sets.ts'
import { recordChange } from '../../store/configuration/audit.ts'
import type { Db } from '../../store/store.ts'
import { AUDITED_BOT, describeDone } from './audited-bot.ts'
import { goBackSchema } from './sentence-schemas.ts'

/** The version that answers and the one before it (docs/decisions/046-what-was-not-understood.md); announced under `bot`. */
export function versionRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const operator = requireStaff(ctx, ROLES.operator)
  const write = createConfigWriter(ctx)

  app.get('/api/luis/versions', operator, async (c) => c.json(await describeVersions(ctx.store.db)))
  app.post('/api/luis/go-back', operator, async (c) => {
    const { modelId } = await readJson(c, goBackSchema)
    return write(c, ['go-back', modelId], async ({ tx, by }) => {
      const version = await publishFormer(tx, modelId)
      const words = `went back to the version of ${nameTime(version.at)}`
      await recordChange(tx, by, AUDITED_BOT, describeDone('published', words))
      return { kind: 'json', status: 200, body: await describeVersions(tx) }
    })
  })
  return app
}

/** `isPresent`: whether the questions that there are now are those that the bot answers by. */
async function describeVersions(db: Db) {
  const [published, former, intents] = [
    await readVersion(db, 'published'),
    await readVersion(db, 'former'),
    await readIntents(db),
  ]
  const names = new Map(intents.map(({ id, name }) => [id, name]))
  return {
    published: published && {
      ...presentVersion(published),
      isPresent: isSameSets(published.sets, intents.map(describeSet)),
    },
    former: former && presentVersion(former),
    difference: published && former && compareVersions(published.sets, former.sets, names),
  }
}

/** For people: `2026-11-25 23:10 UTC`. */
function nameTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function presentVersion({ id, sets, at, publishedAt }: BotVersion) {
  return { id, at: at.toISOString(), publishedAt: publishedAt.toISOString(), ...countSets(sets) }
}
