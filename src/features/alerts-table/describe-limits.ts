import { ALERTS_PER_HOUR, type AlertType, type Delivery } from '#src/contract/deliveries.ts'
import { readTime } from '#src/ui/list/nice-date.ts'

/** A recipient whose limit was reached, by what then came together. */
export interface ReachedLimit {
  key: string
  alertName: string
  type: AlertType
  sendTo: string
  /** When it was the last time, in ms. */
  at: number
  guests: number
}

const SHOWN_MS = 24 * 3_600_000

/** Whose limit was reached in the last 24 hours, as far as the log is read, newest first; `now` in ms. */
export function listReachedLimits(newestFirst: readonly Delivery[], now: number): ReachedLimit[] {
  const limits = new Map<string, ReachedLimit>()
  for (const { isDigest, type, notificationType, sendTo, alertName, at, guests } of newestFirst) {
    const time = readTime(at)
    if (!isDigest || type === null || time === null || time < now - SHOWN_MS) continue
    const key = JSON.stringify([type, notificationType, sendTo])
    const known = limits.get(key)
    if (known) known.guests += guests
    else limits.set(key, { key, alertName, type, sendTo, at: time, guests })
  }
  return [...limits.values()]
}

/** For example `10 SMS in an hour`. */
export function describeLimit(type: AlertType): string {
  return `${ALERTS_PER_HOUR[type]} ${type === 'SMS' ? 'SMS' : 'emails'} in an hour`
}
