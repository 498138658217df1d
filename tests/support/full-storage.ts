import type { DBCore, DBCoreMutateRequest } from 'dexie'
import type { GuardedDatabase } from '#src/db/guarded.ts'
import type { Workspace } from '#src/db/workspace.ts'

/** How a device without room is played: which writes of a table fail, and how the browser wraps it. */
export interface FullStorage {
  /** How many writes to the table fail from now on. */
  fail(count: number): void
  failed(): number
}

/** The same for an outbox that is open already. */
export async function fillOutbox({ outbox }: Workspace, tableName: string): Promise<FullStorage> {
  outbox.close({ disableAutoOpen: true })
  const storage = fillStorage(outbox, tableName)
  await outbox.open()
  return storage
}

/** Makes writes to one table fail as a full device does, below Dexie's own transactions. */
export function fillStorage(db: GuardedDatabase, tableName: string): FullStorage {
  let left = 0
  let failed = 0
  db.use({
    stack: 'dbcore',
    name: `full-${tableName}`,
    create: (core: DBCore): DBCore => ({
      ...core,
      table(name) {
        const table = core.table(name)
        if (name !== tableName) return table
        const mutate = (request: DBCoreMutateRequest) => {
          if (left <= 0 || request.type === 'delete' || request.type === 'deleteRange')
            return table.mutate(request)
          left -= 1
          failed += 1
          return Promise.reject(new DOMException('no room', 'QuotaExceededError'))
        }
        return { ...table, mutate }
      },
    }),
  })
  return {
    fail(count) {
      left = count
    },
    failed: () => failed,
  }
}
