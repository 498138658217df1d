/** Counts by what is counted. */
export class Tally<Key> {
  readonly #counts = new Map<Key, number>()

  add(key: Key, count: number): void {
    this.#counts.set(key, this.read(key) + count)
  }

  read(key: Key): number {
    return this.#counts.get(key) ?? 0
  }

  /** What was counted at all, the most first. */
  list(): [Key, number][] {
    return [...this.#counts].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one)
  }
}
