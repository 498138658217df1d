import concepts from './concepts.json' with { type: 'json' }
import { foldText, splitWords, stemWord } from './words.ts'

/** A word of the trade, or several that mean something together. */
interface Phrase {
  /** Stems where it is English: of other languages nobody here knows the endings. */
  words: readonly string[]
  concept: string
}

type PhraseIndex = Map<string, Phrase[]>

/** Scripts without blanks: what stands for a concept is looked for within the sentence. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const SEPARATORS = /[,、，،]/

/**
 * Words that mean the same to a hotel, in ten languages: a guest's 'suitcase', 'Koffer' and '荷物' are the hotel's 'luggage',
 * though no question was written with them.
 */
export class Lexicon {
  /** By their first words. */
  readonly #english: PhraseIndex = new Map()
  readonly #others: PhraseIndex = new Map()
  readonly #words = new Set<string>()
  readonly #within: { text: string; concept: string }[] = []

  constructor(entries: Readonly<Record<string, Readonly<Record<string, string>>>> = concepts) {
    for (const [concept, languages] of Object.entries(entries)) {
      for (const [language, list] of Object.entries(languages)) {
        const index = language === 'en' ? this.#english : this.#others
        for (const entry of list.split(SEPARATORS)) this.#add(entry, concept, index)
      }
    }
    // The longest first: 'room service' is no room.
    for (const phrases of [...this.#english.values(), ...this.#others.values()])
      phrases.sort((one, other) => other.words.length - one.words.length)
  }

  /** All single words that it knows. */
  get words(): ReadonlySet<string> {
    return this.#words
  }

  /** The concepts that a folded text speaks of; `stems` are its words without their English endings. */
  find(
    folded: string,
    { words, stems }: { words: readonly string[]; stems: readonly string[] },
  ): Set<string> {
    const found = new Set<string>()
    findPhrases(this.#english, stems, found)
    findPhrases(this.#others, words, found)
    if (WITHOUT_BLANKS.test(folded)) {
      for (const { text, concept } of this.#within) if (folded.includes(text)) found.add(concept)
    }
    return found
  }

  #add(entry: string, concept: string, index: PhraseIndex): void {
    const folded = foldText(entry.trim())
    if (WITHOUT_BLANKS.test(folded)) {
      this.#within.push({ text: folded, concept })
      return
    }
    const said = splitWords(folded)
    for (const word of said) this.#words.add(word)
    const words = index === this.#english ? said.map(stemWord) : said
    const [first] = words
    if (first === undefined) return
    const phrases = index.get(first) ?? []
    phrases.push({ words, concept })
    index.set(first, phrases)
  }
}

/** Adds the concepts of the longest phrases that begin at each word. */
function findPhrases(index: PhraseIndex, words: readonly string[], found: Set<string>): void {
  for (const [at, first] of words.entries()) {
    let length = 0
    for (const phrase of index.get(first) ?? []) {
      if (phrase.words.length < length) break
      if (!phrase.words.every((word, offset) => words[at + offset] === word)) continue
      found.add(phrase.concept)
      length = phrase.words.length
    }
  }
}
