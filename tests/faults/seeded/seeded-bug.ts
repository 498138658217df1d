import type { Patch } from '../model/tab-program.ts'

/** A bug that somebody could make, as a change of one place of the product's source. Only the model ever runs it. */
export interface SeededBug extends Patch {
  name: string
}
