import { WebSocket as ReconnectingSocket } from 'partysocket'
import { readFrame, SOCKET_PROTOCOL, STAFF_TOKEN_PREFIX, type Frame } from '#src/contract/frames.ts'
import {
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY_SOCKETS,
  CLOSE_URL_CHANGED,
  HEARTBEAT_SILENCE_MS,
} from '#src/contract/limits.ts'
import { logger } from '#src/lib/logger.ts'
import { delayRetry } from './retry-timer.ts'
import { watchWaking } from './wake-watch.ts'

export interface SocketEvents {
  onOpen(): void
  onClose(): void
  onFrame(frame: Frame): void
  /** Close 4401: treated as a 401 (CONTRACT section 4). */
  onSessionEnded(): void
  /** The device has slept, and nobody has told of it. */
  onWake(): void
}

export interface Socket {
  /**
   * Tries at once, for example on `online` or on becoming visible. A connection that stands is replaced where it may have died
   * in the device's sleep; an attempt that has just begun goes on: a return is told by several events.
   */
  reconnectNow(): void
  /** The environment answers: an attempt that is waited for is made now; one that is being made goes on. */
  wake(): void
  close(): void
}

/** A connection that stood for so long was no failure, ms. */
const STEADY_MS = 5_000

/** The longest that an attempt takes, ms. */
const CONNECT_MS = 10_000

/** Where the websocket of an environment's origin is. */
function socketUrl(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}/`
}

/**
 * Holds the realtime connection open: first retry 1 s after a close, growing with jitter to 30 s; at once after close
 * code 3001, and only on `reconnectNow` after 4429. Once a heartbeat was seen, 45 s of silence is a dead line. A device that has
 * slept is noticed by its clock. Nothing is ever sent over it. `random` is in [0, 1); `now` is the device's clock, ms.
 */
export function openSocket(
  origin: string,
  token: string,
  events: SocketEvents,
  random: () => number = Math.random,
  now: () => number = Date.now,
): Socket {
  const pause = createPause(random)
  const url = socketUrl(origin)
  /** When the attempt that is being made began. */
  let triedAt = -Infinity
  const socket = new ReconnectingSocket(
    () =>
      pause.wait().then(() => {
        triedAt = now()
        return url
      }),
    [SOCKET_PROTOCOL, `${STAFF_TOKEN_PREFIX}${token}`],
    {
      // Its own waits can't be cut short: the waiting is ours, before it has the address.
      minReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      connectionTimeout: CONNECT_MS,
      maxEnqueuedMessages: 0,
    },
  )
  let silence: ReturnType<typeof setTimeout> | undefined
  let steady: ReturnType<typeof setTimeout> | undefined
  /** Whether this environment sends heartbeats, and whether one came over this connection. */
  let hasHeartbeat = false
  let isHeard = false
  const waking = watchWaking(
    now,
    () => hasHeartbeat,
    () => {
      if (socket.readyState === socket.OPEN) reconnect()
      events.onWake()
    },
  )
  const watchSilence = () => {
    waking.hear()
    clearTimeout(silence)
    if (hasHeartbeat) silence = setTimeout(giveUp, HEARTBEAT_SILENCE_MS)
  }
  const giveUp = () => {
    // Not one on all of a connection: it may send none any more, and then silence is nothing.
    hasHeartbeat = isHeard
    reconnect()
  }
  const reconnect = () => {
    pause.skip()
    socket.reconnect()
    waking.hear()
    triedAt = now()
  }
  socket.addEventListener('open', () => {
    isHeard = false
    triedAt = -Infinity
    // A line that went dead as it came up brings not even the first.
    watchSilence()
    steady = setTimeout(pause.reset, STEADY_MS)
    events.onOpen()
  })
  socket.addEventListener('message', (event) => {
    const frame = readFrame(event.data)
    if (frame?.type === 'heartbeat') hasHeartbeat = isHeard = true
    watchSilence()
    if (frame && frame.type !== 'heartbeat') events.onFrame(frame)
  })
  socket.addEventListener('close', (event) => {
    clearTimeout(silence)
    clearTimeout(steady)
    triedAt = -Infinity
    events.onClose()
    if (event.code === CLOSE_SESSION_ENDED) {
      close()
      events.onSessionEnded()
    } else if (event.code === CLOSE_URL_CHANGED) {
      reconnect()
    } else if (event.code === CLOSE_TOO_MANY_SOCKETS) {
      // Coming back by itself would close another tab's connection, which would come back too, for ever.
      pause.park()
    } else {
      logger.warn('the realtime connection closed and is tried again', { code: event.code })
    }
  })
  const close = () => {
    waking.stop()
    clearTimeout(silence)
    clearTimeout(steady)
    socket.close()
    pause.skip()
  }
  return {
    reconnectNow() {
      const isTrying = Math.abs(now() - triedAt) < CONNECT_MS
      if (socket.readyState === socket.OPEN ? waking.isInDoubt() : !isTrying) reconnect()
    },
    wake: pause.end,
    close,
  }
}

/** What each attempt waits for before it begins. */
function createPause(random: () => number) {
  /** Attempts since the line was last known to be good: before the first there is no wait. */
  let attempts = 0
  let isParked = false
  let wake: (() => void) | undefined
  return {
    wait(): Promise<void> {
      const failures = attempts
      attempts += 1
      if (failures === 0 && !isParked) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = isParked ? undefined : setTimeout(end, delayRetry(failures, random()))
        function end() {
          clearTimeout(timer)
          wake = undefined
          resolve()
        }
        wake = end
      })
    },
    /** The connection stands: the next failure is the first one again. */
    reset() {
      attempts = 1
    },
    /**
     * The attempt that is waited for comes at once; should it fail, the waits grow on: a line may take calls and never a
     * socket.
     */
    end() {
      if (!isParked) wake?.()
    },
    /** No attempt comes before `skip`. */
    park() {
      isParked = true
    },
    /** The next attempt comes at once, also where it is waited for already; those after it begin anew. */
    skip() {
      isParked = false
      attempts = wake ? 1 : 0
      wake?.()
    },
  }
}
