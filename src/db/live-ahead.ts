import Dexie from 'dexie'
import type { Workspace } from './workspace.ts'

/** For so long what was begun waits for somebody who draws it, ms. */
const KEPT_MS = 2_000

interface Answer<T> {
  key: string
  value: T
}
type OnAnswer<T> = (answer: Answer<T>) => void
type OnError = (error: unknown) => void
interface Running {
  unsubscribe(): void
}

/** A live query as `useLive` follows it: its answers carry the key that they are of. */
export interface KeyedQuery<T> {
  subscribe(onAnswer: OnAnswer<T>, onError?: OnError): Running
  /** Whether it has an answer before anybody has subscribed. */
  hasValue(): boolean
  getValue?(): Answer<T>
}

/**
 * A live query that is begun before the screen which follows it is there: at the press that leads to it. Whoever asks for its
 * key takes it over with the answer that it has by then, and nothing is read twice. One at a time; what nobody takes
 * over ends by itself.
 */
export class LiveAhead<T> {
  readonly #begun = new WeakMap<Workspace, Begun<T>>()
  readonly #keptMs: number

  constructor(keptMs = KEPT_MS) {
    this.#keptMs = keptMs
  }

  begin(workspace: Workspace, key: string, read: () => Promise<T>): void {
    const before = this.#begun.get(workspace)
    if (before?.key === key && before.isWaiting) return
    before?.end()
    this.#begun.set(workspace, new Begun(key, read, this.#keptMs))
  }

  /** Null where this key was not begun, or is followed already. */
  take(workspace: Workspace, key: string): KeyedQuery<T> | null {
    const begun = this.#begun.get(workspace)
    return begun?.key === key && begun.isWaiting ? begun : null
  }
}

class Begun<T> implements KeyedQuery<T> {
  readonly key: string
  isWaiting = true
  readonly #query: { subscribe(onAnswer: OnAnswer<T>, onError: OnError): Running }
  readonly #running: Running
  readonly #timer: ReturnType<typeof setTimeout>
  #answer: Answer<T> | undefined
  #follower: { onAnswer: OnAnswer<T>; onError: OnError } | undefined

  constructor(key: string, read: () => Promise<T>, keptMs: number) {
    this.key = key
    this.#query = Dexie.liveQuery(async () => ({ key, value: await read() }))
    this.#running = this.#query.subscribe(
      (answer) => {
        this.#answer = answer
        this.#follower?.onAnswer(answer)
      },
      (error) => {
        // Nobody takes over what has failed: whoever asks next begins anew, and meets it by itself.
        this.isWaiting = false
        this.#follower?.onError(error)
      },
    )
    this.#timer = setTimeout(() => (this.#follower ? undefined : this.end()), keptMs)
  }

  hasValue(): boolean {
    return this.#answer !== undefined
  }

  getValue(): Answer<T> {
    if (this.#answer === undefined) throw new Error('It has no answer yet.')
    return this.#answer
  }

  /** The first takes over what runs; any other, or one that comes after its end, begins anew. */
  subscribe(onAnswer: OnAnswer<T>, onError: OnError = () => undefined): Running {
    if (!this.isWaiting) return this.#query.subscribe(onAnswer, onError)
    this.isWaiting = false
    this.#follower = { onAnswer, onError }
    if (this.#answer !== undefined) onAnswer(this.#answer)
    return { unsubscribe: () => this.end() }
  }

  end(): void {
    this.isWaiting = false
    this.#follower = undefined
    clearTimeout(this.#timer)
    this.#running.unsubscribe()
  }
}
