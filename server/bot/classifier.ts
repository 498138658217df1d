import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { containerBootstrap } from '@nlpjs/core'
import { LangEn } from '@nlpjs/lang-en-min'
import { NluNeural } from '@nlpjs/nlu'
import * as v from 'valibot'
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

/** What was learned, as it is kept: null where there was nothing to learn. */
const learnedSchema = v.object({ intentIds: v.array(v.string()), network: v.unknown() })

/**
 * Learns English questions (E6): some 200 take about a tenth of a second, thousands many seconds of a thread's whole time.
 * Gives what `readClassifier` reads.
 */
export async function learnQuestions(sets: readonly TrainingSet[]): Promise<Uint8Array> {
  const corpus = sets.flatMap(({ intentId, questions }) =>
    questions.map((question) => ({ utterance: normalise(question), intent: intentId })),
  )
  const nlu = await createNetwork()
  if (corpus.length > 0) await nlu.train(corpus, { log: false })
  const learned = {
    intentIds: sets.map(({ intentId }) => intentId),
    network: corpus.length > 0 ? nlu.toJSON() : null,
  }
  return promisify(gzip)(JSON.stringify(learned))
}

/** Throws where the bytes are not what `learnQuestions` gave. */
export async function readClassifier(bytes: Uint8Array): Promise<Classifier> {
  const text = (await promisify(gunzip)(bytes)).toString('utf8')
  const { intentIds, network } = v.parse(learnedSchema, JSON.parse(text))
  if (network === null) return { classify: () => Promise.resolve(null) }
  const nlu = await createNetwork()
  nlu.fromJSON(network)
  // The library leaves out that a text may mean none of them.
  nlu.intentsArr = undefined
  const known = new Set(intentIds)
  return {
    async classify(words) {
      const { classifications } = await nlu.process(normalise(words.slice(0, MAX_CHARS)))
      const [best, second] = classifications
      if (!best || !known.has(best.intent) || best.score < LEAST_SCORE) return null
      return best.score - (second?.score ?? 0) < LEAST_LEAD ? null : best.intent
    },
  }
}

async function createNetwork(): Promise<NluNeural> {
  const container = await containerBootstrap()
  container.use(LangEn)
  return new NluNeural({ locale: 'en', container, log: false, useNoneFeature: true })
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
