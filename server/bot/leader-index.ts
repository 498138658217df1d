/**
 * Finds, of sentences that lead a group each, the one that is most like another. Sentences are numbers of words; `weights`
 * says what each word counts, `least` how like two must be at least, of 1.
 */
export class LeaderIndex {
  readonly #weights: readonly number[]
  readonly #least: number
  /** By word: the leaders that have it. */
  readonly #having: number[][]
  readonly #leaders: { words: ReadonlySet<number>; weight: number }[] = []

  constructor(weights: readonly number[], least: number) {
    this.#weights = weights
    this.#least = least
    this.#having = weights.map(() => [])
  }

  add(words: readonly number[]): void {
    for (const word of words) this.#having[word]?.push(this.#leaders.length)
    this.#leaders.push({ words: new Set(words), weight: this.#weigh(words) })
  }

  /** The place of the leader that is most like it, of several the first; null where none is like enough. */
  find(words: readonly number[]): number | null {
    const own = this.#weigh(words)
    let best: number | null = null
    let most = 0
    for (const place of this.#listPossible(words, own)) {
      const leader = this.#leaders[place]
      if (!leader) continue
      const shared = this.#weigh(words.filter((word) => leader.words.has(word)))
      const likeness = (2 * shared) / (own + leader.weight)
      if (likeness < this.#least || likeness < most) continue
      if (likeness === most && best !== null && best < place) continue
      best = place
      most = likeness
    }
    return best
  }

  /**
   * The leaders that can be like enough. Who shares only the lightest words can not be, and those are the words that most
   * sentences have: they are not looked up.
   */
  #listPossible(words: readonly number[], own: number): Set<number> {
    const possible = new Set<number>()
    const heaviest = [...words].sort((one, other) => this.#weightOf(other) - this.#weightOf(one))
    // Twice the shared weight is at least `least` of both weights, and a leader weighs what it shares or more.
    const needed = (this.#least / (2 - this.#least)) * own
    let left = own
    for (const word of heaviest) {
      if (left < needed) break
      for (const place of this.#having[word] ?? []) possible.add(place)
      left -= this.#weightOf(word)
    }
    return possible
  }

  #weigh(words: readonly number[]): number {
    return words.reduce((sum, word) => sum + this.#weightOf(word), 0)
  }

  #weightOf(word: number): number {
    return this.#weights[word] ?? 0
  }
}
