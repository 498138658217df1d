import { useEffect, useState } from 'react'
import { readClockOffset } from '#src/db/mirror/meta.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

const MINUTE_MS = 60_000

/** The device's clock in ms, drawn anew at each full minute and when the window comes back. */
export function useDeviceNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => onEachMinute(0, () => setNow(Date.now())), [])
  return now
}

/**
 * The environment's clock in ms, as of its current minute: for the 30-minute and 24-hour windows (I8). Whole minutes, so
 * that no query runs again for an offset that changed by a second.
 */
export function useEnvironmentNow(): number {
  const offset = useClockOffset()
  const [, setMinute] = useState(() => minuteOf(offset))
  useEffect(() => onEachMinute(offset, () => setMinute(minuteOf(offset))), [offset])
  return minuteOf(offset)
}

/** How far the environment's clock is ahead of the device's, ms (I8). */
export function useClockOffset(): number {
  const workspace = useWorkspace()
  return useLive(workspace, 'clock-offset', () => readClockOffset(workspace.mirror)) ?? 0
}

/** Calls when a minute of the clock that is `offset` ms ahead of the device's begins, and when the window comes back. */
function onEachMinute(offset: number, listener: () => void): () => void {
  let timer = 0
  const schedule = () => {
    const sinceFull = (Date.now() + offset) % MINUTE_MS
    timer = window.setTimeout(tick, MINUTE_MS - sinceFull)
  }
  const tick = () => {
    window.clearTimeout(timer)
    listener()
    schedule()
  }
  const lookAgain = () => {
    if (document.visibilityState === 'visible') tick()
  }
  schedule()
  document.addEventListener('visibilitychange', lookAgain)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', lookAgain)
  }
}

function minuteOf(offset: number): number {
  return Math.floor((Date.now() + offset) / MINUTE_MS) * MINUTE_MS
}
