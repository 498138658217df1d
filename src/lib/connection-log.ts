import type { ConnectionStatus, ConnectionStore } from './connection.ts'

const KEPT_CHANGES = 50
const kept: ConnectionStatus[] = []

/** Keeps the last states of the line from now on, for a diagnosis; gives what ends it. */
export function watchConnection(connection: ConnectionStore): () => void {
  const keep = () => {
    const now = connection.get()
    if (kept.at(-1) === now) return
    kept.push(now)
    if (kept.length > KEPT_CHANGES) kept.shift()
  }
  keep()
  return connection.subscribe(keep)
}

/** The last states of the line in this page, the oldest first. */
export function readConnectionLog(): readonly ConnectionStatus[] {
  return kept
}
