import { useCallback, useEffect, useState } from 'react'
import { readClockOffset } from '#src/db/mirror/meta.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'

const MINUTE_MS = 60_000

/** The device's clock in ms, drawn anew at each full minute and when the window comes back. */
export function useDeviceNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => onEachMinute(0, () => setNow(Date.now())), [])
  return now
}

/** The environment's clock (I8), drawn anew at each full minute and when it is woken. */
export interface EnvironmentClock {
  /** Its current minute, ms: for queries, so that none runs again for an offset that changed by a second. */
  minute: number
  /** Its current minute, or the last instant in it that it was woken at, ms: what is drawn is right as of then. */
  now: number
  /** How far it is ahead of the device's, ms. */
  offset: number
  wake(): void
}

/** For what changes at an instant, not with a minute: the 30-minute and 24-hour windows. Wake it with `useWakeAt`. */
export function useEnvironmentClock(): EnvironmentClock {
  const offset = useClockOffset()
  const minute = useMinute(offset)
  const [woken, setWoken] = useState(() => readNow(offset))
  const wake = useCallback(() => setWoken(readNow(offset)), [offset])
  // A clock that was set back has not come there yet.
  const now = woken > minute && woken <= readNow(offset) ? woken : minute
  return { minute, now, offset, wake }
}

/** Wakes the clock at `changesAt`, its ms: when what is drawn as of its `now` changes by itself. Null: it does not. */
export function useWakeAt({ now, offset, wake }: EnvironmentClock, changesAt: number | null): void {
  useEffect(() => {
    // What was read as of an earlier instant is being read again.
    if (changesAt === null || changesAt <= now) return undefined
    const waitMs = changesAt - readNow(offset)
    // The next minute looks again.
    if (waitMs > MINUTE_MS) return undefined
    const timer = window.setTimeout(wake, Math.max(0, waitMs))
    return () => window.clearTimeout(timer)
  }, [changesAt, now, offset, wake])
}

/** The environment's clock in ms, as of its current minute. */
export function useEnvironmentNow(): number {
  return useMinute(useClockOffset())
}

/** What was read before anything was drawn, ms: else what is drawn first is as of the device's clock. */
const knownOffsets = new WeakMap<Workspace, number>()

export function keepClockOffset(workspace: Workspace, offset: number): void {
  knownOffsets.set(workspace, offset)
}

/** How far the environment's clock is ahead of the device's, ms (I8). */
export function useClockOffset(): number {
  const workspace = useWorkspace()
  const first = knownOffsets.get(workspace)
  return useLive(workspace, 'clock-offset', () => readClockOffset(workspace.mirror), { first }) ?? 0
}

function useMinute(offset: number): number {
  const [, setMinute] = useState(() => minuteOf(readNow(offset)))
  useEffect(() => onEachMinute(offset, () => setMinute(minuteOf(readNow(offset)))), [offset])
  return minuteOf(readNow(offset))
}

/** Calls when a minute of the clock that is `offset` ms ahead of the device's begins, and when the window comes back. */
function onEachMinute(offset: number, listener: () => void): () => void {
  let timer = 0
  const schedule = () => {
    const sinceFull = readNow(offset) % MINUTE_MS
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

/** The beginning of an instant's minute, both ms. */
export function minuteOf(now: number): number {
  return Math.floor(now / MINUTE_MS) * MINUTE_MS
}

function readNow(offset: number): number {
  return Date.now() + offset
}
