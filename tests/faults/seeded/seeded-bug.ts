import type { Manner } from '../model/environment.ts'
import type { Patch } from '../model/tab-program.ts'

/** What finds a bug: a schedule of the tests' seed, or a story in one of its ways. */
export type FoundBy = { manner: Manner } & ({ index: number } | { story: string; chance: number })

/** A bug that somebody could make, as a change of one place of the product's source. Only the model ever runs it. */
export interface SeededBug extends Patch {
  name: string
  /** The one that `npm test` runs. Where it no longer does, `npm run test:faults` says which others do. */
  foundBy: FoundBy
}
