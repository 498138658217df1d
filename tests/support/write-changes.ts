import type { ServerContext } from '#server/context.ts'
import type { Change, Committed } from '#server/store/log/change.ts'
import type { Tx } from '#server/store/store.ts'

/** What a transaction gives back: its value, and the changes that are its last statements. */
export interface Work<T> {
  value: T
  changes: Change[]
}

/** Runs `work` in one transaction and commits its changes as the server does, without an idempotency key. */
export function writeChanges<T>(
  { store, commitChanges }: Pick<ServerContext, 'store' | 'commitChanges'>,
  work: (tx: Tx) => Promise<Work<T>>,
): Promise<{ value: T; committed: Committed }> {
  return store.transact(async (tx) => {
    const { value, changes } = await work(tx)
    return { value, committed: await commitChanges(tx, changes) }
  })
}
