import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { GUEST_TOKEN_PREFIX, SOCKET_PROTOCOL, STAFF_TOKEN_PREFIX } from '#src/contract/frames.ts'
import { CLOSE_SESSION_ENDED } from '#src/contract/limits.ts'
import { findGuestSession } from '../auth/guest-sessions.ts'
import { findSession } from '../auth/sessions.ts'
import type { ServerContext } from '../context.ts'
import { isAllowedOrigin } from '../http/origins.ts'
import { refuseStream } from '../http/refuse-stream.ts'
import { hashSha256 } from '../ids.ts'

/** Nothing is ever sent to us over a socket but control frames. */
const MAX_PAYLOAD_BYTES = 4 * 1024
/** A target is read against it where it names no origin itself. */
const ANY_ORIGIN = 'http://host'

/**
 * Takes websockets at `/` of an HTTP server (CONTRACT section 4). Returns the way to refuse further ones. A bad token is
 * accepted and closed with 4401: a browser learns nothing about a refused upgrade.
 */
export function acceptSockets(server: Server, ctx: ServerContext): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    handleProtocols: (protocols) => (protocols.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  })
  let isClosing = false
  const takeUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { origin, host } = request.headers
    if (isClosing) return refuseStream(stream, '503 Service Unavailable')
    if (readPath(request) !== '/') return refuseStream(stream, '404 Not Found')
    if (origin !== undefined && !isAllowedOrigin(ctx.settings, origin, host))
      return refuseStream(stream, '403 Forbidden')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // Before anything is waited for: the first frame may be none.
      socket.on('error', () => socket.terminate())
      admitSocket(ctx, socket, readProtocols(request)).catch((error: unknown) => {
        ctx.log.error('socket', error)
        socket.terminate()
      })
    })
  }
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    try {
      takeUpgrade(request, stream, head)
    } catch (error) {
      ctx.log.error('upgrade', error)
      stream.destroy()
    }
  })
  return () => {
    isClosing = true
    sockets.close()
  }
}

/** Reads the token from the second subprotocol: `bearer.` is staff, `guest.` a guest. */
async function admitSocket(ctx: ServerContext, socket: WebSocket, protocols: string[]): Promise<void> {
  const staffToken = findToken(protocols, STAFF_TOKEN_PREFIX)
  if (staffToken !== null) {
    await ctx.sockets.addStaff(
      socket,
      hashSha256(staffToken),
      async () => (await findSession(ctx.store.db, staffToken))?.user.id ?? null,
    )
    return
  }
  const guestToken = findToken(protocols, GUEST_TOKEN_PREFIX)
  if (guestToken === null) return socket.close(CLOSE_SESSION_ENDED, 'session ended')
  await ctx.sockets.addGuest(
    socket,
    hashSha256(guestToken),
    async () => (await findGuestSession(ctx.store.db, guestToken))?.chatId ?? null,
  )
}

function findToken(protocols: string[], prefix: string): string | null {
  return protocols.find((protocol) => protocol.startsWith(prefix))?.slice(prefix.length) ?? null
}

function readProtocols(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim())
}

/** The path of the request's target, which may be anything; null where it is no address. */
function readPath({ url = '/' }: IncomingMessage): string | null {
  return URL.canParse(url, ANY_ORIGIN) ? new URL(url, ANY_ORIGIN).pathname : null
}
