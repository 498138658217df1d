/** The browser's side of a connection: the test says what becomes of it. */
export class Wire extends EventTarget {
  static all: Wire[] = []
  readyState = 0
  binaryType = 'blob'
  readonly madeAt = Date.now()

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    super()
    Wire.all.push(this)
  }

  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  hear(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  /** What the other side or the line does. */
  end(code: number): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: true }))
  }

  close(): void {
    this.readyState = 3
  }
}

/** The newest connection. Throws where none was tried. */
export function readNewestWire(): Wire {
  const wire = Wire.all.at(-1)
  if (!wire) throw new Error('nothing was tried')
  return wire
}
