import { HEARTBEAT_SILENCE_MS } from '#src/contract/limits.ts'

/** How often it is looked whether the device has slept. */
const LOOK_EVERY_MS = 5_000
/** Looks that are further apart are a sleep: the timers of a page in the background come once a minute at least. */
const ASLEEP_MS = 120_000

/** Whether a connection that stands may have died in the device's sleep, by the clock on the wall: timers stand still in it. */
export interface WakeWatch {
  /** Something came over the line, or it is new. */
  hear(): void
  /** Whether nothing has proven the line since a time in which it may have died. */
  isInDoubt(): boolean
  stop(): void
}

/**
 * Calls `onDoubt` when a look finds the line in doubt. `hasHeartbeat`: whether something comes over a line that lives; where
 * nothing need come, only a sleep is a reason for doubt. `now`: the device's clock, ms.
 */
export function watchWaking(now: () => number, hasHeartbeat: () => boolean, onDoubt: () => void): WakeWatch {
  let heardAt = now()
  let lookedAt = heardAt
  const isInDoubt = () =>
    hasHeartbeat() ? now() - heardAt > HEARTBEAT_SILENCE_MS : now() - lookedAt > ASLEEP_MS
  const hear = () => {
    heardAt = now()
    lookedAt = heardAt
  }
  const timer = setInterval(() => {
    if (isInDoubt()) onDoubt()
    lookedAt = now()
    // A clock that was set back would hide a silence for as long.
    heardAt = Math.min(heardAt, lookedAt)
  }, LOOK_EVERY_MS)
  return { hear, isInDoubt, stop: () => clearInterval(timer) }
}
