import { readFrame, GUEST_TOKEN_PREFIX, SOCKET_PROTOCOL } from '#src/contract/frames.ts'

const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 30_000
/** How often the page asks by itself: often without a socket, now and then with one (a hint may be lost). */
const POLL_WITHOUT_SOCKET_MS = 4_000
const POLL_WITH_SOCKET_MS = 30_000

/** The page's ear: calls `hear` when there may be something new. */
export interface LiveLine {
  /** Opens the socket for this guest; an earlier one is closed. */
  connect(token: string): void
  isOpen(): boolean
}

/** `hear` runs on every hint, on reconnecting, and from time to time; `onChange` when the socket opens or closes. */
export function openLiveLine(hear: () => void, onChange: () => void): LiveLine {
  let token: string | null = null
  let socket: WebSocket | null = null
  let retryTimer = 0
  let failures = 0
  let polledAt = 0

  const isOpen = () => socket?.readyState === WebSocket.OPEN
  function open(): void {
    clearTimeout(retryTimer)
    if (token === null) return
    const address = new URL('/', location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const opened = new WebSocket(address, [SOCKET_PROTOCOL, GUEST_TOKEN_PREFIX + token])
    socket = opened
    opened.onopen = () => {
      failures = 0
      onChange()
      hear()
    }
    opened.onmessage = (event) => {
      if (readFrame(event.data)?.type === 'new_message') hear()
    }
    opened.onclose = () => {
      if (socket !== opened) return
      socket = null
      onChange()
      retryTimer = setTimeout(open, chooseDelay(failures))
      failures += 1
    }
  }
  function comeBack(): void {
    if (document.visibilityState !== 'visible' || token === null) return
    failures = 0
    if (!socket) open()
    hear()
  }
  addEventListener('online', comeBack)
  addEventListener('pageshow', comeBack)
  document.addEventListener('visibilitychange', comeBack)
  setInterval(() => {
    const wait = isOpen() ? POLL_WITH_SOCKET_MS : POLL_WITHOUT_SOCKET_MS
    if (token === null || document.visibilityState !== 'visible' || performance.now() - polledAt < wait)
      return
    polledAt = performance.now()
    hear()
  }, 1_000)

  return {
    isOpen,
    connect(next) {
      if (token === next && socket) return
      token = next
      const former = socket
      socket = null
      former?.close()
      failures = 0
      open()
    },
  }
}

/** Grows with every failure, with jitter, so that a restarted hotel is not met by all its guests at once. */
function chooseDelay(failures: number): number {
  const most = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures)
  return Math.max(RETRY_MIN_MS, Math.random() * most)
}
