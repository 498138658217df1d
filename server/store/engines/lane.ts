/** Who is patient goes when nobody else came for so long: a call's next statement follows its last one sooner. */
const QUIET_MS = 4
/** But waits no longer than this behind a crowd. */
const PATIENCE_MS = 150

/** Gives back the turn; called once. */
export type Release = () => void

interface Patient {
  since: number
  go: () => void
}

/**
 * One taker at a time. In the order in which they come, but those who are patient let the others go first: also the one who
 * is only about to come again.
 */
export class Lane {
  readonly #waiting: (() => void)[] = []
  readonly #patient: Patient[] = []
  #isTaken = false
  #quietFrom = 0
  #timer: NodeJS.Timeout | null = null

  take(): Promise<Release> {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(this.#hold(() => (this.#quietFrom = performance.now() + QUIET_MS))))
      this.#next()
    })
  }

  takePatiently(): Promise<Release> {
    return new Promise((resolve) => {
      this.#patient.push({ since: performance.now(), go: () => resolve(this.#hold()) })
      this.#next()
    })
  }

  #hold(onRelease?: () => void): Release {
    this.#isTaken = true
    return () => {
      this.#isTaken = false
      onRelease?.()
      this.#next()
    }
  }

  #next(): void {
    if (this.#isTaken) return
    const [first] = this.#patient
    const now = performance.now()
    const waitMs = first ? Math.min(this.#quietFrom - now, first.since + PATIENCE_MS - now) : 0
    const isOverdue = first !== undefined && now - first.since >= PATIENCE_MS
    const urgent = isOverdue ? undefined : this.#waiting.shift()
    if (urgent) urgent()
    else if (!first) return
    else if (waitMs <= 0) this.#patient.shift()?.go()
    else if (this.#timer === null) this.#timer = setTimeout(() => this.#wake(), waitMs)
  }

  #wake(): void {
    this.#timer = null
    this.#next()
  }
}
