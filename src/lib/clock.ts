/** Time as rules get it: wall clock and monotonic clock, ms. */
export interface Clock {
  now(): number
  monotonic(): number
}

export const deviceClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
