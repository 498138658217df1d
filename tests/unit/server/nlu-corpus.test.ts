import { describe, expect, it } from 'vitest'
import { createTextKey } from '#server/text.ts'
import corpus from '#tests/bench/nlu/corpus.json'

type Sentence = { text: string; language: string }
type Intent = (typeof corpus.intents)[number]

const OTHER_LANGUAGES = ['es', 'de', 'fr', 'ja']
const LANGUAGES = ['en', ...OTHER_LANGUAGES]

/** What a benchmark learns from and what it is judged by are worth nothing once they overlap or run short. */
describe('the corpus for the benchmark of the bot’s understanding', () => {
  it('has 45 intents with names of their own', () => {
    const names = corpus.intents.map(({ name }) => name)
    expect(new Set(names).size).toBe(45)
    expect(names).toHaveLength(45)
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })

  it('trains each intent with 10 to 16 sentences, most of them English', () => {
    for (const { name, train } of corpus.intents) {
      expect(train.length, name).toBeGreaterThanOrEqual(10)
      expect(train.length, name).toBeLessThanOrEqual(16)
      expect(countIn(train, 'en'), name).toBeGreaterThanOrEqual(train.length / 2)
    }
  })

  it('trains at least 25 intents in all languages, and the others in English', () => {
    const inAll = corpus.intents.filter(({ train }) => countIn(train, 'es') > 0)
    expect(inAll.length).toBeGreaterThanOrEqual(25)
    for (const { name, train } of inAll) {
      for (const language of OTHER_LANGUAGES) {
        expect([2, 3], `${name} in ${language}`).toContain(countIn(train, language))
      }
    }
    for (const { name, train } of corpus.intents) {
      if (countIn(train, 'es') === 0) expect(countIn(train, 'en'), name).toBe(train.length)
    }
  })

  it('tests every intent, 600 times in all, and 30 times in each other language', () => {
    const tests = corpus.intents.flatMap(({ test }) => test)
    expect(tests.length).toBeGreaterThanOrEqual(600)
    for (const { name, test } of corpus.intents) expect(test.length, name).toBeGreaterThanOrEqual(10)
    for (const language of OTHER_LANGUAGES) {
      expect(countIn(tests, language), language).toBeGreaterThanOrEqual(30)
    }
  })

  it('tests and tunes an intent only in languages in which it is trained', () => {
    for (const { name, train, test, tune } of corpus.intents) {
      const trained = new Set(train.map(({ language }) => language))
      for (const { text, language } of [...test, ...tune]) {
        expect(trained.has(language), `${name}: ${text}`).toBe(true)
      }
    }
  })

  it('tunes with 150 sentences or more', () => {
    const tunes = corpus.intents.flatMap(({ tune }) => tune)
    expect(tunes.length).toBeGreaterThanOrEqual(150)
    for (const language of LANGUAGES) expect(countIn(tunes, language), language).toBeGreaterThan(0)
  })

  it('has what belongs to no intent, in every language', () => {
    expect(corpus.none.test.length).toBeGreaterThanOrEqual(110)
    expect(corpus.none.tune.length).toBeGreaterThanOrEqual(70)
    for (const language of LANGUAGES) {
      expect(countIn(corpus.none.test, language), language).toBeGreaterThan(0)
      expect(countIn(corpus.none.tune, language), language).toBeGreaterThan(0)
    }
  })

  it('has no sentence in two places, whatever its letter case, spaces and punctuation', () => {
    expect(findRepeated(listSentences())).toEqual([])
  })

  it('would find a sentence that stands in two places', () => {
    const sentences = [
      { text: 'What time is it?', language: 'en' },
      { text: 'what time  is it', language: 'en' },
      { text: 'プールは？', language: 'ja' },
    ]
    expect(findRepeated(sentences)).toEqual(['what time  is it'])
  })

  it('names the languages that it is written in and has no empty or untrimmed sentence', () => {
    for (const { text, language } of listSentences()) {
      expect(LANGUAGES, text).toContain(language)
      expect(text).not.toBe('')
      expect(text).toBe(text.trim())
      const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      expect(isJapanese, text).toBe(language === 'ja')
    }
  })
})

function listSentences(): Sentence[] {
  const listIntent = ({ train, test, tune }: Intent) => [...train, ...test, ...tune]
  return [...corpus.intents.flatMap(listIntent), ...corpus.none.test, ...corpus.none.tune]
}

function countIn(sentences: readonly Sentence[], language: string): number {
  return sentences.filter((sentence) => sentence.language === language).length
}

/** The later ones of those that differ in letter case, spaces and punctuation only. */
function findRepeated(sentences: readonly Sentence[]): string[] {
  const seen = new Set<string>()
  const repeated: string[] = []
  for (const { text } of sentences) {
    const keys = [createTextKey(text), createTextKey(text.replace(/[\p{P}\s]+/gu, ''))]
    if (keys.some((key) => seen.has(key))) repeated.push(text)
    for (const key of keys) seen.add(key)
  }
  return repeated
}
