import { IDBFactory } from 'fake-indexeddb'
import { createFakeLocks } from '#tests/support/fake-locks.ts'
import { Disk } from './disk.ts'
import type { Line } from './line.ts'
import type { World } from './world.ts'

/** Noon, so that no test depends on the day on which it runs. */
export const EPOCH_MS = Date.parse('2026-11-20T12:00:00.000Z')

interface Listener {
  name: string
  hear(data: unknown): void
}

/** One browser of one computer: databases, locks, channels and a clock that its tabs and its worker share. */
export class Device {
  readonly indexedDB = new IDBFactory()
  readonly locks = createFakeLocks()
  readonly disk: Disk
  /** How far this device's clock is off, ms. */
  clockOffset = 0
  wasHourOff = false
  /** The browser owes the worker a `sync` event (O5). */
  isSyncRegistered = false
  #listeners = new Set<Listener>()
  readonly #lines = new Map<string, Line>()

  constructor(
    readonly name: string,
    readonly world: World,
  ) {
    this.disk = new Disk(world)
  }

  /** From now on it reaches this environment. */
  addLine(origin: string, line: Line): void {
    this.#lines.set(new URL(origin).host, line)
  }

  /** What it has between its tabs and whom they ask. */
  lineTo({ host }: URL): Line {
    const line = this.#lines.get(host)
    if (!line) throw new TypeError(`there is nobody at ${host}`)
    return line
  }

  /** What the clock on the wall of this device says, ms. */
  now(): number {
    return EPOCH_MS + this.world.now + this.clockOffset
  }

  /** Somebody sets the clock. */
  setClock(offsetMs: number): void {
    this.clockOffset = offsetMs
    if (Math.abs(offsetMs) > 5 * 60_000) this.wasHourOff = true
  }

  /** Joins a BroadcastChannel. Returns how to leave. */
  join(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Posts to all others that have joined under this name. */
  post(from: Listener, data: unknown): void {
    for (const listener of [...this.#listeners])
      if (listener !== from && listener.name === from.name) listener.hear(structuredClone(data))
  }
}
