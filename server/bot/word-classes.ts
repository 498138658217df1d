import { foldText } from '#src/domain/search/fold-text.ts'

/** Shorter ones are another word with every other letter. */
const LEAST_LETTERS = 4
/** Of the trigrams of two words so much must be the same: 'pool' and 'pools' are, 'towel' and 'tower' are not. */
const LEAST_LIKENESS = 0.65

/** Words of any script, also of those without blanks. The language makes no difference to that, so that no guess is needed. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a text in one spelling, each once; a number is one whatever it is. None where it has no two letters. */
export function readSentenceWords(text: string): string[] {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(foldText(text))) {
    if (isWordLike === true) words.add(segment.replace(/\p{Nd}+/gu, '0'))
  }
  const letters = [...words].reduce((count, word) => count + word.length, 0)
  return letters < 2 ? [] : [...words]
}

/** By word, the word that stands for it and for all that are written almost like it: the one that is most frequent. */
export function classifyWords(counts: ReadonlyMap<string, number>): Map<string, string> {
  const sorted = [...counts].sort(
    ([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1),
  )
  const having = new Map<string, string[]>()
  const trigrams = new Map<string, number>()
  const found = new Map<string, string>()
  for (const [word] of sorted) {
    const parts = word.length < LEAST_LETTERS ? [] : cutTrigrams(word)
    const like = findLike(parts, having, trigrams)
    found.set(word, like ?? word)
    if (like !== null || parts.length === 0) continue
    trigrams.set(word, parts.length)
    for (const part of parts) addTo(having, part, word)
  }
  return found
}

function addTo(having: Map<string, string[]>, part: string, word: string): void {
  const words = having.get(part)
  if (words) words.push(word)
  else having.set(part, [word])
}

function findLike(
  parts: readonly string[],
  having: ReadonlyMap<string, readonly string[]>,
  sizes: ReadonlyMap<string, number>,
): string | null {
  const shared = new Map<string, number>()
  for (const part of parts) {
    for (const word of having.get(part) ?? []) shared.set(word, (shared.get(word) ?? 0) + 1)
  }
  let best: string | null = null
  let most = LEAST_LIKENESS
  for (const [word, count] of shared) {
    const likeness = (2 * count) / (parts.length + (sizes.get(word) ?? 0))
    // Of two that are as like the one that was there first is in the map first.
    if (likeness < most || (likeness === most && best !== null)) continue
    best = word
    most = likeness
  }
  return best
}

/** With its beginning and its end. */
function cutTrigrams(word: string): string[] {
  const letters = [...`^${word}$`]
  const parts = letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`)
  return [...new Set(parts)]
}
