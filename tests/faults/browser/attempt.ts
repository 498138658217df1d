import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from 'playwright-core'

/** The longest that one step of a schedule takes: what can't be done by then is not done. */
const STEP_MS = 60_000
const LOOK_EVERY_MS = 100

/** Settles with what `act` gives; with `otherwise` where it fails, as it may while everything fails, or takes too long. */
export async function attempt<T>(act: () => Promise<T>, otherwise: T, withinMs = STEP_MS): Promise<T> {
  const late = new AbortController()
  const isLate = delay(withinMs, otherwise, { signal: late.signal }).catch(() => otherwise)
  try {
    return await Promise.race([act().catch(() => otherwise), isLate])
  } finally {
    late.abort()
  }
}

/** Whether it is on the screen, now or within a while. A page that is asked with every frame would draw the whole time. */
export async function isShown(locator: Locator, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  for (;;) {
    if (await locator.first().isVisible()) return true
    if (performance.now() > until) return false
    await delay(LOOK_EVERY_MS)
  }
}
