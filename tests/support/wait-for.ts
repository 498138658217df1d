import { setTimeout as delay } from 'node:timers/promises'

/** Many times what anything takes, on a machine that is busy or slow as well. */
const DEFAULT_DEADLINE_MS = 60_000
/** Each look at a page costs it and the browser a few ms: more often would slow down what is waited for. */
const POLL_MS = 75

/**
 * Polls until `check` gives something other than false, null or undefined, and returns that. A throwing check counts as
 * not yet. Throws after `deadlineMs` with `what` and the last error or value in words.
 */
export async function waitFor<T>(
  what: string,
  check: () => T | Promise<T>,
  deadlineMs: number = DEFAULT_DEADLINE_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const startedAt = performance.now()
  let last: unknown
  for (;;) {
    try {
      const value = await check()
      if (isReached(value)) return value
      last = value
    } catch (error) {
      last = error
    }
    if (performance.now() - startedAt > deadlineMs) {
      throw new Error(`Waited ${deadlineMs} ms for: ${what}. Last: ${describe(last)}`, { cause: last })
    }
    await delay(POLL_MS)
  }
}

function isReached<T>(value: T): value is Exclude<T, false | null | undefined> {
  return value !== false && value !== null && value !== undefined
}

function describe(value: unknown): string {
  if (value instanceof Error) return value.message
  return JSON.stringify(value) ?? String(value)
}
