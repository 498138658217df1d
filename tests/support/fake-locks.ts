type Grant = (lock: Lock | null) => Promise<unknown>

interface Holder {
  /** Rejects the holder's request: what `steal` does to it. Its callback runs on, as in a browser. */
  lose(error: DOMException): void
}

/**
 * Web Locks as the leadership uses them: exclusive, first come first served, `ifAvailable`, `signal`, `steal`, `query`.
 * A stolen-from holder's request rejects with AbortError while its callback goes on (as seen in Chromium).
 */
export function createFakeLocks(): LockManager {
  const held = new Map<string, Holder>()
  const waiting = new Map<string, (() => void)[]>()

  const release = (name: string, holder: Holder) => {
    if (held.get(name) !== holder) return
    held.delete(name)
    waiting.get(name)?.shift()?.()
  }

  const hold = (name: string, grant: Grant): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const holder: Holder = { lose: reject }
      held.set(name, holder)
      grant({ name, mode: 'exclusive' })
        .then(resolve, reject)
        .finally(() => release(name, holder))
    })

  const queueUp = (name: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(name) ?? []
      waiting.set(name, queue)
      queue.push(resolve)
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(resolve)
        if (place >= 0) queue.splice(place, 1)
        reject(new DOMException('given up', 'AbortError'))
      })
    })

  async function request(
    name: string,
    optionsOrGrant: LockOptions | LockGrantedCallback<unknown>,
    given?: LockGrantedCallback<unknown>,
  ): Promise<unknown> {
    const options = typeof optionsOrGrant === 'function' ? {} : optionsOrGrant
    const callback = typeof optionsOrGrant === 'function' ? optionsOrGrant : given
    if (!callback) throw new TypeError('a callback is needed')
    const grant: Grant = async (lock) => callback(lock)
    options.signal?.throwIfAborted()
    if (options.steal === true) {
      held.get(name)?.lose(new DOMException('stolen', 'AbortError'))
      return hold(name, grant)
    }
    if (held.has(name)) {
      if (options.ifAvailable === true) return grant(null)
      await queueUp(name, options.signal)
    }
    return hold(name, grant)
  }

  return {
    request,
    query: () =>
      Promise.resolve({
        held: [...held.keys()].map((name) => ({ name, mode: 'exclusive' as const })),
        pending: [],
      }),
  }
}

/** The same locks as one page sees them: while it is frozen it does not hear that a lock ended or was taken from it. */
export function createPageLocks(locks: LockManager, thawed: () => Promise<void>): LockManager {
  async function request(
    name: string,
    optionsOrGrant: LockOptions | LockGrantedCallback<unknown>,
    given?: LockGrantedCallback<unknown>,
  ): Promise<unknown> {
    try {
      if (typeof optionsOrGrant === 'function') return await locks.request(name, optionsOrGrant)
      if (!given) throw new TypeError('a callback is needed')
      return await locks.request(name, optionsOrGrant, given)
    } finally {
      await thawed()
    }
  }
  return { request, query: () => locks.query() }
}
