/** Whose timers and answers wait while it is frozen, and are never heard of once it is dead. */
export interface Owner {
  isDead: boolean
  isFrozen: boolean
}

interface Timer {
  id: number
  dueAt: number
  owner: Owner | null
  run: () => void
  everyMs: number | null
}

/** What a rejected promise that nobody waits for says. */
type RejectionListener = (reason: unknown) => void

type Patched = 'setImmediate' | 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'

/** Turns of the event loop in which nothing may be left to do: streams of answers take more than one. */
const IDLE_TURNS = 2
/** Many times what the busiest moment of a day takes. */
const MOST_TURNS = 20_000
const realSetImmediate = globalThis.setImmediate

/** A loop in which no time passes: nothing that comes after it can be looked at. */
export class RestlessError extends Error {}

/**
 * One virtual time for everything in a schedule. It stands still while anything runs and jumps to the next timer when nothing does;
 * databases go on by themselves, because what they wait for is no timer. Chance is drawn from a seed, so that a schedule with
 * its seed happens again as it was.
 */
export class World {
  /** ms since this world began. */
  now = 0
  readonly random: () => number
  #timers: Timer[] = []
  #held: Timer[] = []
  #lastId = 0
  #tasks = 0
  #patched = new Map<Patched, unknown>()
  #warn = console.warn
  #listeners: NodeJS.UnhandledRejectionListener[] = []
  /** What was rejected in it and nobody waited for, but for what a tab left behind that is gone. */
  readonly rejections: unknown[] = []
  #abandoned = new WeakSet<object>()
  #isAbandoning = false
  /** Whether what runs is a task that a dying tab has queued. */
  #isAbandoned = false
  readonly #onRejection: RejectionListener = (reason) => {
    if (this.isOfTheLiving(reason)) this.rejections.push(reason)
  }

  /** `beginTask`: what is done before anything runs. */
  constructor(
    seed: number,
    private readonly beginTask: () => void,
  ) {
    this.random = createRandom(seed)
  }

  /** From now on the process's own timers are this world's, for libraries that all tabs share. */
  install(): void {
    const count = (run: (...given: unknown[]) => void, ...given: unknown[]) => {
      this.#tasks += 1
      const isAbandoned = this.#isAbandoning
      return realSetImmediate(() => {
        this.#tasks -= 1
        this.beginTask()
        this.#isAbandoned = isAbandoned
        run(...given)
      })
    }
    const { setTimeout, setInterval, clear } = this.timersOf(null)
    const ours = { setImmediate: count, setTimeout, clearTimeout: clear, setInterval, clearInterval: clear }
    for (const name of [
      'setImmediate',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
    ] as const) {
      this.#patched.set(name, globalThis[name])
      Reflect.set(globalThis, name, ours[name])
    }
    // Dexie says there that it would open a database again, which a tab that is dead does not.
    this.#warn = console.warn
    console.warn = () => undefined
    this.#listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', this.#onRejection)
  }

  uninstall(): void {
    for (const [name, original] of this.#patched) Reflect.set(globalThis, name, original)
    this.#patched.clear()
    console.warn = this.#warn
    process.off('unhandledRejection', this.#onRejection)
    for (const listener of this.#listeners) process.on('unhandledRejection', listener)
    this.#timers = []
    this.#held = []
    this.beginTask()
  }

  /** Does what ends a tab: its tasks leave promises behind, which a browser forgets with it. */
  abandon(end: () => void): void {
    this.#isAbandoning = true
    end()
    this.#isAbandoning = false
  }

  /** An error that only a tab hears of that is gone. */
  forget(error: object): void {
    this.#abandoned.add(error)
  }

  /** Whether what was rejected just now was no dead tab's; a database wraps what it is told. */
  isOfTheLiving(reason: unknown): boolean {
    if (this.#isAbandoned) return false
    const inner: unknown = isObject(reason) ? Reflect.get(reason, 'inner') : null
    return ![reason, inner].some((each) => isObject(each) && this.#abandoned.has(each))
  }

  /** `setTimeout` and its like for one owner. */
  timersOf(owner: Owner | null) {
    const add = (run: () => void, ms: number, everyMs: number | null) => this.#add(owner, run, ms, everyMs)
    return {
      setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
        add(() => run(...given), ms, null),
      setInterval: (run: () => void, ms = 0) => add(run, ms, Math.max(1, ms)),
      clear: (id: number | undefined) => this.#remove(id),
    }
  }

  /** Runs something `ms` from now, unless its owner is dead by then; a frozen one gets it when it thaws. */
  later(owner: Owner | null, ms: number, run: () => void): void {
    this.#add(owner, run, ms, null)
  }

  /** What came due while its owner was frozen comes now, in an order that nobody promises. */
  thaw(owner: Owner): void {
    const due = this.#held.filter((timer) => timer.owner === owner)
    this.#held = this.#held.filter((timer) => timer.owner !== owner)
    for (const timer of due) this.#insert({ ...timer, dueAt: this.now + this.draw(2) })
  }

  /** A number of this world's chance, from 0 to below `limit`. */
  draw(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  /** Settles when nothing runs any more, without time passing. Throws RestlessError where that never comes. */
  async settle(): Promise<void> {
    let turns = 0
    for (let idle = 0; idle < IDLE_TURNS; idle += 1) {
      turns += 1
      if (turns > MOST_TURNS) throw new RestlessError('something goes on for ever without time passing')
      await new Promise<void>((resolve) => realSetImmediate(resolve))
      if (this.#tasks > 0) idle = -1
    }
  }

  /** Lets `ms` pass: each timer runs at its time, and whatever it begins is done before the next. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    await this.settle()
    for (let next = this.#timers[0]; next && next.dueAt <= until; next = this.#timers[0]) {
      this.#timers.shift()
      this.now = Math.max(this.now, next.dueAt)
      if (this.#run(next)) await this.settle()
    }
    this.now = until
  }

  #run(timer: Timer): boolean {
    if (timer.owner?.isDead) return false
    if (timer.owner?.isFrozen) {
      this.#held.push(timer)
      return false
    }
    if (timer.everyMs !== null) this.#insert({ ...timer, dueAt: this.now + timer.everyMs })
    this.beginTask()
    this.#isAbandoned = false
    timer.run()
    return true
  }

  #add(owner: Owner | null, run: () => void, ms: number, everyMs: number | null): number {
    const id = (this.#lastId += 1)
    this.#insert({ id, dueAt: this.now + Math.max(0, Number.isFinite(ms) ? ms : 0), owner, run, everyMs })
    return id
  }

  /** Behind all that are due at the same time. */
  #insert(timer: Timer): void {
    let at = this.#timers.length
    while (at > 0 && (this.#timers[at - 1]?.dueAt ?? 0) > timer.dueAt) at -= 1
    this.#timers.splice(at, 0, timer)
  }

  #remove(id: number | undefined): void {
    if (id === undefined) return
    this.#timers = this.#timers.filter((timer) => timer.id !== id)
    this.#held = this.#held.filter((timer) => timer.id !== id)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
