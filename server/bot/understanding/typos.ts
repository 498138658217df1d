/** Shorter words are too alike: 'late' and 'gate'. */
const LEAST_CHARS = 6
/** From here on two letters may be wrong. */
const LONG_CHARS = 10
const CORRECTABLE = /^\p{Script=Latin}+$/u
/** Bounded: what guests mistype is endless. */
const MAX_KNOWN_TYPOS = 20_000

/** Takes a word that nobody taught for the one that it is nearest to, where it is near enough. */
export class Speller {
  readonly #words: Set<string>
  readonly #byLength = new Map<number, string[]>()
  readonly #typos = new Map<string, string>()

  constructor(words: Iterable<string>) {
    this.#words = new Set(words)
    for (const word of this.#words) {
      if (word.length < LEAST_CHARS || !CORRECTABLE.test(word)) continue
      const alike = this.#byLength.get(word.length) ?? []
      alike.push(word)
      this.#byLength.set(word.length, alike)
    }
  }

  /** The word that is meant: itself where it is known, or where none is near. */
  correct(word: string): string {
    if (this.#words.has(word) || word.length < LEAST_CHARS || !CORRECTABLE.test(word)) return word
    const known = this.#typos.get(word)
    if (known !== undefined) return known
    const found = this.#findNearest(word)
    if (this.#typos.size >= MAX_KNOWN_TYPOS) this.#typos.clear()
    this.#typos.set(word, found)
    return found
  }

  #findNearest(word: string): string {
    const most = word.length >= LONG_CHARS ? 2 : 1
    let nearest = word
    let least = most + 1
    for (let length = word.length - most; length <= word.length + most; length += 1) {
      for (const other of this.#byLength.get(length) ?? []) {
        // People get the first letter right.
        if (other[0] !== word[0]) continue
        const edits = countEdits(word, other, most)
        if (edits < least) [nearest, least] = [other, edits]
      }
    }
    return nearest
  }
}

/**
 * Letters dropped, doubled, changed, or swapped with their neighbour between two words; more than `most` is `most + 1`.
 */
export function countEdits(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : Infinity,
        ),
      )
    }
    if (Math.min(...next) > most) return most + 1
    before = row
    row = next
  }
  return Math.min(at(row, other.length), most + 1)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
