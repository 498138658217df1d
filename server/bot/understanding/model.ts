import type { TrainingSet } from '../../store/bot/bot-tables.ts'
import background from './background.json' with { type: 'json' }
import { createReader, type Features } from './features.ts'
import { Lexicon } from './lexicon.ts'
import { learnWeights, weigh, type Example, type SparseVector, type Weights } from './regression.ts'
import { Speller } from './typos.ts'
import { foldText, splitStems, splitWords } from './words.ts'

/** An intent that a text may mean; `score` is 0 to 1. */
export interface Ranked {
  intentId: string
  score: number
}

/** What was learned of questions, before it is packed to be kept. */
export interface Model {
  intentIds: readonly string[]
  /** The numbers of the intents that a question's very words stand for; two where two intents have them. */
  questions: ReadonlyMap<string, readonly number[]>
  features: readonly string[]
  /** How much each feature says, the more the rarer it is. */
  rarity: readonly number[]
  /** How much a feature says that no sentence had. */
  unknownRarity: number
  /** Tells the intents apart; null where there is none. */
  intents: Weights | null
  /** Tells what guests ask hotels from everything else: class 1 from class 0. */
  topic: Weights | null
}

const BACKGROUND = Object.values(background).flat()
/** By their stems: so many of a language's own make a question one of it, and so many questions are no accident. */
const OWN_STEMS = 2
const OWN_QUESTIONS = 5
/** With thousands of sentences, what is said but once is left out: it would only fill the model. */
const MANY_SENTENCES = 3_000
const TOPICS = 2
/** The background counts as much as the questions do, and of a few questions so much that the bot stays modest. */
const LEAST_BACKGROUND_WEIGHT = 0.25

/** Learns questions: some 300 take about a second of a thread, thousands many. */
export function learnModel(sets: readonly TrainingSet[]): Model {
  const asked = sets.flatMap(({ questions }, label) => questions.map((text) => ({ text, label })))
  const read = createReaderFor(asked.map(({ text }) => text))
  const questions = asked.map(({ text, label }) => ({ features: read(text), label }))
  const others = pickBackground(asked.map(({ text }) => text)).map(read)
  const { features, rarity, unknownRarity } = weighFeatures([
    ...questions.map((row) => row.features),
    ...others,
  ])
  const vectorise = createVectoriser({ features, rarity, unknownRarity })
  const examples = questions.map((row): Example => ({ vector: vectorise(row.features), label: row.label }))
  const weight = Math.min(1, Math.max(LEAST_BACKGROUND_WEIGHT, questions.length / others.length))
  const topics = [
    ...examples.map(({ vector }): Example => ({ vector, label: 1 })),
    ...others.map((row): Example => ({ vector: vectorise(row), label: 0, weight })),
  ]
  const isEmpty = examples.length === 0
  return {
    intentIds: sets.map(({ intentId }) => intentId),
    questions: indexQuestions(asked),
    features,
    rarity,
    unknownRarity,
    intents: isEmpty ? null : learnWeights(examples, { features: features.length, classes: sets.length }),
    topic: isEmpty ? null : learnWeights(topics, { features: features.length, classes: TOPICS }),
  }
}

/**
 * Ranks the intents that a text may mean, the likeliest first. A question's very words mean its intent: 1; but for those an
 * intent's score is how likely the text is about a stay, times how likely it then means this intent.
 */
export function createRanker(model: Model): (text: string) => Ranked[] {
  const vectorise = createVectors(model)
  const { intentIds, questions, intents, topic } = model
  return (text) => {
    if (intents === null || topic === null) return []
    const exact = questions.get(writeKey(text)) ?? []
    const vector = vectorise(text)
    const isTopic = weigh(topic, vector)[1] ?? 0
    const likely = weigh(intents, vector)
    return intentIds
      .map((intentId, label) => ({
        intentId,
        score: exact.includes(label) ? 1 : isTopic * (likely[label] ?? 0) * (exact.length > 0 ? 0 : 1),
      }))
      .sort((one, other) => other.score - one.score)
  }
}

/** Texts as a model has their features. */
export function createVectors(model: Model): (text: string) => SparseVector {
  const read = createReaderFor([...model.questions.keys()])
  const vectorise = createVectoriser(model)
  return (text) => vectorise(read(text))
}

/** A text's words without what guests write in several ways; the text itself where it has none. */
export function writeKey(text: string): string {
  const folded = foldText(text)
  return splitWords(folded).join(' ') || folded.trim()
}

/**
 * Sentences that have nothing to do with a stay: English ones, and those of each language that questions are in. Of any other
 * language they would teach that its very words mean nothing here.
 */
function pickBackground(questions: readonly string[]): string[] {
  const english = new Set(background.en.flatMap(readStems))
  const asked = questions.map(readStems)
  return Object.entries(background).flatMap(([language, sentences]) => {
    if (language === 'en') return sentences
    const own = new Set(sentences.flatMap(readStems).filter((stem) => !english.has(stem)))
    const isIts = (stems: readonly string[]) => stems.filter((stem) => own.has(stem)).length >= OWN_STEMS
    return asked.filter(isIts).length >= OWN_QUESTIONS ? sentences : []
  })
}

function readWords(text: string): string[] {
  return splitWords(foldText(text))
}

function readStems(text: string): string[] {
  return splitStems(foldText(text))
}

let trade: { lexicon: Lexicon; words: readonly string[] } | null = null

/**
 * Read with the first that is learned or understood. The background's words are known too, so that none of them is taken for a
 * mistyped word of the hotel.
 */
function readTrade() {
  if (trade) return trade
  const lexicon = new Lexicon()
  trade = {
    lexicon,
    words: [...lexicon.words, ...BACKGROUND.flatMap(readWords)],
  }
  return trade
}

function createReaderFor(texts: readonly string[]): (text: string) => Features {
  const { lexicon, words } = readTrade()
  const own = texts.flatMap(readWords)
  return createReader(lexicon, new Speller([...words, ...own]))
}

function indexQuestions(asked: readonly { text: string; label: number }[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const { text, label } of asked) {
    const key = writeKey(text)
    const labels = index.get(key) ?? []
    if (!labels.includes(label)) index.set(key, [...labels, label])
  }
  return index
}

/** By how many sentences have a feature. */
function weighFeatures(sentences: readonly Features[]): Pick<Model, 'features' | 'rarity' | 'unknownRarity'> {
  const counts = new Map<string, number>()
  for (const sentence of sentences)
    for (const name of sentence.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const least = sentences.length > MANY_SENTENCES ? 2 : 1
  const kept = [...counts].filter(([, count]) => count >= least)
  const rate = (count: number) => Math.log(1 + sentences.length / (1 + count))
  return {
    features: kept.map(([name]) => name),
    rarity: kept.map(([, count]) => rate(count)),
    unknownRarity: rate(0),
  }
}

/** Of length 1, what is not known included: a sentence of which half is unknown says half as much. */
function createVectoriser({
  features,
  rarity,
  unknownRarity,
}: Pick<Model, 'features' | 'rarity' | 'unknownRarity'>): (sentence: Features) => SparseVector {
  const indexes = new Map(features.map((name, index) => [name, index]))
  return (sentence) => {
    const found: { index: number; value: number }[] = []
    let square = 0
    for (const [name, amount] of sentence) {
      const index = indexes.get(name)
      const value = amount * (index === undefined ? unknownRarity : (rarity[index] ?? 0))
      square += value * value
      if (index !== undefined) found.push({ index, value })
    }
    const length = Math.sqrt(square) || 1
    return {
      indexes: found.map(({ index }) => index),
      values: found.map(({ value }) => value / length),
    }
  }
}
