import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { refuseStream } from './refuse-stream.ts'

interface OpenBody {
  response: ServerResponse
  /** What had come over the connection when it was last seen to move. */
  bytes: number
  movedAt: number
}

/**
 * Ends requests whose body has not moved for `stallMs`: 408 where nothing was answered yet. A body that moves may take as
 * long as its line needs; one that this server is too busy to read does not count as stalled.
 */
export function endStalledBodies(server: Server, stallMs: number, sweepMs: number): void {
  const bodies = new Map<IncomingMessage, OpenBody>()
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    bodies.set(request, { response, bytes: request.socket.bytesRead, movedAt: performance.now() })
  })
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [request, body] of bodies) {
      if (request.complete || request.socket.destroyed) bodies.delete(request)
      else if (hasMoved(request, body)) Object.assign(body, { bytes: request.socket.bytesRead, movedAt: now })
      else if (now - body.movedAt >= stallMs) endRequest(request, body.response)
    }
  }, sweepMs)
  sweep.unref()
  server.on('close', () => clearInterval(sweep))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function hasMoved(request: IncomingMessage, { bytes }: OpenBody): boolean {
  return request.socket.bytesRead !== bytes || request.readableLength > 0
}

function endRequest({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (headersSent) socket.destroy()
  else refuseStream(socket, '408 Request Timeout')
}
