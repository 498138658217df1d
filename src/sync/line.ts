import type { LineReading } from '#src/api/http.ts'
import type { ConnectionStatus, ConnectionStore } from '#src/lib/connection.ts'

/**
 * What real traffic says of the line (DESIGN section 5). It is up when the last call was answered by the environment;
 * live when the socket is open too.
 */
export interface Line {
  isUp(): boolean
  note(reading: LineReading): void
  noteSocket(isOpen: boolean): void
  noteSignedOut(): void
  /** Calls back when the environment answers after it did not, and the other way round. Returns how to stop. */
  onChange(listener: (isUp: boolean) => void): () => void
}

export function createLine(connection: ConnectionStore, now: () => number): Line {
  const listeners = new Set<(isUp: boolean) => void>()
  let reading: LineReading | null = null
  let isSocketOpen = false
  let isSignedOut = false
  const publish = () => {
    const kind = describe()
    if (connection.get().kind !== kind) connection.set({ kind, since: now() })
  }
  const describe = (): ConnectionStatus['kind'] => {
    if (isSignedOut) return 'signed-out'
    if (reading === 'foreign') return 'captive-portal'
    if (reading === 'unreachable') return 'offline'
    return reading === 'answered' && isSocketOpen ? 'live' : 'connecting'
  }
  return {
    isUp: () => reading === 'answered' && !isSignedOut,
    note(next) {
      const wasUp = reading === 'answered'
      reading = next
      publish()
      const isUp = next === 'answered'
      if (wasUp !== isUp) for (const listener of [...listeners]) listener(isUp)
    },
    noteSocket(isOpen) {
      isSocketOpen = isOpen
      publish()
    },
    noteSignedOut() {
      isSignedOut = true
      publish()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
