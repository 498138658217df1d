import { readLocal } from '#src/domain/duty/local-time.ts'

const BEGIN_MINUTES = 21 * 60
const END_MINUTES = 8 * 60
const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000

/** How long until guests may be written to, ms; 0 where they may now. Between 21:00 and 08:00 of the hotel they may not. */
export function waitForMorning(now: Date, timeZone: string): number {
  const { minutes } = readLocal(now, timeZone)
  if (minutes >= END_MINUTES && minutes < BEGIN_MINUTES) return 0
  const left = (minutes < END_MINUTES ? END_MINUTES : END_MINUTES + DAY_MINUTES) - minutes
  return left * MINUTE_MS - (now.getTime() % MINUTE_MS)
}
