import type { LineReading } from '#src/api/http.ts'
import type { ConnectionStatus, ConnectionStore } from '#src/lib/connection.ts'

/**
 * What real traffic says of the line (DESIGN section 5). It is up when the last call was answered and the last pull brought
 * what there is; live when the socket is open too. Another call that fails says nothing about the line.
 */
export interface Line {
  isUp(): boolean
  note(reading: LineReading): void
  /** What has come of a pull: while none succeeds nothing is known to be current, whatever else is answered. */
  notePull(outcome: PullOutcome): void
  noteSocket(isOpen: boolean): void
  noteSignedOut(): void
  /** Calls back when the line comes up or goes down. Returns how to stop. */
  onChange(listener: (isUp: boolean) => void): () => void
}

/** `login-page`: something answered in the environment's place. */
export type PullOutcome = 'done' | 'failed' | 'login-page'

export function createLine(connection: ConnectionStore, now: () => number): Line {
  const listeners = new Set<(isUp: boolean) => void>()
  let reading: LineReading | null = null
  let pull: PullOutcome = 'done'
  let isSocketOpen = false
  let isSignedOut = false
  const isUp = () => reading === 'answered' && pull === 'done' && !isSignedOut
  const describe = (): ConnectionStatus['kind'] => {
    if (isSignedOut) return 'signed-out'
    if (reading === 'login-page' || pull === 'login-page') return 'captive-portal'
    if (reading === 'unreachable' || pull === 'failed') return 'offline'
    return reading === 'answered' && isSocketOpen ? 'live' : 'connecting'
  }
  const change = (apply: () => void) => {
    const wasUp = isUp()
    apply()
    const kind = describe()
    if (connection.get().kind !== kind) connection.set({ kind, since: now() })
    if (wasUp !== isUp()) for (const listener of [...listeners]) listener(isUp())
  }
  return {
    isUp,
    note: (next) => change(() => (reading = next)),
    notePull: (outcome) =>
      change(() => {
        pull = outcome
        // The session takes calls after all: a 401 was for one of them, and its lock could not be stored.
        if (outcome === 'done') isSignedOut = false
      }),
    noteSocket: (isOpen) => change(() => (isSocketOpen = isOpen)),
    noteSignedOut: () => change(() => (isSignedOut = true)),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
