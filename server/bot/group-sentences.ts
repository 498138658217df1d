import { LeaderIndex } from './leader-index.ts'
import { classifyWords, readSentenceWords } from './word-classes.ts'

/** A sentence that several guests may have written. */
export interface Groupable {
  /** Two with one key are the same sentence. */
  key: string
  text: string
  count: number
  lastAt: Date
}

export interface SentenceGroup<T extends Groupable> {
  /** All of them; the group is shown as the first: the one that was written most often, of several the newest. */
  members: [T, ...T[]]
  count: number
}

/** Of the words of two sentences, by their weight, so much must be the same. Two questions in one group are worse than two groups. */
const LEAST_LIKENESS = 0.65
/** Longer words say no more than this. */
const MAX_WEIGHED_LETTERS = 8

/**
 * Groups sentences that say alike, whatever the order in which they come: the largest group first, then the one that was
 * written last. A word weighs the more the longer and the rarer it is among the sentences, so that 'is there a' makes nothing
 * alike. What has no two letters, an emoji for example, is like nothing but itself.
 */
export function groupSentences<T extends Groupable>(sentences: readonly T[]): SentenceGroup<T>[] {
  const sorted = [...sentences].sort(compareSentences)
  const { meant, weights } = readMeanings(sorted.map(({ text }) => text))
  const leaders = new LeaderIndex(weights, LEAST_LIKENESS)
  const groups: SentenceGroup<T>[] = []
  for (const [index, sentence] of sorted.entries()) {
    const words = meant[index] ?? []
    const group = groups[leaders.find(words) ?? -1]
    if (group) {
      group.members.push(sentence)
      group.count += sentence.count
    } else {
      leaders.add(words)
      groups.push({ members: [sentence], count: sentence.count })
    }
  }
  return groups.sort(compareGroups)
}

/** The words of each text as numbers, one for all that are written almost alike, and what each weighs. */
function readMeanings(texts: readonly string[]): { meant: number[][]; weights: number[] } {
  const written = texts.map(readSentenceWords)
  const classes = classifyWords(countWords(written))
  const numbers = new Map([...new Set(classes.values())].map((word, number) => [word, number]))
  const meant = written.map((words) => [
    ...new Set(words.map((word) => numbers.get(classes.get(word) ?? word) ?? 0)),
  ])
  const counts = countWords(meant)
  const weights = [...numbers].map(([word, number]) => {
    const letters = Math.min(word.length, MAX_WEIGHED_LETTERS)
    return letters * Math.log(1 + texts.length / (counts.get(number) ?? 1))
  })
  return { meant, weights }
}

/** In how many sentences each word is. */
function countWords<Word>(sentences: readonly (readonly Word[])[]): Map<Word, number> {
  const counts = new Map<Word, number>()
  for (const word of sentences.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function compareSentences(one: Groupable, other: Groupable): number {
  return (
    other.count - one.count || other.lastAt.getTime() - one.lastAt.getTime() || (one.key < other.key ? -1 : 1)
  )
}

function compareGroups<T extends Groupable>(one: SentenceGroup<T>, other: SentenceGroup<T>): number {
  return (
    other.count - one.count ||
    newestOf(other) - newestOf(one) ||
    (one.members[0].key < other.members[0].key ? -1 : 1)
  )
}

function newestOf<T extends Groupable>({ members }: SentenceGroup<T>): number {
  return Math.max(...members.map(({ lastAt }) => lastAt.getTime()))
}
