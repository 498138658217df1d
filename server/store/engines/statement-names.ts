/** A text that was met so often is worth to be kept by the database: what is put together for one use is not. */
const WORTH_AFTER = 3
/** A session keeps the plan of each: some tens of kilobytes. */
const MAX_NAMES = 300
/** Of texts met less often, so many are remembered. */
const MAX_SEEN = 1_000

/**
 * The names under which a session's database keeps statements that come again and again: it reads and plans them once, which
 * costs more than most of ours take to run.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()
  #generation = 1

  /** Null for a text that is not kept, or not yet. */
  find(sql: string): string | null {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (this.#names.size >= MAX_NAMES) return null
    const times = (this.#seen.get(sql) ?? 0) + 1
    this.#seen.delete(sql)
    if (times < WORTH_AFTER) {
      this.#seen.set(sql, times)
      const [oldest] = this.#seen.keys()
      if (oldest !== undefined && this.#seen.size > MAX_SEEN) this.#seen.delete(oldest)
      return null
    }
    const name = `g${this.#generation}s${this.#names.size + 1}`
    this.#names.set(sql, name)
    return name
  }

  /** Tables have changed: what was kept gives the columns of before. No name is used again. */
  forgetAll(): void {
    this.#names.clear()
    this.#seen.clear()
    this.#generation += 1
  }
}
