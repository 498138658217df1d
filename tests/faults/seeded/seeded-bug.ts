import type { Manner } from '../model/environment.ts'
import type { Patch } from '../model/tab-program.ts'

/** A bug that somebody could make, as a change of one place of the product's source. Only the model ever runs it. */
export interface SeededBug extends Patch {
  name: string
  /** Which of the schedules of `npm test` found it last: that one is tried first. */
  foundBy?: { manner: Manner; index: number }
}
