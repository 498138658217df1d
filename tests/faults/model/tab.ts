import { setMaxListeners } from 'node:events'
import type { Device } from './device.ts'
import type { LineConnection } from './line.ts'
import type { Page } from './inside/page.ts'
import { TabDatabases } from './tab-databases.ts'
import type { TabCode, TabProgram } from './tab-program.ts'
import { createXhrClass } from './tab-xhr.ts'
import { forget, waitForEver } from './waits.ts'
import type { Owner } from './world.ts'

/** Where a tab dies, before or after what it waits for there. */
export interface CrashPlan {
  /** Null: any site. Where it dies is taken out, and so on with the next tab that has this plan. */
  sites: Set<string> | null
  when: 'before' | 'after'
  /** At the nth of these from now. */
  nth: number
  onCrash?: (site: string) => void
}

/** A tab, or a worker: the product's code with globals of its own, which can freeze and die. */
export class Tab implements Owner {
  /** Told of every site that a tab comes by, for who looks into a failure. */
  static onSite: ((tab: Tab, site: string) => void) | null = null
  isDead = false
  isFrozen = false
  isVisible = true
  readonly databases: TabDatabases
  readonly code: TabCode
  page: Page | null = null
  readonly locks: Pick<LockManager, 'request' | 'query'>
  /** What it wrote to the browser's console. */
  readonly log: string[] = []
  plan: CrashPlan | null = null
  readonly #returns = new Set<() => void>()
  readonly #visibility = new Set<() => void>()
  readonly #connections = new Set<LineConnection>()
  readonly #death = new AbortController()
  /** It dies when what it waits for has ended. */
  #doom: CrashPlan | null = null
  #thaw: (() => void) | null = null
  #thawed = Promise.resolve()

  constructor(
    readonly name: string,
    readonly device: Device,
    readonly origin: string,
    program: TabProgram,
  ) {
    this.locks = this.#createLocks()
    this.databases = new TabDatabases(device, this)
    this.code = program(this.#createGlobals())
  }

  /** Opens the console in it; settles when it has started, never where it dies before. */
  async open(): Promise<void> {
    this.page = await this.code.startPage(this.origin, {
      registerSync: () => {
        this.device.isSyncRegistered = true
        return Promise.resolve()
      },
      isVisible: () => this.isVisible,
      onVisibility: (listener) => watch(this.#visibility, listener),
      onReturn: (listener) => watch(this.#returns, listener),
    })
  }

  /** A person or the line has come back. */
  comeBack(): void {
    for (const listener of [...this.#returns]) listener()
  }

  setVisible(isVisible: boolean): void {
    if (this.isVisible === isVisible) return
    this.isVisible = isVisible
    for (const listener of [...this.#visibility]) listener()
    if (isVisible) this.comeBack()
  }

  freeze(): void {
    if (this.isFrozen || this.isDead) return
    this.isFrozen = true
    this.#thawed = new Promise((resolve) => (this.#thaw = resolve))
  }

  thaw(): void {
    if (!this.isFrozen) return
    const { world } = this.device
    this.isFrozen = false
    // Which it hears first, answers that came meanwhile or that its lock was taken, nobody promises.
    world.later(this, world.draw(2), () => this.#thaw?.())
    world.later(this, world.draw(2), () => this.comeBack())
    world.thaw(this)
  }

  /** As by a crash: nothing of it goes on, what was not committed is undone, its locks are free. */
  kill(): void {
    if (this.isDead) return
    this.isDead = true
    this.databases.end()
    for (const connection of this.#connections) connection.leave()
    this.#death.abort()
  }

  /** It does not die, as far as it has not. */
  spare(): void {
    this.plan = null
    this.#doom = null
  }

  #createGlobals() {
    const { device } = this
    const { world } = device
    const timers = world.timersOf(this)
    return {
      fetch: (input: RequestInfo | URL, init: RequestInit = {}) => {
        const url = new URL(input instanceof Request ? input.url : input)
        return device.lineTo(url).request(this, this.name, url, init)
      },
      setTimeout: timers.setTimeout,
      clearTimeout: timers.clear,
      setInterval: timers.setInterval,
      clearInterval: timers.clear,
      Date: createDate(() => device.now()),
      performance: { now: () => world.now },
      BroadcastChannel: createChannelClass(this, device),
      WebSocket: createSocketClass(this, device, this.#connections),
      XMLHttpRequest: createXhrClass(this),
      navigator: { locks: this.locks },
      crypto: createCrypto(() => world.random()),
      console: createConsole(this.log),
      Math: Object.assign(Object.create(Math) as Math, { random: world.random }),
      AbortSignal: Object.assign(Object.create(AbortSignal) as typeof AbortSignal, {
        any: joinSignals,
        timeout: (ms: number) => {
          const late = new AbortController()
          world.later(this, ms, () => late.abort())
          return late.signal
        },
      }),
      indexedDB: this.databases.factory,
      __crash: (site: string, promise: unknown) => this.#passCrashSite(site, promise),
      Dexie: this.databases.Dexie,
    }
  }

  #passCrashSite(site: string, promise: unknown): unknown {
    if (this.isDead) return forget(promise)
    Tab.onSite?.(this, site)
    const { plan } = this
    if (!plan || plan.sites?.has(site) === false) return promise
    plan.nth -= 1
    if (plan.nth > 0) return promise
    this.plan = null
    plan.sites?.delete(site)
    plan.onCrash?.(site)
    if (plan.when === 'before') {
      this.kill()
      return forget(promise)
    }
    this.#doom = plan
    const die = () => {
      if (this.#doom !== plan) return promise
      this.kill()
      return waitForEver()
    }
    return Promise.resolve(promise).then(die, die)
  }

  /** The device's locks, of which a dead tab holds none and a frozen one hears nothing. */
  #createLocks(): Pick<LockManager, 'request' | 'query'> {
    const { locks } = this.device
    const died = new Promise<void>((resolve) => this.#death.signal.addEventListener('abort', () => resolve()))
    const request = async (
      name: string,
      options: LockOptions,
      grant: (lock: Lock | null) => Promise<unknown>,
    ): Promise<unknown> => {
      const signals = [this.#death.signal, ...(options.signal ? [options.signal] : [])]
      const asked =
        options.ifAvailable || options.steal ? options : { ...options, signal: joinSignals(signals) }
      try {
        return await locks.request(name, asked, async (lock) => {
          await this.#thawed
          return Promise.race([this.isDead ? undefined : grant(lock), died])
        })
      } finally {
        await (this.isDead ? waitForEver() : this.#thawed)
      }
    }
    return { request: request as LockManager['request'], query: () => locks.query() }
  }
}

/** `AbortSignal.any`, without the weak references by which Node 20 loses some of them to its collector. */
function joinSignals(signals: readonly AbortSignal[]): AbortSignal {
  const joined = new AbortController()
  setMaxListeners(0, joined.signal, ...signals)
  for (const signal of signals) {
    if (signal.aborted) joined.abort(signal.reason)
    else signal.addEventListener('abort', () => joined.abort(signal.reason))
  }
  return joined.signal
}

function watch(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function createDate(now: () => number): unknown {
  return class TabDate extends Date {
    static override now = now

    constructor(...given: [] | [string | number | Date]) {
      super(given[0] ?? now())
    }
  }
}

function createCrypto(random: () => number) {
  const hex = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')
  return {
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    getRandomValues(bytes: Uint8Array) {
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(random() * 256)
      return bytes
    },
  }
}

function createConsole(log: string[]) {
  const keep = (...given: unknown[]) =>
    void log.push(given.map(String).concat(JSON.stringify(given)).join(' '))
  return { info: keep, warn: keep, error: keep, log: keep, debug: keep }
}

/** BroadcastChannel: what is posted is heard in a later task; a tab that is frozen hears it when it thaws. */
function createChannelClass(tab: Tab, device: Device): unknown {
  return class TabChannel extends EventTarget {
    readonly #listener: { name: string; hear(data: unknown): void }
    readonly #leave: () => void

    constructor(name: string) {
      super()
      const hear = (data: unknown) =>
        device.world.later(tab, 0, () => this.dispatchEvent(new MessageEvent('message', { data })))
      this.#listener = { name, hear }
      this.#leave = device.join(this.#listener)
    }

    postMessage(data: unknown): void {
      if (!tab.isDead) device.post(this.#listener, data)
    }

    close(): void {
      this.#leave()
    }
  }
}

function createSocketClass(tab: Tab, device: Device, connections: Set<LineConnection>): unknown {
  return class TabSocket extends EventTarget {
    readyState = 0
    binaryType = 'blob'
    readonly #connection: LineConnection

    constructor(
      readonly url: string,
      protocols: string[],
    ) {
      super()
      const token = (protocols[1] ?? '').replace('bearer.', '')
      this.#connection = device.lineTo(new URL(url)).connect(tab, token, {
        open: () => {
          this.readyState = 1
          this.dispatchEvent(new Event('open'))
        },
        hear: (frame) => {
          this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
        },
        end: (code) => {
          this.readyState = 3
          this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: true }))
        },
      })
      connections.add(this.#connection)
    }

    close(): void {
      this.readyState = 3
      connections.delete(this.#connection)
      this.#connection.leave()
    }
  }
}
