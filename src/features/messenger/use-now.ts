import { useEffect, useState } from 'react'
import { readClockOffset } from '#src/db/mirror/meta.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

const MINUTE_MS = 60_000

/** The device's clock in ms, drawn anew at each full minute and when the window comes back. */
export function useDeviceNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    let timer = 0
    const tick = () => {
      setNow(Date.now())
      window.clearTimeout(timer)
      timer = window.setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
    }
    timer = window.setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
    const lookAgain = () => {
      if (document.visibilityState === 'visible') tick()
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])
  return now
}

/** The environment's clock in ms, as of the current minute: for the 30-minute and 24-hour windows (I8). */
export function useEnvironmentNow(): number {
  const workspace = useWorkspace()
  const offset = useLive(workspace, 'clock-offset', () => readClockOffset(workspace.mirror)) ?? 0
  // Whole minutes, so that an offset of a few seconds does not run every query a second time.
  return Math.floor((useDeviceNow() + offset) / MINUTE_MS) * MINUTE_MS
}
