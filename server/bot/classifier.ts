import type { Learned, TrainingSet } from '../store/bot/bot-tables.ts'
import { findWarnings } from './understanding/warnings.ts'
import { createRanker, learnModel, type Ranked } from './understanding/model.ts'
import { packModel, unpackModel } from './understanding/pack.ts'

export type { Ranked } from './understanding/model.ts'

/** Tells which intent a text means (E6). */
export interface Classifier {
  /** The likeliest intents first. */
  rank(text: string): Ranked[]
  /** The one that it is taken for; null where that is not sure enough. */
  classify(text: string): string | null
}

/**
 * Below this the bot rather asks than answers something else, and by so much the best must be ahead of the second: chosen
 * with the sentences `tune` of tests/bench/nlu, so that at most 5 in 100 that mean nothing here are answered.
 */
const LEAST_SCORE = 0.3
const LEAST_LEAD = 0.05

/** Learns questions in this thread. Gives what `readClassifier` reads. */
export async function learnQuestions(sets: readonly TrainingSet[]): Promise<Learned> {
  const model = learnModel(sets)
  return { understanding: await packModel(model), warnings: findWarnings(model, sets) }
}

/** Throws where the bytes are not what `learnQuestions` gave. */
export async function readClassifier(bytes: Uint8Array): Promise<Classifier> {
  const rank = createRanker(await unpackModel(bytes))
  return {
    rank,
    classify(text) {
      const [best, second] = rank(text)
      if (!best || best.score < LEAST_SCORE) return null
      return best.score - (second?.score ?? 0) < LEAST_LEAD ? null : best.intentId
    },
  }
}
