import type { Outcome } from './outcome.ts'

/**
 * D6 and STYLE rule 4: whatever fails, in a tab or a worker that lives, somebody in the code waits for it, and says so or tries
 * again. A promise that is rejected and forgotten is work that ended in the middle without anybody's knowing.
 */
export function everyFailureIsHeard({ rejections }: Outcome): string[] {
  return rejections.map((reason) => `Nobody waited for what failed: ${reason.slice(0, 400)}`)
}
