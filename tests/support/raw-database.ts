import type { Page } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** Changes the session row of this device as if the environment had last answered `agoMs` before now (D9). */
export async function setLastContact(page: Page, agoMs: number): Promise<void> {
  await page.evaluate(async (ago) => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const db = await settle(indexedDB.open('bellhop-session'))
    const store = db.transaction('sessions', 'readwrite').objectStore('sessions')
    const rows = await settle<unknown[]>(store.getAll())
    for (const row of rows)
      await settle(store.put(Object.assign({}, row, { lastContactAt: Date.now() - ago })))
    db.close()
  }, agoMs)
}

/** Has this device refuse to end its session until the returned function is called; what else is noted of it is stored. */
export async function refuseSessionEnd(page: Page): Promise<() => Promise<void>> {
  const real = await page.evaluateHandle(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      const isEnd = Reflect.get(Object(value), 'status') === 'signed-out'
      if (isEnd && this.transaction.db.name === 'bellhop-session') {
        throw new DOMException('The disk is broken.', 'UnknownError')
      }
      return put.call(this, value, key)
    }
    return { put }
  })
  return () => real.evaluate(({ put }) => void (IDBObjectStore.prototype.put = put))
}

/** Has this device refuse to clear anything of its mirrors until the returned function is called. */
export async function refuseClearing(page: Page): Promise<() => Promise<void>> {
  const real = await page.evaluateHandle(() => {
    const { clear } = IDBObjectStore.prototype
    IDBObjectStore.prototype.clear = function (this: IDBObjectStore) {
      if (this.transaction.db.name.startsWith('bellhop-mirror-')) {
        throw new DOMException('The disk is broken.', 'UnknownError')
      }
      return clear.call(this)
    }
    return { clear }
  })
  return () => real.evaluate(({ clear }) => void (IDBObjectStore.prototype.clear = clear))
}

/**
 * Keeps the mirrors of this device from being cleared for as long as the page is open: a long reading is under way of a part
 * of each that nothing in the messenger writes. (One that may write would stop the others that do, whatever their part.)
 */
export async function holdMirrors(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('bellhop-mirror-')) continue
      const opening = indexedDB.open(name)
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const store = opening.result.transaction('lists', 'readonly').objectStore('lists')
      // A transaction ends when nothing is asked of it.
      const goOn = () => (store.count().onsuccess = goOn)
      goOn()
    }
  })
}

/** Whether somebody is signed in on this device, whatever the screen shows. */
export function isSignedIn(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const db = await settle(indexedDB.open('bellhop-session'))
    const rows = await settle<unknown[]>(db.transaction('sessions').objectStore('sessions').getAll())
    db.close()
    return rows.some((row) => Reflect.get(Object(row), 'status') === 'signed-in')
  })
}

/** Changes the session row of this device as if the environment had said that its user has another role now. */
export async function setRole(page: Page, role: number): Promise<void> {
  await page.evaluate(async (next) => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const db = await settle(indexedDB.open('bellhop-session'))
    const store = db.transaction('sessions', 'readwrite').objectStore('sessions')
    for (const row of await settle<unknown[]>(store.getAll())) {
      const user: unknown = Reflect.get(Object(row), 'user')
      await settle(store.put(Object.assign({}, row, { user: Object.assign({}, user, { role: next }) })))
    }
    db.close()
  }, role)
}

/**
 * Damages the outbox of this device: its operations stay readable, in a store that no build of the console can upgrade.
 * No tab of the console may be open.
 */
export async function damageOutbox(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const name = (await indexedDB.databases()).find((db) => db.name?.startsWith('bellhop-outbox:'))?.name
    if (name === undefined) throw new Error('There is no outbox on this device.')
    const whole = await settle(indexedDB.open(name))
    const rows = await settle<unknown[]>(whole.transaction('operations').objectStore('operations').getAll())
    whole.close()
    await settle(indexedDB.deleteDatabase(name))
    const request = indexedDB.open(name, 1)
    // Another primary key: it can not become what the console expects.
    request.onupgradeneeded = () => request.result.createObjectStore('operations', { keyPath: 'number' })
    const damaged = await settle(request)
    const store = damaged.transaction('operations', 'readwrite').objectStore('operations')
    for (const [number, row] of rows.entries()) await settle(store.put(Object.assign({}, row, { number })))
    damaged.close()
  })
}

/**
 * Keeps the drafts of this device from being read and written until the returned function is called: a long write
 * transaction is under way on them.
 */
export async function holdDrafts(page: Page): Promise<() => Promise<void>> {
  const hold = await page.evaluateHandle(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const name = (await indexedDB.databases()).find((db) => db.name?.startsWith('bellhop-outbox:'))?.name
    if (name === undefined) throw new Error('There is no outbox on this device.')
    const db = await settle(indexedDB.open(name))
    const store = db.transaction('drafts', 'readwrite').objectStore('drafts')
    const state = { isHeld: true }
    // A transaction ends when nothing is asked of it.
    const goOn = () => {
      if (state.isHeld) store.count().onsuccess = goOn
      else db.close()
    }
    goOn()
    return state
  })
  return () => hold.evaluate((state) => void (state.isHeld = false))
}

/** How many operations on that chat are in the outbox of this device. */
export function countOperations(page: Page, chatId: string): Promise<number> {
  return page.evaluate(async (lane) => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    let count = 0
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('bellhop-outbox:')) continue
      const db = await settle(indexedDB.open(name))
      const rows = await settle<unknown[]>(db.transaction('operations').objectStore('operations').getAll())
      count += rows.filter((row) => Reflect.get(Object(row), 'lane') === lane).length
      db.close()
    }
    return count
  }, chatId)
}

/** The texts of the drafts that are stored on this device. */
export function readStoredDrafts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('refused'))
      })
    const texts: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('bellhop-outbox:')) continue
      const db = await settle(indexedDB.open(name))
      const rows = await settle<unknown[]>(db.transaction('drafts').objectStore('drafts').getAll())
      for (const row of rows) texts.push(String(Reflect.get(Object(row), 'text')))
      db.close()
    }
    return texts
  })
}

/** A draft is saved as it is typed: here, until it is on the device. */
export async function waitForStoredDraft(page: Page, text: string): Promise<void> {
  await waitFor('the draft to be stored', async () => (await readStoredDrafts(page)).includes(text))
}
