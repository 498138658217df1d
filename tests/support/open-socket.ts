const open = new Set<OpenSocket>()

/** A realtime connection that opens at once and says only what a test has it say. */
export class OpenSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'

  constructor() {
    super()
    open.add(this)
    queueMicrotask(() => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }

  close(): void {
    this.readyState = 3
    open.delete(this)
  }
}

/** Sends a frame over every connection that stands. */
export function sendFrame(frame: object): void {
  for (const socket of open)
    socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
}
