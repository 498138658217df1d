import { vi } from 'vitest'

/** A page that is closed in the middle of its work. */
export interface DyingPage {
  /** Whether it lived to its last write. */
  hasDied(): boolean
  /** From here on databases answer again: it is the next page that asks. */
  restart(): void
}

/**
 * Has a page die at its n-th write, the first being 1: what is under way is not committed, and no database answers it any
 * more.
 */
export function dieAtWrite(n: number): DyingPage {
  let writes = 0
  const check = (isWrite: boolean) => {
    if (isWrite) writes += 1
    if (writes >= n) throw new DOMException('The page is gone.', 'AbortError')
  }
  const { transaction } = IDBDatabase.prototype
  const { put, clear, delete: remove } = IDBObjectStore.prototype
  const spies = [
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      check(false)
      return transaction.apply(this, given)
    }),
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      check(true)
      return put.apply(this, given)
    }),
    vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
      check(true)
      return clear.call(this)
    }),
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, query) {
      check(true)
      return remove.call(this, query)
    }),
  ]
  return {
    hasDied: () => writes >= n,
    restart() {
      for (const spy of spies) spy.mockRestore()
    },
  }
}
