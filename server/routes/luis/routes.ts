import { Hono } from 'hono'
import type { SpeechCount } from '#src/contract/speech.ts'
import { ROLES } from '#src/domain/roles.ts'
import { BOT_NAME } from '../../bot/bot-name.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { publishTrained, readModel, readTraining, requestTraining } from '../../store/bot/bot-models.ts'
import type { TrainingSet } from '../../store/bot/bot-tables.ts'
import { OWN_DIALOGS } from '../../store/bot/dialog.ts'
import { addQuestions, deleteQuestion } from '../../store/bot/intent-questions.ts'
import {
  AUDITED_INTENTS,
  deleteIntent,
  insertIntent,
  lockIntent,
  readIntent,
  readIntents,
  renameIntent,
  writeDialog,
  type IntentRow,
} from '../../store/bot/intents.ts'
import { recordChange } from '../../store/configuration/audit.ts'
import type { Db, Tx } from '../../store/store.ts'
import { countThings, foldCase } from '../../text.ts'
import { countAudio } from '../speech/describe-speech.ts'
import { AUDITED_BOT, describeDone } from './audited-bot.ts'
import {
  checkDialog,
  dialogRequestSchema,
  intentSchema,
  newQuestionsSchema,
  publishSchema,
  VERSION,
  type DialogRequest,
} from './schema.ts'

/** Intents, their questions and dialogs, training and publishing (CONTRACT section 6, docs/decisions/028-intents.md). */
export function luisRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const operator = requireStaff(ctx, ROLES.operator)
  const isPlain = ctx.settings.capabilities === 'none'
  /** An environment of the specification alone says nothing of it. */
  const count = async (tx: Db, intents: IntentRow[]): Promise<CountedIntent[]> =>
    isPlain ? intents : countAudio(tx, ctx.speech, intents)
  const countOne = async (tx: Tx, intent: IntentRow): Promise<CountedIntent> => {
    const [counted = intent] = await count(tx, [intent])
    return counted
  }
  const rows = serveConfigRows<CountedIntent>(ctx, {
    audited: AUDITED_INTENTS,
    noun: 'intent',
    lock: async (tx, id) => {
      const row = await lockIntent(tx, id)
      return row && countOne(tx, row)
    },
    present: presentIntent,
    presentNew: ({ id }) => id,
  })

  app.get('/api/luis/intents', operator, async (c) => rows.list(c, await count(db, await readIntents(db))))
  app.get('/api/luis/intents/:id', operator, async (c) => {
    const intent = await readIntent(db, readParam(c, 'id'))
    const [counted] = intent ? await count(db, [intent]) : []
    return rows.one(c, counted)
  })
  app.post('/api/luis/intents', operator, async (c) => {
    const { name } = await readJson(c, intentSchema)
    return rows.create(c, ['add-intent', name], ({ tx }) => insertIntent(tx, name))
  })
  app.put('/api/luis/intents/:id', operator, async (c) => {
    const content = await readJson(c, intentSchema)
    return rows.update(c, { id: readParam(c, 'id'), content }, async ({ tx }, before) =>
      countOne(tx, await renameIntent(tx, before.id, content.name)),
    )
  })
  app.delete('/api/luis/intents/:id', operator, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteIntent(tx, before)),
  )
  app.post('/api/luis/dialog', operator, async (c) => {
    const { config } = await readJson(c, dialogRequestSchema)
    const { intent: _name, intentId: _id, ...content } = config
    checkDialog(content)
    return rows.update(c, { id: await findIntentId(db, config), content }, async ({ tx }, before) => {
      const written = await writeDialog(tx, before, content)
      await ctx.speech.enqueue(tx, written.id)
      return countOne(tx, written)
    })
  })

  app.post('/api/luis/questions', operator, async (c) => {
    const asked = await readJson(c, newQuestionsSchema)
    return rows.write(c, ['add-questions', asked], async (scope) => {
      return { kind: 'json', status: 201, body: await addQuestions(scope, asked) }
    })
  })
  app.delete('/api/luis/questions/:id', operator, (c) => {
    const id = readParam(c, 'id')
    return rows.write(c, ['delete-question', id], async (scope) => {
      await deleteQuestion(scope, id)
      return { kind: 'empty' }
    })
  })

  app.get('/api/luis/train', operator, async (c) => c.json(await readTraining(db)))
  app.post('/api/luis/train', operator, (c) =>
    rows.write(c, ['train'], async ({ tx, by }) => {
      await requestTraining(tx)
      await recordChange(tx, by, AUDITED_BOT, describeDone('training', 'asked for'))
      return { kind: 'json', status: 202, body: await readTraining(tx) }
    }),
  )
  app.post('/api/luis/publish', operator, async (c) => {
    const content = await readJson(c, publishSchema)
    return rows.write(c, ['publish', content], async ({ tx, by }) => {
      const { sets, at } = await publishTrained(tx)
      await recordChange(tx, by, AUDITED_BOT, describeDone('published', countQuestions(sets)))
      return { kind: 'json', status: 200, body: { ...content, publishedDateTime: at.toISOString() } }
    })
  })
  app.get('/api/luis/status', operator, async (c) => {
    const published = await readModel(db, 'published')
    const publishedDateTime = published?.at.toISOString() ?? null
    return c.json({ name: BOT_NAME, version: VERSION, publishedDateTime })
  })

  app.get('/api/dialogs-list', requireStaff(ctx, ROLES.marketing), async (c) => {
    const intents = await readIntents(db)
    return c.json([...OWN_DIALOGS, ...intents].map(({ id, name }) => ({ id, name })))
  })
  return app
}

function countQuestions(sets: readonly TrainingSet[]): string {
  const questions = sets.reduce((count, set) => count + set.questions.length, 0)
  return `${countThings(questions, 'question')} of ${countThings(sets.length, 'intent')}`
}

/** With how much of what it says has audio, where that is told. */
type CountedIntent = IntentRow & { audio?: SpeechCount }

/** An intent of the specification (its section 3). */
function presentIntent({ id, name, questions, isStatic, dialog, audio }: CountedIntent) {
  const { cards: _, ...config } = dialog ?? {}
  return {
    id,
    name,
    questions,
    static: isStatic,
    stats: questions.length === 0 ? null : { questions: questions.length },
    dialog:
      dialog === null ? null : { type: 'luisIntent', config: { ...config, intent: name, intentId: id } },
    ...(audio === undefined ? {} : { audio }),
  }
}

/** Whose dialog it is: by the id, or by the name where there is none. Throws 422. */
async function findIntentId(db: Db, { intent, intentId }: DialogRequest['config']): Promise<string> {
  if (intentId !== '') return intentId
  const named = (await readIntents(db)).find(({ name }) => foldCase(name) === foldCase(intent))
  if (!named) throw failInvalid('The intent is missing.')
  return named.id
}
