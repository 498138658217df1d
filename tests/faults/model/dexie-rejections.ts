import Dexie from 'dexie'

interface Report {
  reason: unknown
  promise: object
}

type Then = (onFulfilled?: unknown, onRejected?: unknown) => object

/** Those that somebody listens to for what may fail. */
const heard = new WeakSet<object>()
/** What was made of a promise by whoever waits for its success alone: it fails as that one does. */
const followers = new WeakMap<object, object[]>()
const prototype: object = Dexie.Promise.prototype
const then = Object.getOwnPropertyDescriptor(prototype, 'then')
const root: unknown = Reflect.get(Dexie.Promise, 'PSD')

/**
 * Dexie has promises of its own: of one that is rejected and that nobody waits for a browser hears nothing. Dexie itself tells of it
 * too early, before an `await` has had its turn; who listens since then is asked for when the report is read.
 */
export class DexieRejections {
  #reports: Report[] = []

  /** From now on they are noted here, those that `isMeant`. */
  begin(isMeant: (reason: unknown) => boolean): void {
    this.#listen((reason, promise) => {
      if (!isDexiesOwn(reason) && isMeant(reason)) this.#reports.push({ reason, promise })
    })
  }

  end(): void {
    this.#listen(() => undefined)
  }

  /** What was rejected and is waited for by nobody until now. */
  read(): unknown[] {
    return this.#reports.flatMap(({ reason, promise }) => (isHeard(promise) ? [] : [reason]))
  }

  #listen(listener: (reason: unknown, promise: object) => void): void {
    if (typeof root === 'object' && root !== null) Reflect.set(root, 'onunhandled', listener)
  }
}

/** Of a call that throws at once Dexie tells of the innermost promise: who waits, waits for one that follows it. */
function isHeard(promise: object): boolean {
  return heard.has(promise) || (followers.get(promise) ?? []).some(isHeard)
}

/**
 * What Dexie leaves behind by itself: what asks a database that was closed (D6), of which it says either that it is closed or that
 * it could not be opened, without a cause; and the second end of a transaction that the browser has ended.
 */
function isDexiesOwn(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  if (reason.name === 'DatabaseClosedError') return true
  if (reason.name === 'OpenFailedError') return Reflect.get(reason, 'inner') === null
  return reason.name === 'InvalidStateError' && (reason.stack ?? '').includes('FDBTransaction.abort')
}

/** Dexie's `then` is made anew for each who asks for it, and is known by its prototype. */
Object.defineProperty(prototype, 'then', {
  ...then,
  get(this: object) {
    const made = then?.get?.call(this) as Then & { prototype: unknown }
    const listen = function (this: object, onFulfilled?: unknown, onRejected?: unknown) {
      const follower = made.call(this, onFulfilled, onRejected)
      if (typeof onRejected === 'function') heard.add(this)
      else followers.set(this, [...(followers.get(this) ?? []), follower])
      return follower
    }
    listen.prototype = made.prototype as object
    return listen
  },
})
