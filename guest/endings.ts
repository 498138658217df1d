import { CallFailure, endSession } from './guest-api.ts'
import type { Kept } from './kept.ts'

/**
 * Ends the tokens of conversations that were ended on this device, the only thing that is kept of them. Throws what may
 * pass: the rest is tried again.
 */
export async function sendEndings(kept: Kept): Promise<void> {
  for (const token of kept.readEndings()) {
    try {
      await endSession(token)
    } catch (error) {
      // A token that the hotel does not know, or will not hear of, has ended.
      const isOver = error instanceof CallFailure && (error.kind === 'signedOut' || error.kind === 'refused')
      if (!isOver) throw error
    }
    kept.changeEndings((tokens) => tokens.filter((each) => each !== token))
  }
}
