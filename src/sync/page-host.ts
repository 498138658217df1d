import type { ConnectionStore } from '#src/lib/connection.ts'
import type { GoodLine } from '#src/lib/good-line.ts'
import type { Channel } from './channel.ts'

/** What the engine must know of the page that it runs in, and may ask of it (DESIGN section 1). */
export interface PageHost {
  /** Whether a person looks at this page. */
  isVisible(): boolean
  /** Calls back when `isVisible` changes. Returns how to stop. */
  onVisibility(listener: () => void): () => void
  /** Calls back on `online`, on becoming visible, on thaw: a person or the line has come back (O3, I3). Returns how to stop. */
  onReturn(listener: () => void): () => void
  /** How good this device's line is; told how quick calls are (I7). */
  network: GoodLine
  /** What is said of the line on this page. */
  connection: ConnectionStore
  /** Has the browser wake the worker while something waits to be sent. Never rejects, never takes long (O5). */
  registerSync(): Promise<void>
  /** Settles once the first rows, and the words of the chat beside them, are on the screen, or what stands there without; or soon. */
  whenDrawn(): Promise<void>
  /** A part of the app does not load, though the line may be there: the browser may keep it as failed. */
  onChunkStuck(): void
}

/** What the leading engine knows of all tabs: one that nobody looks at may serve another that somebody does. */
export type SharedHost = Pick<PageHost, 'isVisible' | 'onReturn'> & {
  stop(): void
}

/** A visible tab says so this often, and counts as visible for that long: one that crashes says nothing any more. */
const SAY_VISIBLE_EVERY_MS = 20_000
const VISIBLE_FOR_MS = 45_000

/**
 * Shares visibility and returns among the tabs of one engine (I3, I5): every tab says when it becomes visible or hidden and
 * when it comes back, and each knows of all, since any may lead next. `now` is monotonic, ms.
 */
export function shareHost(host: PageHost, channel: Channel, now: () => number): SharedHost {
  const tab = crypto.randomUUID()
  /** Until when another tab counts as visible. */
  const visibleUntil = new Map<string, number>()
  const listeners = new Set<() => void>()
  const say = () => channel.post({ type: 'visibility', tab, isVisible: host.isVisible() })
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const stops = [
    channel.listen((message) => {
      if (message.type === 'hello') say()
      if (message.type === 'return') notify()
      if (message.type !== 'visibility') return
      if (message.isVisible) visibleUntil.set(message.tab, now() + VISIBLE_FOR_MS)
      else visibleUntil.delete(message.tab)
    }),
    host.onVisibility(say),
    host.onReturn(() => {
      channel.post({ type: 'return' })
      notify()
    }),
  ]
  const timer = setInterval(() => (host.isVisible() ? say() : undefined), SAY_VISIBLE_EVERY_MS)
  say()
  return {
    isVisible: () => host.isVisible() || [...visibleUntil.values()].some((until) => until > now()),
    onReturn(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      clearInterval(timer)
      for (const stop of stops) stop()
      channel.post({ type: 'visibility', tab, isVisible: false })
    },
  }
}
