import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import { listNotUnderstood, type UnknownGroup } from '../../bot/list-not-understood.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { createConfigWriter } from '../../http/config-rows.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { addQuestions } from '../../store/bot/intent-questions.ts'
import { deleteSeenSentences, type SeenSentences } from '../../store/bot/unknown-sentences.ts'
import { recordChange } from '../../store/configuration/audit.ts'
import type { WriteScope } from '../../store/configuration/write-scope.ts'
import { countThings } from '../../text.ts'
import { AUDITED_BOT, describeDone } from './audited-bot.ts'
import { seenSentencesSchema, usedSentencesSchema } from './sentence-schemas.ts'

/** What guests said that the bot did not understand (docs/decisions/046-what-was-not-understood.md); announced under `bot`. */
export function notUnderstoodRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const operator = requireStaff(ctx, ROLES.operator)
  const write = createConfigWriter(ctx)

  app.get('/api/luis/not-understood', operator, async (c) => {
    const { groups, total } = await listNotUnderstood(ctx.store.db)
    return c.json({ groups: groups.map(presentGroup), total })
  })
  app.post('/api/luis/not-understood/use', operator, async (c) => {
    const content = await readJson(c, usedSentencesSchema)
    const { texts, intentName } = content
    return write(c, ['use-sentences', content], async (scope) => {
      const questions = await addQuestions(
        scope,
        texts.map((text) => ({ text, intentName })),
      )
      const used = await takeSentences(scope, content, `put into ${intentName}`)
      return { kind: 'json', status: 200, body: { questions, used } }
    })
  })
  app.post('/api/luis/not-understood/dismiss', operator, async (c) => {
    const content = await readJson(c, seenSentencesSchema)
    return write(c, ['dismiss-sentences', content], async (scope) => {
      const dismissed = await takeSentences(scope, content, 'dismissed')
      return { kind: 'json', status: 200, body: { dismissed } }
    })
  })
  return app
}

/** Takes them out of the list. The audit is told how many, and none of the guests' words. */
async function takeSentences({ tx, by }: WriteScope, seen: SeenSentences, what: string): Promise<number> {
  const taken = await deleteSeenSentences(tx, seen)
  const words = `${countThings(taken, 'sentence')} ${what}`
  if (taken > 0) await recordChange(tx, by, AUDITED_BOT, describeDone('notUnderstood', words))
  return taken
}

function presentGroup({ members, count, firstAt, lastAt, sentences, suggestion }: UnknownGroup) {
  const [{ key, text }] = members
  return {
    key,
    text,
    wordings: members.map((wording) => ({
      key: wording.key,
      text: wording.text,
      count: wording.count,
      lastAt: wording.lastAt.toISOString(),
    })),
    sentences: sentences.map(({ id, key: wording, text: words, chatId, messageId, at, outcome }) => ({
      id,
      key: wording,
      text: words,
      chatId,
      messageId,
      at: at.toISOString(),
      outcome,
    })),
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    suggestion,
  }
}
