/** The moments that tests and benches measure by (CONTRACT section 10). */
export type MarkName = 'bellhop:rows-visible' | 'bellhop:rows-live' | 'bellhop:thread-visible'

/** Marks a moment once per load. */
export function markOnce(name: MarkName): void {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name)
}

/** Marks a moment that comes again and again: the last one counts. */
export function markLatest(name: MarkName): void {
  performance.clearMarks(name)
  performance.mark(name)
}
