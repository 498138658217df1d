import Dexie from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { restedQuery } from './rested-query.ts'
import type { Workspace } from './workspace.ts'

/**
 * Reads from the local databases and reads again whenever what was read changes, in any tab or the worker.
 *
 * `key` names what is read: with another key the query starts anew and, unless `keepsPrevious`, the former answer is
 * not shown in its place. Undefined until the first answer. A database that was reopened is subscribed to again (D6).
 * `restMs`: from one reading's end to the next one's beginning at least, for what is costly to read and to draw.
 */
export function useLive<T>(
  workspace: Workspace,
  key: string,
  read: () => Promise<T>,
  { keepsPrevious = false, restMs = 0 } = {},
): T | undefined {
  const generation = useSyncExternalStore(workspace.reopened.subscribe, workspace.reopened.read)
  const result = useObservable(() => observe(key, read, restMs), [workspace, key, generation])
  return result && (keepsPrevious || result.key === key) ? result.value : undefined
}

/** Says that it has no value yet: without that the hook subscribes twice, and every query runs twice at mount. */
function observe<T>(key: string, read: () => Promise<T>, restMs: number) {
  const readKeyed = async () => ({ key, value: await read() })
  if (restMs > 0) return { ...restedQuery(readKeyed, restMs), hasValue: () => false }
  const query = Dexie.liveQuery(readKeyed)
  return { subscribe: query.subscribe.bind(query), hasValue: () => false }
}
