import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import * as v from 'valibot'
import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import type { SentenceReading, TriedSentence } from '#src/contract/try-sentence.ts'
import { ROLES } from '#src/domain/roles.ts'
import { readActingIntent } from '../../bot/act-dialog.ts'
import type { Classifier } from '../../bot/classifier.ts'
import { rehearse } from '../../bot/rehearse.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { wordsSchema } from '../../http/text-schemas.ts'
import { recogniseLanguage } from '../../language.ts'
import { readModel } from '../../store/bot/bot-models.ts'
import { readIntents } from '../../store/bot/intents.ts'

const sentenceSchema = v.object({ text: wordsSchema('The sentence', MAX_MESSAGE_CHARS) })
const SHOWN_INTENTS = 5
/** Whoever tries waits no longer than that for thousands of new questions to be learned. */
const DRAFT_MS = 15_000
const STILL_LEARNING = 'The questions are still being learned. Try again in a moment.'
const NOT_LEARNED = 'These questions could not be learned.'

/** Trying a sentence (docs/decisions/048-understanding.md): nothing of it reaches a guest, and nothing is kept. */
export function tryRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  app.post('/api/luis/try', requireStaff(ctx, ROLES.operator), async (c) => {
    const { text } = await readJson(c, sentenceSchema)
    const language = await recogniseLanguage(text)
    const names = new Map((await readIntents(ctx.store.db)).map(({ id, name }) => [id, name]))
    const readAs = (classifier: Classifier) => readSentence(ctx, classifier, { text, language, names })
    const draft = await readDraft(ctx)
    const model = await readModel(ctx.store.db, 'published')
    const published = await ctx.brain.readPublished(model?.id ?? null)
    const tried: TriedSentence = {
      draft: typeof draft === 'string' ? null : await readAs(draft),
      problem: typeof draft === 'string' ? draft : null,
      published: published && (await readAs(published)),
      language,
    }
    return c.json(tried)
  })
  return app
}

/** Or why there is none, in a sentence. */
async function readDraft({ brain, log }: ServerContext): Promise<Classifier | string> {
  const waiting = new AbortController()
  try {
    const late = setTimeout(DRAFT_MS, STILL_LEARNING, { signal: waiting.signal, ref: false })
    return await Promise.race([brain.readDraft(), late])
  } catch (error) {
    log.error('trying a sentence', error)
    return NOT_LEARNED
  } finally {
    waiting.abort()
  }
}

interface Sentence {
  text: string
  language: string | null
  /** The intents' names by their ids. */
  names: ReadonlyMap<string, string>
}

async function readSentence(
  { store, settings }: ServerContext,
  classifier: Classifier,
  { text, language, names }: Sentence,
): Promise<SentenceReading> {
  const taken = classifier.classify(text)
  // As a guest is answered: what is gone or switched off is not understood.
  const intentId = taken !== null && (await readActingIntent(store.db, taken)) ? taken : null
  const ranked = classifier.rank(text).flatMap(({ intentId: id, score }) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ intentId: id, name, score: Math.round(score * 1_000) / 1_000 }]
  })
  const { hotelLanguage: houseLanguage, hotelTimeZone: timeZone } = settings
  return {
    ranked: ranked.slice(0, SHOWN_INTENTS),
    intentId,
    answer: await rehearse(store, { words: text, intentId, language, houseLanguage, timeZone }),
  }
}
