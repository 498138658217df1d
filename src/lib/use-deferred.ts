import { useContext, useEffect, useState } from 'react'
import type { Deferred } from './deferred.ts'
import { DeferredContext } from './deferred-context.ts'
import { loadUntilThere } from './load-until-there.ts'
import { useStore } from './use-store.ts'

/** What one place on the screen has of a part. */
export interface DeferredView<T> {
  /** Null until it has arrived. */
  value: T | null
  isLoading: boolean
  /** How often it did not arrive since this place asked, or the person did. */
  failures: number
  /** The person asks. Once it is there the failures are forgotten. */
  retry(): void
}

interface DeferredUse {
  /** Whether it is wanted here yet. */
  isAsked?: boolean
  /** Whether the person can't do without: only then may the page do something about one that stays away. */
  isNeeded?: boolean
}

/**
 * A part of the app, asked for from when `isAsked` on until it arrives: at once when a person or the line comes back, and
 * some seconds after each failure. Unlike React's `lazy` a failure takes nothing off the screen, and what arrives is drawn
 * at once: React holds back for 300 ms what follows a placeholder of `Suspense`.
 */
export function useDeferred<T>(
  deferred: Deferred<T>,
  { isAsked = true, isNeeded = true }: DeferredUse = {},
): DeferredView<T> {
  const host = useContext(DeferredContext)
  const state = useStore(deferred.state)
  // A failure of others, for example of who fetched it ahead, is not this place's.
  const [forgotten, setForgotten] = useState(state.failures)
  const isMissed = isAsked && state.kind !== 'ready'
  useEffect(() => {
    if (!isMissed) return undefined
    const stopped = new AbortController()
    const onStuck = () => (isNeeded ? host.onChunkStuck() : undefined)
    void loadUntilThere(deferred.load, host.onReturn, stopped.signal, onStuck)
    return () => stopped.abort()
  }, [deferred, host, isMissed, isNeeded])
  return {
    value: state.kind === 'ready' ? state.value : null,
    isLoading: state.kind === 'loading',
    failures: state.failures - forgotten,
    retry: () => {
      const forget = () => setForgotten(deferred.state.get().failures)
      // Where it does not arrive again, that is said already.
      deferred.load().then(forget, () => undefined)
    },
  }
}
