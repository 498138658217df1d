import { useEffect, useState } from 'react'

/** What a part that loads late is right now. `problem`: it did not arrive; asking once more tries again. */
export type Late<T> =
  | { state: 'waiting' }
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'problem'; error: unknown }

/**
 * Loads something when it is asked for, `asked` counting how often that was (0: not yet). Unlike React's `lazy` a load
 * that fails takes nothing off the screen, and the next asking tries again: a phone in a lift has no other cure.
 */
export function useLate<T>(load: () => Promise<T>, asked: number): Late<T> {
  const [late, setLate] = useState<Late<T>>({ state: 'waiting' })
  const isReady = late.state === 'ready'
  useEffect(() => {
    if (asked === 0 || isReady) return undefined
    let isGone = false
    setLate({ state: 'loading' })
    load().then(
      (value) => (isGone ? undefined : setLate({ state: 'ready', value })),
      (error: unknown) => (isGone ? undefined : setLate({ state: 'problem', error })),
    )
    return () => {
      isGone = true
    }
  }, [load, asked, isReady])
  return late
}
