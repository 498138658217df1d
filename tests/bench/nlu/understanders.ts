import { containerBootstrap } from '@nlpjs/core'
import { LangEn } from '@nlpjs/lang-en-min'
import { Nlp } from '@nlpjs/nlp'
import { learnQuestions, readClassifier } from '#server/bot/classifier.ts'
import type { Corpus } from './read-corpus.ts'

/** Something that takes sentences for intents. */
export interface Understander {
  name: string
  /** The likeliest intents first; and the one that it answers with as it is used, null for silence. */
  understand(text: string): Promise<{ ranked: { intent: string; score: number }[]; answer: string | null }>
}

export async function createBell({ sets }: Corpus): Promise<Understander> {
  const classifier = await readClassifier((await learnQuestions(sets)).understanding)
  return {
    name: 'Bellhop',
    understand: (text) =>
      Promise.resolve({
        ranked: classifier.rank(text).map(({ intentId, score }) => ({ intent: intentId, score })),
        answer: classifier.classify(text),
      }),
  }
}

/** As its documentation sets it up, one language, its threshold and its answer 'None' where it is not sure. */
export async function createNlpJs({ train }: Corpus): Promise<Understander> {
  const container = await containerBootstrap()
  container.use(LangEn)
  const nlp = new Nlp({ container, languages: ['en'], autoSave: false, autoLoad: false, nlu: { log: false } })
  for (const { text, intent } of train) nlp.addDocument('en', text, intent ?? 'None')
  await nlp.train()
  return {
    name: 'nlp.js',
    async understand(text) {
      const { intent, classifications } = await nlp.process('en', text)
      return {
        ranked: classifications.filter((found) => found.intent !== 'None'),
        answer: intent === 'None' ? null : intent,
      }
    },
  }
}

const STOP_WORDS = new Set(
  (
    'a an and any are as at be by can could do does for from have how i if in is it me my of on or our please ' +
    'so that the there this to us was we what when where which will with would you your'
  ).split(' '),
)

/** The intent whose questions have most of the sentence's words; silent where none has any. */
export function createKeywords({ sets }: Corpus): Understander {
  const intents = sets.map(({ intentId, questions }) => ({
    intent: intentId,
    words: new Set(questions.flatMap(splitKeywords)),
  }))
  return {
    name: 'keywords',
    understand(text) {
      const said = [...new Set(splitKeywords(text))]
      const ranked = intents
        .map(({ intent, words }) => ({
          intent,
          score: said.filter((word) => words.has(word)).length / Math.max(1, said.length),
        }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score)
      return Promise.resolve({ ranked, answer: ranked[0]?.intent ?? null })
    },
  }
}

function splitKeywords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
}
