/**
 * The moments that tests and benches measure by (CONTRACT section 10), and two of our own for a screen that
 * has no rows: an empty list, and the sign-in.
 */
export type MarkName =
  | 'bellhop:rows-visible'
  | 'bellhop:rows-live'
  | 'bellhop:thread-visible'
  | 'bellhop:no-rows'
  | 'bellhop:sign-in-visible'

/** Marks a moment once per load. */
export function markOnce(name: MarkName): void {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name)
}

/** Marks a moment that comes again and again: the last one counts. */
export function markLatest(name: MarkName): void {
  performance.clearMarks(name)
  performance.mark(name)
}
