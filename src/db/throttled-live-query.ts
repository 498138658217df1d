import Dexie from 'dexie'

/**
 * A live query for what is costly to read and to draw: from one reading's end to the next one's beginning pass at least
 * `restMs`. The first is made at once, and each is told: Dexie's own begins anew with every change, so that a burst is
 * read once per change and told only when it is over. `isWanted` says whether anybody is still there to be told.
 */
export function throttledLiveQuery<T>(read: (isWanted: () => boolean) => Promise<T>, restMs: number) {
  return {
    subscribe: (onNext: (value: T) => void, onError: (error: unknown) => void = () => undefined) =>
      new ThrottledSubscription(read, restMs, onNext, onError),
  }
}

class ThrottledSubscription<T> {
  private readonly read: (isWanted: () => boolean) => Promise<T>
  private readonly restMs: number
  private readonly onNext: (value: T) => void
  private readonly onError: (error: unknown) => void
  private watching: { unsubscribe(): void } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly isWanted = () => !this.isEnded
  private isEnded = false

  constructor(
    read: (isWanted: () => boolean) => Promise<T>,
    restMs: number,
    onNext: (value: T) => void,
    onError: (error: unknown) => void,
  ) {
    this.read = read
    this.restMs = restMs
    this.onNext = onNext
    this.onError = onError
    this.start()
  }

  unsubscribe(): void {
    this.isEnded = true
    clearTimeout(this.timer)
    this.watching?.unsubscribe()
  }

  /** Reads once, and watches what was read: being asked for a second time means that it has changed. */
  private start(): void {
    let answer: { value: T; readAt: number } | undefined
    let isTold = false
    const query = Dexie.liveQuery(async () => {
      if (answer) this.startAgain(answer.readAt + this.restMs)
      answer ??= { value: await this.read(this.isWanted), readAt: performance.now() }
      return answer
    })
    this.watching = query.subscribe({
      next: ({ value }) => {
        if (isTold) return
        isTold = true
        this.onNext(value)
      },
      error: this.onError,
    })
  }

  private startAgain(at: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => {
        this.watching?.unsubscribe()
        this.start()
      },
      Math.max(0, at - performance.now()),
    )
  }
}
