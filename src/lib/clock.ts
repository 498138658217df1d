/** The device's wall clock as rules get it, ms. */
export interface Clock {
  now(): number
}

export const deviceClock: Clock = {
  now: () => Date.now(),
}
