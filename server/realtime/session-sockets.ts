import type { WebSocket } from 'ws'
import { CLOSE_TOO_MANY_SOCKETS, MAX_SESSION_SOCKETS } from '#src/contract/limits.ts'

/** How long the other side of a socket that is one too many may take to answer its close. */
const CLOSE_WAIT_MS = 5_000

/**
 * The open sockets of each session in this process. One more than a session may have closes its oldest: that is the likeliest
 * to be a line that died without a word, or a tab that nobody looks at, while whoever opens one is waiting for it.
 */
export class SessionSockets {
  /** By the hash of the token, each in the order in which they were opened. */
  readonly #sessions = new Map<string, Set<WebSocket>>()

  add(tokenHash: string, socket: WebSocket): void {
    const sockets = this.#sessions.get(tokenHash) ?? new Set()
    this.#sessions.set(tokenHash, sockets.add(socket))
    socket.on('close', () => this.#remove(tokenHash, socket))
    const [oldest] = sockets
    if (sockets.size <= MAX_SESSION_SOCKETS || oldest === undefined) return
    this.#remove(tokenHash, oldest)
    oldest.close(CLOSE_TOO_MANY_SOCKETS, 'too many sockets')
    setTimeout(() => oldest.terminate(), CLOSE_WAIT_MS).unref()
  }

  #remove(tokenHash: string, socket: WebSocket): void {
    const sockets = this.#sessions.get(tokenHash)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#sessions.delete(tokenHash)
  }
}
