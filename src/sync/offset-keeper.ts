import { storeClockOffset } from '#src/db/mirror/meta.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'

/** A change of less is not worth a write, ms: the environment's header counts whole seconds. */
const OFFSET_STEP_MS = 2_000

/** What the mirror holds, as far as this tab knows; null where that is not known. Ms. */
export type KnownOffset = number | null

export interface OffsetKeeper {
  /** An answer says how far the clocks are apart. */
  note(offsetMs: number): void
  /** Another tab has written, or is about to. */
  noteOther(known: KnownOffset): void
}

/**
 * Keeps the environment's clock offset in the mirror, where every tab and the next start find it (I8). `tell` reaches the other
 * tabs, for which each answer would be a look at the mirror otherwise: before the write, because its tab may die over it, and after.
 */
export function createOffsetKeeper(workspace: Workspace, tell: (known: KnownOffset) => void): OffsetKeeper {
  let known: KnownOffset = null
  return {
    note(offsetMs) {
      if (known !== null && Math.abs(offsetMs - known) < OFFSET_STEP_MS) return
      known = offsetMs
      tell(null)
      writeMirror(workspace, [], () => storeClockOffset(workspace.mirror, offsetMs)).then(
        () => tell(offsetMs),
        // What could not be kept is kept with the next answer.
        () => (known = null),
      )
    },
    noteOther: (offsetMs) => (known = offsetMs),
  }
}
