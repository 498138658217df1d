import Dexie, { type DexieOptions } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import type { Device } from './device.ts'
import type { Owner } from './world.ts'

/** How a tab's databases misbehave next; each counts down. */
export interface StorageFaults {
  /** Write transactions that are aborted in the middle. */
  aborts: number
  /** Writes that find no room. */
  refusals: number
}

/** A tab's view of its device's databases, which ends with the tab: what was not committed then never was. */
export class TabDatabases {
  readonly faults: StorageFaults = { aborts: 0, refusals: 0 }
  readonly factory: IDBFactory
  readonly Dexie: typeof Dexie
  #transactions = new Set<IDBTransaction>()
  #connections = new Set<IDBDatabase>()
  #untold = new Map<object, () => void>()

  constructor(
    private readonly device: Device,
    private readonly owner: Owner,
  ) {
    this.factory = this.#watchFactory(device.indexedDB)
    this.Dexie = createTabDexie(this.factory, (watcher, run) => this.#tell(watcher, run))
  }

  /** What a browser does with a page that is gone. */
  end(): void {
    this.device.world.abandon(() => {
      for (const transaction of this.#transactions) this.#abort(transaction)
    })
    for (const connection of this.#connections) connection.close()
  }

  /** A tab that is frozen hears of what others have written when it thaws: of how it is then, not of each change. */
  #tell(watcher: object, run: () => void): void {
    if (this.owner.isDead) return
    if (!this.owner.isFrozen) return run()
    if (!this.#untold.has(watcher)) {
      this.device.world.later(this.owner, 0, () => {
        this.#untold.get(watcher)?.()
        this.#untold.delete(watcher)
      })
    }
    this.#untold.set(watcher, run)
  }

  #watchFactory(inner: IDBFactory): IDBFactory {
    const open = (...given: Parameters<IDBFactory['open']>) => {
      const request = inner.open(...given)
      // Before whoever asked hears of it.
      request.addEventListener('success', () => this.#watchConnection(request.result))
      return request
    }
    const { owner } = this
    return new Proxy(inner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (owner.isDead) return () => ({ addEventListener: () => undefined })
        return name === 'open' ? open : (value.bind(target) as unknown)
      },
    })
  }

  #watchConnection(connection: IDBDatabase): void {
    if (this.owner.isDead) return connection.close()
    this.#connections.add(connection)
    const close = connection.close.bind(connection)
    connection.close = () => {
      this.device.disk.hurry()
      close()
    }
    const begin = connection.transaction.bind(connection)
    connection.transaction = (names, mode, options) => {
      if (this.owner.isDead) throw this.#refuseDead()
      const transaction = begin(names, mode, options)
      this.#transactions.add(transaction)
      for (const type of ['complete', 'abort'])
        transaction.addEventListener(type, () => this.#transactions.delete(transaction))
      this.#refuseWhenDead(transaction)
      if (mode === 'readwrite') {
        this.device.disk.delay(transaction)
        this.#spoil(transaction)
      }
      return transaction
    }
  }

  /** A page that is gone asks for nothing more, also where its code still has a turn here. */
  #refuseWhenDead(transaction: IDBTransaction): void {
    const openStore = transaction.objectStore.bind(transaction)
    transaction.objectStore = (name) => {
      if (this.owner.isDead) throw this.#refuseDead()
      return openStore(name)
    }
  }

  #spoil(transaction: IDBTransaction): void {
    const { faults } = this
    if (faults.aborts > 0) {
      faults.aborts -= 1
      // Turns of the event loop, not time: by then something has been read, and perhaps written.
      setImmediate(() => setImmediate(() => this.#abort(transaction)))
    }
    if (faults.refusals === 0) return
    const openStore = transaction.objectStore.bind(transaction)
    transaction.objectStore = (name) => {
      const store = openStore(name)
      for (const method of ['put', 'add'] as const) {
        const write = store[method].bind(store)
        store[method] = (value: unknown, key?: IDBValidKey) => {
          if (faults.refusals === 0) return write(value, key)
          faults.refusals -= 1
          throw new DOMException('no room', 'QuotaExceededError')
        }
      }
      return store
    }
  }

  #refuseDead(): DOMException {
    const error = new DOMException('The page is gone.', 'InvalidStateError')
    this.device.world.forget(error)
    return error
  }

  #abort(transaction: IDBTransaction): void {
    try {
      transaction.abort()
    } catch {
      // Already committed: the browser was quicker.
    }
  }
}

/** Who subscribes to a live query. */
interface Watcher {
  next(value: unknown): void
  error?(problem: unknown): void
}

/** Dexie for one tab: the library is shared by all, and this one always opens the tab's own databases. */
function createTabDexie(
  indexedDB: IDBFactory,
  tell: (watcher: object, run: () => void) => void,
): typeof Dexie {
  class TabDexie extends Dexie {
    constructor(name: string, options: DexieOptions = {}) {
      super(name, { ...options, indexedDB, IDBKeyRange })
    }
  }
  const listNames = async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const watch = (read: () => unknown) => ({
    subscribe: (watcher: Watcher) =>
      Dexie.liveQuery(read).subscribe({
        next: (value) => tell(watcher, () => watcher.next(value)),
        error: (problem: unknown) => tell(watcher, () => watcher.error?.(problem)),
      }),
  })
  Reflect.set(TabDexie, 'liveQuery', watch)
  Reflect.set(TabDexie, 'getDatabaseNames', listNames)
  Reflect.set(TabDexie, 'delete', (name: string) => new TabDexie(name, { addons: [] }).delete())
  const made: unknown = TabDexie
  return made as typeof Dexie
}

const DexiePromise: object = Dexie.Promise
const outside: unknown = Reflect.get(DexiePromise, 'PSD')
const natives = { ...readStatics(globalThis.Promise), Promise: globalThis.Promise }

function readStatics(promise: PromiseConstructor) {
  const { all, race, allSettled, any, resolve, reject } = promise
  return { all, race, allSettled, any, resolve, reject }
}

/**
 * A task of a browser begins outside of all transactions. Dexie, which all tabs share here, follows a transaction through the
 * promises of a task; where those of several tabs mingle in one it can be left in a transaction of a tab that is long gone, and
 * all that comes after, also in later worlds, would be part of that one.
 */
export function beginTask(): void {
  if (Reflect.get(DexiePromise, 'PSD') === outside) return
  Reflect.set(DexiePromise, 'PSD', outside)
  const { Promise, ...statics } = natives
  globalThis.Promise = Promise
  Object.assign(Promise, statics)
}

/** Who watched before any world began. */
const kept = new Set<unknown>(readWatchers())

/** Dexie tells whoever watches of every write, for as long as the process lives: nobody of an ended world is to be told. */
export function forgetWatchers(): void {
  for (const watcher of readWatchers())
    if (!kept.has(watcher)) Dexie.on.storagemutated.unsubscribe(watcher as () => void)
}

function readWatchers(): unknown[] {
  const known: unknown = Reflect.get(Dexie.on.storagemutated, 'subscribers')
  return Array.isArray(known) ? [...(known as unknown[])] : []
}
