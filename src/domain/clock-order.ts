/** No read is under way for longer: a call that stalls is given up long before. */
const READ_MAX_MS = 60_000

/**
 * Whether a read that began at `beganAt` shows what was answered at `answeredAt` (I4); both ms of the device's clock. An
 * answer from further ahead than any read lasts was noted before the clock was set back, and says nothing (I8).
 */
export function showsAnswer(beganAt: number, answeredAt: number): boolean {
  return beganAt >= answeredAt || answeredAt - beganAt > READ_MAX_MS
}
