import { containerBootstrap } from '@nlpjs/core'
import { LangEn } from '@nlpjs/lang-en-min'
import { NluNeural } from '@nlpjs/nlu'
import type { TrainingSet } from '../store/bot/bot-tables.ts'

/** Tells which intent a text means; null where it is not sure enough. */
export interface Classifier {
  classify(text: string): Promise<string | null>
}

/** Below this the bot rather asks than answers something else. */
const LEAST_SCORE = 0.62
/** By so much the best must be ahead of the second. */
const LEAST_LEAD = 0.2
/** A guest's story is longer than a question: its beginning says what it is about. */
const MAX_CHARS = 500

/** Trains a neural classifier (E6) on English questions; some 200 take about a tenth of a second. */
export async function trainClassifier(sets: readonly TrainingSet[]): Promise<Classifier> {
  const container = await containerBootstrap()
  container.use(LangEn)
  const nlu = new NluNeural({ locale: 'en', container, log: false, useNoneFeature: true })
  const corpus = sets.flatMap(({ intentId, questions }) =>
    questions.map((question) => ({ utterance: normalise(question), intent: intentId })),
  )
  if (corpus.length === 0) return { classify: () => Promise.resolve(null) }
  await nlu.train(corpus, { log: false })
  const known = new Set(sets.map(({ intentId }) => intentId))
  return {
    async classify(text) {
      const { classifications } = await nlu.process(normalise(text.slice(0, MAX_CHARS)))
      const [best, second] = classifications
      if (!best || !known.has(best.intent) || best.score < LEAST_SCORE) return null
      return best.score - (second?.score ?? 0) < LEAST_LEAD ? null : best.intent
    },
  }
}

/** One spelling of what guests write in several. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\bwi[\s-]?fi\b/g, 'wifi')
    .replace(/\bcheck[\s-]?(in|out)\b/g, 'check$1')
    .replace(/\bchecking[\s-]?(in|out)\b/g, 'check$1')
    .replace(/\be[\s-]?bikes?\b/g, 'ebike')
}
