import type { ComponentType, ReactNode } from 'react'
import { createDeferred } from '#src/lib/deferred.ts'
import { useDeferred } from '#src/lib/use-deferred.ts'
import { MissingPart, MissingScreen } from './missing-part.tsx'

interface DeferredPartOptions {
  /** What it is, as a sentence about it begins: 'The guest card'. Without, nobody asked for it and nothing is said. */
  name?: string
  /** What stands in its place until it is there. */
  waiting?: ReactNode
  /**
   * `overlay`: a person has opened it. One that arrives only after it was said to be missing is not opened over what they
   * do by then, but offered. `screen`: nothing else is there.
   */
  kind?: 'piece' | 'overlay' | 'screen'
}

interface DeferredPart<Props> {
  (props: Props): ReactNode
  /** Fetches it ahead. Where it does not arrive, drawing it tries again. */
  preload(): Promise<void>
}

/** A part of the screen in a file of its own, which is fetched when it is drawn first. */
export function createDeferredPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { name, waiting = null, kind = 'piece' }: DeferredPartOptions = {},
): DeferredPart<Props> {
  const deferred = createDeferred(fetchPart)
  function Part(props: Props) {
    const part = useDeferred(deferred, { isNeeded: name !== undefined })
    const { value: Ready, failures } = part
    const isOpen = failures === 0 || kind !== 'overlay'
    if (Ready !== null && isOpen) return <Ready {...props} />
    if (failures === 0 || name === undefined) return waiting
    return kind === 'screen' ? (
      <MissingScreen name={name} part={part} />
    ) : (
      <MissingPart name={name} part={part} />
    )
  }
  const ignore = () => undefined
  return Object.assign(Part, { preload: () => deferred.load().then(ignore, ignore) })
}

/** As `createDeferredPart`, for a whole screen: a route, or what stands in the app's place. */
export function createDeferredScreen<Props extends object>(
  fetchScreen: () => Promise<ComponentType<Props>>,
): DeferredPart<Props> {
  return createDeferredPart(fetchScreen, { name: 'This screen', kind: 'screen' })
}
