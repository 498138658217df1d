import Dexie from 'dexie'
import { logger } from '#src/lib/logger.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { Workspace } from './workspace.ts'

/** Calls back whenever an operation was added or changed, in any tab or the worker, and once at the start. */
export function observeOperations(
  workspace: Workspace,
  onChange: (operations: Operation[]) => void,
): () => void {
  return observe(workspace, () => workspace.outbox.operations.toArray(), onChange)
}

/** Calls back whenever a screen asked for something, and once at the start; not when an answer is noted on it. */
export function observeFetchRequests(workspace: Workspace, onChange: () => void): () => void {
  let asked = ''
  const read = async () =>
    (await workspace.mirror.fetchRequests.toArray()).map((row) => `${row.key} ${row.askedAt}`).join('\n')
  return observe(workspace, read, (now) => {
    if (now === asked) return
    asked = now
    onChange()
  })
}

/** A query of a database that was reopened is dead, so it subscribes again (D6). */
function observe<T>(workspace: Workspace, read: () => Promise<T>, onChange: (value: T) => void): () => void {
  const subscribe = () =>
    Dexie.liveQuery(read).subscribe({
      next: onChange,
      error: (error: unknown) => logger.warn('a table can’t be read', { error: String(error) }),
    })
  let subscription = subscribe()
  const stopReopened = workspace.reopened.subscribe(() => {
    subscription.unsubscribe()
    subscription = subscribe()
  })
  return () => {
    stopReopened()
    subscription.unsubscribe()
  }
}
