import type { Outcome } from '../outcome.ts'

/** STYLE rule 13: no error in a page is left to nobody, whatever fails. */
export function noUncaughtErrors({ problems }: Outcome): string[] {
  return problems.map((problem) => `A page said: ${problem}`)
}
