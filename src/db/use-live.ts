import Dexie from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import type { Workspace } from './workspace.ts'

/**
 * Reads from the local databases and reads again whenever what was read changes, in any tab or the worker.
 *
 * `key` names what is read: with another key the query starts anew and, unless `keepsPrevious`, the former answer is
 * not shown in its place. Undefined until the first answer. A database that was reopened is subscribed to again (D6).
 */
export function useLive<T>(
  workspace: Workspace,
  key: string,
  read: () => Promise<T>,
  { keepsPrevious = false } = {},
): T | undefined {
  const generation = useSyncExternalStore(workspace.reopened.subscribe, workspace.reopened.read)
  const result = useObservable(() => observe(key, read), [workspace, key, generation])
  return result && (keepsPrevious || result.key === key) ? result.value : undefined
}

/** Says that it has no value yet: without that the hook subscribes twice, and every query runs twice at mount. */
function observe<T>(key: string, read: () => Promise<T>) {
  const query = Dexie.liveQuery(async () => ({ key, value: await read() }))
  return { subscribe: query.subscribe.bind(query), [Symbol.observable]: () => query, hasValue: () => false }
}
