import { createSignal } from '#src/lib/signal.ts'

/** Rises when the command palette is asked for by a button; its keys are its own. */
export const paletteAsked = createSignal()

/** Rises when the list of keys is asked for by something else than its key. */
export const keysAsked = createSignal()
