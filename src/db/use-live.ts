import Dexie from 'dexie'
import { useObservable, type InteropableObservable } from 'dexie-react-hooks'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { LiveAhead } from './live-ahead.ts'
import { waitUntilStored } from './stored-behind.ts'
import { throttledLiveQuery } from './throttled-live-query.ts'
import type { Workspace } from './workspace.ts'

interface Keyed<T> {
  key: string
  value: T
}

interface LiveOptions<T> {
  keepsPrevious?: boolean
  restMs?: number
  first?: T | undefined
  ahead?: LiveAhead<T>
}

/**
 * Reads from the local databases and reads again whenever what was read changes, in any tab or the worker.
 *
 * `key` names what is read: with another key the query starts anew and, unless `keepsPrevious`, the former answer is
 * not shown in its place. Undefined until the first answer, but for `first`: what was read of this key before anybody
 * asked. A database that was reopened is subscribed to again (D6).
 * `restMs`: from one reading's end to the next one's beginning at least, for what is costly to read and to draw. Such a
 * reading may stop where `isWanted` says that nobody waits for it any more.
 * `ahead`: where the query may have been begun before, and is kept afterwards.
 */
export function useLive<T>(
  workspace: Workspace,
  key: string,
  read: (isWanted: () => boolean) => Promise<T>,
  { keepsPrevious = false, restMs = 0, first, ahead }: LiveOptions<T> = {},
): T | undefined {
  const generation = useSyncExternalStore(workspace.reopened.subscribe, workspace.reopened.read)
  const result = useObservable(
    (): InteropableObservable<Keyed<T | Awaited<T>>> =>
      ahead?.take(workspace, key, async () => read(() => true)) ??
      observe(workspace, key, read, restMs, first),
    [workspace, key, generation],
  )
  return result && (keepsPrevious || result.key === key) ? result.value : undefined
}

/**
 * As `useLive`, for what draws nothing by itself: `onValue`, which stays the same, is told each reading. Throws at the next
 * drawing what the reading failed with.
 */
export function useLiveEffect<T>(
  workspace: Workspace,
  key: string,
  read: () => Promise<T>,
  onValue: (value: T) => void,
): void {
  const generation = useSyncExternalStore(workspace.reopened.subscribe, workspace.reopened.read)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const readNow = useEffectEvent(read)
  useEffect(() => {
    // Async, or Dexie does not follow what it awaits.
    const query = Dexie.liveQuery<T>(async () => readNow())
    const subscription = query.subscribe(onValue, (error: unknown) => setFailure({ error }))
    return () => subscription.unsubscribe()
  }, [workspace, key, generation, onValue])
  if (failure) throw failure.error
}

/** Says whether it has a value yet: without that the hook subscribes twice, and every query runs twice at mount. */
function observe<T>(
  workspace: Workspace,
  key: string,
  read: (isWanted: () => boolean) => Promise<T>,
  restMs: number,
  first: T | undefined,
): InteropableObservable<Keyed<T | Awaited<T>>> {
  // Async, or Dexie does not follow what it awaits, and its transactions end too early.
  const readKeyed = async (isWanted: () => boolean): Promise<Keyed<Awaited<T>>> => {
    await waitUntilStored(workspace)
    return { key, value: await read(isWanted) }
  }
  const query =
    restMs > 0 ? throttledLiveQuery(readKeyed, restMs) : Dexie.liveQuery(async () => readKeyed(() => true))
  const subscribe = query.subscribe.bind(query)
  if (first === undefined) return { subscribe, hasValue: () => false }
  return { subscribe, hasValue: () => true, getValue: () => ({ key, value: first }) }
}
