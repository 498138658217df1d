import type { Lexicon } from './lexicon.ts'
import type { Speller } from './typos.ts'
import { foldText, splitWords, stemWord } from './words.ts'

/** A guest's story is longer than a question: its beginning says what it is about. */
const MAX_CHARS = 500
const PAIR = 0.5
const LETTERS = 0.3
const SHORTEST_GRAM = 3
const LONGEST_GRAM = 4

/** What a sentence is made of, each with how much it says by itself: words, pairs of words, concepts and letters. */
export type Features = ReadonlyMap<string, number>

/** Reads sentences: the words that are meant where they are mistyped, and what they mean to a hotel. */
export function createReader(lexicon: Lexicon, speller: Speller): (text: string) => Features {
  return (text) => {
    const features = new Map<string, number>()
    const add = (name: string, value: number) => features.set(name, Math.max(features.get(name) ?? 0, value))
    const folded = foldText(text.slice(0, MAX_CHARS))
    const words = splitWords(folded).map((word) => speller.correct(word))
    const stems = words.map(stemWord)
    for (const [index, stem] of stems.entries()) {
      add(stem, 1)
      const next = stems[index + 1]
      if (next !== undefined) add(`${stem} ${next}`, PAIR)
      for (const gram of cutLetters(stem)) add(gram, LETTERS)
    }
    for (const concept of lexicon.find(folded, { words, stems })) add(`@${concept}`, 1)
    return features
  }
}

/** Pieces of a word, its ends marked: forms of one word share most of them, in any language. */
function cutLetters(word: string): string[] {
  const marked = [...`^${word}$`]
  const grams: string[] = []
  for (let size = SHORTEST_GRAM; size <= LONGEST_GRAM; size += 1) {
    for (let from = 0; from + size <= marked.length; from += 1) {
      grams.push(`#${marked.slice(from, from + size).join('')}`)
    }
  }
  return grams
}
