import { WebSocket as ReconnectingSocket } from 'partysocket'
import { readFrame, SOCKET_PROTOCOL, STAFF_TOKEN_PREFIX, type Frame } from '#src/contract/frames.ts'
import { CLOSE_SESSION_ENDED, CLOSE_URL_CHANGED, HEARTBEAT_SILENCE_MS } from '#src/contract/limits.ts'
import { logger } from '#src/lib/logger.ts'
import { RETRY_MAX_MS, RETRY_MIN_MS } from './retry-timer.ts'

export interface SocketEvents {
  onOpen(): void
  onClose(): void
  onFrame(frame: Frame): void
  /** Close 4401: treated as a 401 (CONTRACT section 4). */
  onSessionEnded(): void
}

export interface Socket {
  /** Tries at once, for example on `online` or on becoming visible. */
  reconnectNow(): void
  close(): void
}

/** Where the websocket of an environment's origin is. */
function socketUrl(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}/`
}

/**
 * Holds the realtime connection open: first retry 1 s after a close, growing with jitter to 30 s; at once after close
 * code 3001. Once a heartbeat was seen, 45 s of silence is a dead line. Nothing is ever sent over it.
 */
export function openSocket(origin: string, token: string, events: SocketEvents): Socket {
  const socket = new ReconnectingSocket(
    socketUrl(origin),
    [SOCKET_PROTOCOL, `${STAFF_TOKEN_PREFIX}${token}`],
    {
      minReconnectionDelay: RETRY_MIN_MS,
      maxReconnectionDelay: RETRY_MAX_MS,
      // Each console grows at its own pace, so that a hotel's do not come back all at once.
      reconnectionDelayGrowFactor: 1.3 + 0.7 * Math.random(),
      minUptime: 5_000,
      connectionTimeout: 10_000,
      maxEnqueuedMessages: 0,
    },
  )
  let silence: ReturnType<typeof setTimeout> | undefined
  let hasHeartbeat = false
  const watchSilence = () => {
    clearTimeout(silence)
    if (hasHeartbeat) silence = setTimeout(() => socket.reconnect(), HEARTBEAT_SILENCE_MS)
  }
  socket.addEventListener('open', () => {
    hasHeartbeat = false
    events.onOpen()
  })
  socket.addEventListener('message', (event) => {
    const frame = readFrame(event.data)
    if (frame?.type === 'heartbeat') hasHeartbeat = true
    watchSilence()
    if (frame && frame.type !== 'heartbeat') events.onFrame(frame)
  })
  socket.addEventListener('close', (event) => {
    clearTimeout(silence)
    events.onClose()
    if (event.code === CLOSE_SESSION_ENDED) {
      socket.close()
      events.onSessionEnded()
    } else if (event.code === CLOSE_URL_CHANGED) {
      socket.reconnect()
    } else {
      logger.warn('the realtime connection closed and is tried again', { code: event.code })
    }
  })
  return {
    reconnectNow() {
      if (socket.readyState !== socket.OPEN) socket.reconnect()
    },
    close() {
      clearTimeout(silence)
      socket.close()
    },
  }
}
