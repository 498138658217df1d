/** What one answered call showed of the line's pace. */
export interface PaceSample {
  /** From asking to the answer's beginning, ms. */
  waitMs: number
  /** From its beginning to its end, ms. */
  bodyMs: number
  /** Its size, decoded, bytes. */
  bytes: number
}

/** An answer that begins later than this came over a slow line: a good one takes a tenth of it. */
const SLOW_WAIT_MS = 2_000
/** Below this the pace of a body says more about the device than about the line, bytes. */
const TELLING_BYTES = 20_000
/** Decoded bytes a millisecond below which a line is slow: packed five to one, about 160 kbit/s. */
const SLOW_BYTES_PER_MS = 100
/** How many of the last calls are looked at, how many slow ones make a slow line, and how many a good one may have. */
const SAMPLES = 5
const SLOW_FROM = 3
const GOOD_UP_TO = 1

/**
 * Evaluates a line by its last calls, for browsers that do not tell of it themselves (I7). One slow call is an accident; the
 * verdict changes late in both directions, so that it does not flicker. `onChange` is told each change.
 */
export function createPace(onChange: (isSlow: boolean) => void): (sample: PaceSample) => void {
  let last: boolean[] = []
  let isSlow = false
  return (sample) => {
    last = [...last, isSlowCall(sample)].slice(-SAMPLES)
    const slow = last.filter(Boolean).length
    const next = isSlow ? slow > GOOD_UP_TO : slow >= SLOW_FROM
    if (next === isSlow) return
    isSlow = next
    onChange(isSlow)
  }
}

function isSlowCall({ waitMs, bodyMs, bytes }: PaceSample): boolean {
  return waitMs >= SLOW_WAIT_MS || (bytes >= TELLING_BYTES && bytes / bodyMs < SLOW_BYTES_PER_MS)
}
