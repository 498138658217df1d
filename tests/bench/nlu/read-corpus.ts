import * as v from 'valibot'
import corpus from './corpus.json' with { type: 'json' }

const sentencesSchema = v.array(v.object({ text: v.string(), language: v.string() }))
const corpusSchema = v.object({
  intents: v.array(
    v.object({ name: v.string(), train: sentencesSchema, test: sentencesSchema, tune: sentencesSchema }),
  ),
  none: v.object({ test: sentencesSchema, tune: sentencesSchema }),
})

/** A sentence, and the intent that it is; null where it is none of them. */
export interface Asked {
  text: string
  language: string
  intent: string | null
}

/** What guests of a hotel write, in 45 intents with near neighbours, and what has nothing to do with any. */
export interface Corpus {
  train: Asked[]
  /** For choosing thresholds. */
  tune: Asked[]
  /** For judging, and nothing else. */
  test: Asked[]
  sets: { intentId: string; questions: string[] }[]
}

export function readCorpus(): Corpus {
  const { intents, none } = v.parse(corpusSchema, corpus)
  const of = (part: 'train' | 'tune' | 'test') =>
    intents.flatMap(({ name, [part]: sentences }) =>
      sentences.map((sentence): Asked => ({ ...sentence, intent: name })),
    )
  const noneOf = (part: 'tune' | 'test') =>
    none[part].map((sentence): Asked => ({ ...sentence, intent: null }))
  return {
    train: of('train'),
    tune: [...of('tune'), ...noneOf('tune')],
    test: [...of('test'), ...noneOf('test')],
    sets: intents.map(({ name, train }) => ({ intentId: name, questions: train.map(({ text }) => text) })),
  }
}
