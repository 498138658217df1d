import concepts from './concepts.json' with { type: 'json' }
import { foldText, splitWords, stemWord } from './words.ts'

/** A word of the trade, or several that mean something together. */
interface Phrase {
  stems: readonly string[]
  concept: string
}

/** Scripts without blanks: what stands for a concept is looked for within the sentence. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const SEPARATORS = /[,、，،]/

/**
 * Words that mean the same to a hotel, in ten languages: a guest's 'suitcase', 'Koffer' and '荷物' are the hotel's 'luggage',
 * though no question was written with them.
 */
export class Lexicon {
  readonly #phrases = new Map<string, Phrase[]>()
  readonly #words = new Set<string>()
  readonly #within: { text: string; concept: string }[] = []

  constructor(entries: Readonly<Record<string, Readonly<Record<string, string>>>> = concepts) {
    for (const [concept, languages] of Object.entries(entries)) {
      for (const list of Object.values(languages))
        for (const entry of list.split(SEPARATORS)) this.#add(entry, concept)
    }
    // The longest first: 'room service' is no room.
    for (const phrases of this.#phrases.values())
      phrases.sort((one, other) => other.stems.length - one.stems.length)
  }

  /** All single words that it knows. */
  get words(): ReadonlySet<string> {
    return this.#words
  }

  /** The concepts that a folded text with these stems speaks of. */
  find(folded: string, stems: readonly string[]): Set<string> {
    const found = new Set<string>()
    for (let index = 0; index < stems.length; index += 1) {
      let length = 0
      for (const phrase of this.#phrases.get(stems[index] ?? '') ?? []) {
        if (phrase.stems.length < length) break
        if (!phrase.stems.every((stem, offset) => stems[index + offset] === stem)) continue
        found.add(phrase.concept)
        length = phrase.stems.length
      }
    }
    if (WITHOUT_BLANKS.test(folded)) {
      for (const { text, concept } of this.#within) if (folded.includes(text)) found.add(concept)
    }
    return found
  }

  #add(entry: string, concept: string): void {
    const folded = foldText(entry.trim())
    if (WITHOUT_BLANKS.test(folded)) {
      this.#within.push({ text: folded, concept })
      return
    }
    const words = splitWords(folded)
    for (const word of words) this.#words.add(word)
    const stems = words.map(stemWord)
    const [first] = stems
    if (first === undefined) return
    const phrases = this.#phrases.get(first) ?? []
    phrases.push({ stems, concept })
    this.#phrases.set(first, phrases)
  }
}
