import Dexie from 'dexie'
import { waitUntilStored } from './stored-behind.ts'
import type { Workspace } from './workspace.ts'

/** So many are kept that nobody follows: what a person goes back and forth between. */
const MOST_KEPT = 8
/** From one reading to the next of what nobody follows pass at least, ms: a catch-up would have each read once a page. */
const REST_MS = 2_000

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
 * Live queries that outlive the screen which follows them, at both ends: begun at the press that leads to it, and kept for
 * whoever comes back to it. Whoever asks for a key takes over what runs with the answer that it has by then, and nothing
 * is read twice. What is kept goes on following the databases, so that no answer is outdated; the one that was left
 * first goes first, and all of them with their databases.
 */
export class LiveAhead<T> {
  readonly #kept = new WeakMap<Workspace, Map<string, Begun<T>>>()
  readonly #most: number

  constructor(most = MOST_KEPT) {
    this.#most = most
  }

  /** Reads it now: somebody is about to ask for it. Settles with its first answer, or when there is to be none. */
  begin(workspace: Workspace, key: string, read: () => Promise<T>): Promise<void> {
    return this.#find(workspace, key, read).whenRead
  }

  /** Of what is stored behind: it has `value` for an answer as soon as that is there, and is read when it is stored. */
  expect(workspace: Workspace, key: string, read: () => Promise<T>, value: Promise<T>): void {
    const begun = this.#find(workspace, key, read)
    value.then(
      (given) => begun.give({ key, value: given }),
      () => undefined,
    )
  }

  /** What runs of this key, begun now where nothing does. Null where somebody follows it already. */
  take(workspace: Workspace, key: string, read: () => Promise<T>): KeyedQuery<T> | null {
    const begun = this.#find(workspace, key, read)
    return begun.isFollowed ? null : begun
  }

  #find(workspace: Workspace, key: string, read: () => Promise<T>): Begun<T> {
    const kept = this.#readKept(workspace)
    const generation = workspace.reopened.read()
    let begun = kept.get(key)
    if (begun && (begun.hasEnded || begun.generation !== generation)) {
      begun.end()
      begun = undefined
    }
    begun ??= new Begun(workspace, key, read, generation)
    begun.wake()
    // The last one is the one that was asked for last.
    kept.delete(key)
    kept.set(key, begun)
    this.#giveUp(kept)
    return begun
  }

  #giveUp(kept: Map<string, Begun<T>>): void {
    for (const [key, begun] of kept) {
      if (begun.hasEnded) kept.delete(key)
    }
    for (const [key, begun] of kept) {
      if (kept.size <= this.#most) return
      if (begun.isFollowed) continue
      begun.end()
      kept.delete(key)
    }
  }

  #readKept(workspace: Workspace): Map<string, Begun<T>> {
    const known = this.#kept.get(workspace)
    if (known) return known
    const kept = new Map<string, Begun<T>>()
    this.#kept.set(workspace, kept)
    // A session that is over leaves nothing of it in memory (D8). After a reopening they are begun anew (D6).
    workspace.mirror.on('close', () => {
      for (const begun of kept.values()) begun.end()
      kept.clear()
    })
    return kept
  }
}

class Begun<T> implements KeyedQuery<T> {
  readonly key: string
  readonly generation: number
  hasEnded = false
  /** Settles with the first answer, or the end. */
  readonly whenRead: Promise<void>
  #noteRead: () => void = () => undefined
  readonly #query: { subscribe(onAnswer: OnAnswer<T>, onError: OnError): Running }
  /** Undefined while it rests, and has no answer. */
  #running: Running | undefined
  #answer: Answer<T> | undefined
  #answeredAt = -Infinity
  #follower: { onAnswer: OnAnswer<T>; onError: OnError } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(workspace: Workspace, key: string, read: () => Promise<T>, generation: number) {
    this.key = key
    this.generation = generation
    this.whenRead = new Promise((resolve) => (this.#noteRead = resolve))
    this.#query = Dexie.liveQuery(async () => {
      await waitUntilStored(workspace)
      return { key, value: await read() }
    })
  }

  get isFollowed(): boolean {
    return this.#follower !== undefined
  }

  hasValue(): boolean {
    return this.#answer !== undefined
  }

  getValue(): Answer<T> {
    if (this.#answer === undefined) throw new Error('It has no answer yet.')
    return this.#answer
  }

  /** Reads it now, where it rests. */
  wake(): void {
    clearTimeout(this.#timer)
    if (this.hasEnded || this.#running) return
    this.#running = this.#query.subscribe(
      (answer) => this.#hear(answer),
      (error) => {
        // Nobody takes over what has failed: whoever asks next begins anew, and meets it by itself.
        const follower = this.#follower
        this.end()
        follower?.onError(error)
      },
    )
  }

  /** Its answer until the first reading; after that it is outdated. */
  give(answer: Answer<T>): void {
    if (this.hasEnded || this.#answeredAt > 0) return
    this.#answer = answer
    this.#noteRead()
    this.#follower?.onAnswer(answer)
  }

  /** The first takes over what runs; any other, or one that comes after its end, begins anew. */
  subscribe(onAnswer: OnAnswer<T>, onError: OnError = () => undefined): Running {
    if (this.hasEnded || this.#follower) return this.#query.subscribe(onAnswer, onError)
    const follower = { onAnswer, onError }
    this.#follower = follower
    this.wake()
    if (this.#answer !== undefined) onAnswer(this.#answer)
    return {
      unsubscribe: () => {
        if (this.#follower === follower) this.#follower = undefined
      },
    }
  }

  end(): void {
    this.hasEnded = true
    this.#follower = undefined
    this.#noteRead()
    this.#stop()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#answer = undefined
    this.#answeredAt = -Infinity
    this.#running?.unsubscribe()
    this.#running = undefined
  }

  #hear(answer: Answer<T>): void {
    const at = performance.now()
    if (!this.#follower && at - this.#answeredAt < REST_MS) {
      // What it has is outdated by now: who comes before it is read again waits for a reading.
      this.#stop()
      this.#timer = setTimeout(() => this.wake(), REST_MS)
      return
    }
    this.#answeredAt = at
    this.#answer = answer
    this.#noteRead()
    this.#follower?.onAnswer(answer)
  }
}
