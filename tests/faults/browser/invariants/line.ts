import type { Outcome } from '../outcome.ts'

/** A poll, and a list or a thread that has changed while it was read: so often one thing is asked for in a few seconds. */
const MOST_SAME = 4

/**
 * O3 and section 5: when nothing fails any more nobody asks again and again. What is fetched ahead of a shift (I7) is many calls,
 * and each of them one.
 */
export function lineIsQuiet({ quietCalls }: Outcome): string[] {
  const counts = new Map<string, number>()
  for (const call of quietCalls) counts.set(call, (counts.get(call) ?? 0) + 1)
  return [...counts].flatMap(([call, count]) =>
    count <= MOST_SAME ? [] : [`${call} was asked for ${count} times in a quiet moment.`],
  )
}
