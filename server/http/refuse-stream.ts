import type { Duplex } from 'node:stream'

/**
 * Answers with a bare status line, such as `404 Not Found`, and ends the connection. It is not left to the other side to
 * close: one that does not would keep it open for ever.
 */
export function refuseStream(stream: Duplex, status: string): void {
  stream.once('finish', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
