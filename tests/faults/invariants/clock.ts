import { liveUser, type Outcome } from './outcome.ts'

/** The second's resolution of the header, the way that an answer takes, and what is too little to be noted anew, ms. */
const SLACK_MS = 4_000

/**
 * I8: whoever reads knows how far the device's clock is off, and a minute after all is healed none is. A page that nobody looks at
 * does not ask, and so does not know; an answer that was late itself is believed until the next one.
 */
export function theClockIsKnown({ devices }: Outcome): string[] {
  return devices.flatMap((device) => {
    const offset = device.mirrors.find(({ userId }) => userId === liveUser(device))?.clockOffset ?? 0
    if (device.wasHourOff || device.hadLateAnswers || !device.isLookedAt || Math.abs(offset) <= SLACK_MS)
      return []
    return [`${device.name} notes that its clock is ${offset} ms off.`]
  })
}
