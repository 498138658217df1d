import { GUEST_TOKEN_PREFIX, SOCKET_PROTOCOL } from '#src/contract/frames.ts'
import { CLOSE_SESSION_ENDED, CLOSE_TOO_MANY_SOCKETS } from '#src/contract/limits.ts'

const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 30_000
/** How often the page asks by itself: often without a socket, now and then with one (a hint may be lost). */
const POLL_WITHOUT_SOCKET_MS = 4_000
const POLL_WITH_SOCKET_MS = 20_000
/** After the guest has written an answer is due: for so long the page asks so often, whatever the socket says. */
const EAGER_MS = 15_000
const POLL_EAGER_MS = 1_500
const TICK_MS = 500
/** In a frame that says that there is something new. A frame is a hint (I1): a wrong one costs a call, its parser a twentieth of the page. */
const HINT = '"new_message"'

/** The page's ear: calls `hear` when there may be something new. */
export interface LiveLine {
  /** Opens the socket for this guest; an earlier one is closed. */
  connect(token: string): void
  /** Closes the socket and asks no more, until there is a guest again. */
  disconnect(): void
  isOpen(): boolean
  /** The guest has written: an answer will come. */
  expectAnswer(): void
  /** A call did not get through: a socket that still looks open may be dead, and is opened anew. */
  distrust(): void
}

/** `hear` runs on every hint, on reconnecting, and from time to time; `onChange` when the socket opens or closes. */
export function openLiveLine(hear: () => void, onChange: () => void): LiveLine {
  let token: string | null = null
  let socket: WebSocket | null = null
  let retryTimer = 0
  let failures = 0
  let polledAt = 0
  let eagerUntil = 0

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
      if (String(event.data).includes(HINT)) hear()
    }
    opened.onclose = ({ code }) => {
      if (socket !== opened) return
      socket = null
      onChange()
      // Coming back by itself would close another page's socket: this one asks from time to time until it is looked at again.
      if (code === CLOSE_TOO_MANY_SOCKETS) return
      // A call says what that means for the conversation.
      if (code === CLOSE_SESSION_ENDED) return hear()
      retryTimer = setTimeout(open, chooseDelay(failures))
      failures += 1
    }
  }
  function reopen(): void {
    const former = socket
    socket = null
    former?.close()
    failures = 0
    open()
  }
  function comeBack(): void {
    if (document.visibilityState !== 'visible' || token === null) return
    if (!socket) reopen()
    hear()
  }
  function chooseWait(now: number): number {
    if (now < eagerUntil) return POLL_EAGER_MS
    return isOpen() ? POLL_WITH_SOCKET_MS : POLL_WITHOUT_SOCKET_MS
  }
  // A socket outlives a lost line without a word: back on the line, it is opened anew.
  addEventListener('online', () => {
    reopen()
    comeBack()
  })
  addEventListener('pageshow', comeBack)
  document.addEventListener('visibilitychange', comeBack)
  setInterval(() => {
    const now = performance.now()
    if (token === null || document.visibilityState !== 'visible' || now - polledAt < chooseWait(now)) return
    polledAt = now
    hear()
  }, TICK_MS)

  return {
    isOpen,
    disconnect() {
      token = null
      clearTimeout(retryTimer)
      const former = socket
      socket = null
      former?.close()
    },
    expectAnswer() {
      polledAt = performance.now()
      eagerUntil = polledAt + EAGER_MS
    },
    distrust() {
      if (isOpen()) reopen()
    },
    connect(next) {
      if (token === next) return
      token = next
      reopen()
    },
  }
}

/** Grows with every failure, with jitter, so that a restarted hotel is not met by all its guests at once. */
function chooseDelay(failures: number): number {
  const most = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures)
  return Math.max(RETRY_MIN_MS, Math.random() * most)
}
