import type { ComponentType, ReactNode } from 'react'
import { useLate } from './use-late.ts'

interface LatePart<Props extends object> {
  /** Draws the part, and `waiting` until it is there. Throws for the nearest boundary where it does not arrive. */
  Part(given: { props: Props; waiting?: ReactNode }): ReactNode
  /** Fetches it ahead. Rejects where it does not arrive; drawing it tries again. */
  preload(): Promise<unknown>
}

/**
 * A part of a screen in a file of its own. As React's `lazy` under `Suspense`, but drawn as soon as it is there: React
 * holds back for 300 ms what follows a placeholder, which a person waits for at every first screen.
 */
export function createLatePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => (loaded ??= await load())
  return {
    Part({ props, waiting = null }) {
      const late = useLate(preload, loaded ? 0 : 1)
      if (late.state === 'problem') throw late.error
      const Ready = loaded
      return Ready ? <Ready {...props} /> : waiting
    },
    preload,
  }
}
