import { DatabaseUnavailableError } from './errors.ts'
import { readStoreFault, type StoreFault } from './store/read-health.ts'
import type { Store } from './store/store.ts'

/** So many probes a second cost one statement. */
const SHARED_MS = 1_000
/** A probe is answered within so long, whatever the database does. */
const ANSWER_MS = 2_000

/** Whether the environment can serve, for those who look after it: asked as often as anybody likes. */
export class HealthCheck {
  readonly #store: Store
  #known: { fault: StoreFault | null; atMs: number } | null = null
  #running: Promise<StoreFault | null> | null = null

  constructor(store: Store) {
    this.#store = store
  }

  /** What can't be done; null: all is well. Never throws. */
  async read(): Promise<StoreFault | null> {
    if (this.#known && performance.now() - this.#known.atMs < SHARED_MS) return this.#known.fault
    this.#running ??= this.#ask()
    return answerWithin(this.#running, ANSWER_MS)
  }

  /** One question is under way at a time: one that is not answered is not asked again beside it. */
  async #ask(): Promise<StoreFault | null> {
    const fault = await readStoreFault(this.#store).catch(describeFailure)
    this.#known = { fault, atMs: performance.now() }
    this.#running = null
    return fault
  }
}

async function answerWithin(answer: Promise<StoreFault | null>, ms: number): Promise<StoreFault | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<StoreFault>((resolve) => {
    const late = () => resolve({ cannot: ['read', 'write'], reason: 'the database does not answer in time' })
    timer = setTimeout(late, ms)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function describeFailure(error: unknown): StoreFault {
  const reason =
    error instanceof DatabaseUnavailableError ? error.reason : 'the database does not answer as it should'
  return { cannot: ['read', 'write'], reason }
}
