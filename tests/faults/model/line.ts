import { EPOCH_MS } from './device.ts'
import type { Environment, Subscriber } from './environment.ts'
import type { Answer, Call, SentFile } from './environment-wire.ts'
import {
  answerInstead,
  isDone,
  isRefusal,
  LATE_MS,
  SLOW_BODY_MS,
  type FrameFault,
  type RequestFault,
} from './line-faults.ts'
import type { Owner, World } from './world.ts'

/** Which requests a fault is for. */
export type FaultTarget = 'writes' | 'reads' | 'all'

/** A request as it left its tab. */
export interface SeenRequest {
  at: number
  tab: string
  method: string
  path: string
  origin: string
  token: string | null
  fault: RequestFault | null
  /** The same tab has one under the same key on the wire already. */
  isTwin: boolean
}

const TRIP_MS = 60
const SWAP_MS = 2_000
const LATE_ANSWER_MS = 1_000

/** What one device has between its tabs and the environment: every request and every frame goes over it. */
export class Line {
  readonly requests: SeenRequest[] = []
  /** How many faults have met something. */
  faults = 0
  /** Nothing gets through, and everyone is told. */
  isDown = false
  /** Nothing gets through, and nobody is told. */
  isHalfOpen = false
  /** The environment says 429 to whatever changes something. */
  isBusy = false
  /** An answer's head was long on its way: what it said of the time was past when it was heard. */
  hadLateAnswers = false
  #planned: { on: FaultTarget; fault: RequestFault }[] = []
  #frames: FrameFault[] = []
  #connections = new Set<LineConnection>()
  /** The keys that each tab has on the wire. */
  #onWire = new Map<Owner, Set<string>>()

  constructor(
    private readonly world: World,
    private readonly environment: Environment,
  ) {}

  /** The websockets that stand, of pages that are not frozen. */
  get sockets(): number {
    return [...this.#connections].filter(({ owner }) => !owner.isFrozen).length
  }

  /** The next requests of a kind meet these. */
  plan(on: FaultTarget, faults: readonly RequestFault[]): void {
    for (const fault of faults) this.#planned.push({ on, fault })
  }

  planFrames(faults: readonly FrameFault[]): void {
    this.#frames.push(...faults)
  }

  /** All connections are cut, and none can be made before `heal`. */
  cut(): void {
    this.isDown = true
    for (const connection of [...this.#connections]) connection.end(1006)
  }

  heal(): void {
    this.isDown = false
    this.isHalfOpen = false
    this.isBusy = false
    this.#planned = []
    this.#frames = []
  }

  /** `fetch` of a tab. What a dead tab asked for still arrives; nobody hears of its answer. */
  request(owner: Owner, tab: string, url: URL, init: RequestInit): Promise<Response> {
    const { world } = this
    if (init.signal?.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'))
    const call = readCall(url, init)
    const fault = this.#takeFault(call)
    const { method, path, token, key } = call
    const onWire = this.#onWire.get(owner) ?? new Set()
    this.#onWire.set(owner, onWire)
    const isTwin = key !== null && onWire.has(key)
    if (key !== null) onWire.add(key)
    this.requests.push({ at: world.now, tab, method, path, origin: url.origin, token, fault, isTwin })
    return new Promise((resolve, reject) => {
      let isOver = false
      const end = (settle: () => void) => {
        if (isOver || owner.isDead) return
        isOver = true
        if (key !== null) onWire.delete(key)
        settle()
      }
      init.signal?.addEventListener('abort', () =>
        end(() => reject(new DOMException('aborted', 'AbortError'))),
      )
      const fail = () => end(() => reject(new TypeError('the line broke')))
      const give = (answer: Answer & { isHtml?: boolean }) => {
        const response = this.#respond(answer, fault === 'slow-body' ? owner : null)
        const ms = fault === 'slow' ? world.draw(LATE_MS) : this.#trip()
        const leftAt = world.now
        world.later(owner, ms, () => {
          if (world.now - leftAt > LATE_ANSWER_MS) this.hadLateAnswers = true
          end(() => resolve(response))
        })
      }
      if (this.isDown || fault === 'drop') return world.later(owner, this.#trip(), fail)
      if (this.isHalfOpen || fault === 'hang') return
      const instead = fault && answerInstead(fault)
      // What the environment refuses it does not do: under a key that it knows, or that is on its way from a tab that died, it
      // says what it says of that.
      const isKnown = isRefusal(fault) && (this.environment.knows(call) || this.#isElsewhere(owner, key))
      if (instead && !isDone(fault) && !isKnown) return give(instead)
      world.later(null, fault === 'late' ? world.draw(LATE_MS) : this.#trip(), () => {
        // A connection that was given up before its request was under way brings nothing.
        const answer = this.environment.answer(call)
        if (fault === 'hang-after') return
        if (fault === 'lose') world.later(owner, this.#trip(), fail)
        else give(isKnown ? answer : (instead ?? answer))
      })
    })
  }

  /** A tab's websocket asks for a connection. */
  connect(owner: Owner, token: string, socket: SocketEnd): LineConnection {
    const connection = new LineConnection(owner, this.world, token, socket, this)
    this.world.later(null, this.#trip(), () => {
      if (owner.isDead || connection.isOver || this.isHalfOpen) return
      if (this.isDown) return connection.end(1006)
      this.#connections.add(connection)
      connection.open()
      this.environment.join(connection)
    })
    return connection
  }

  leave(connection: LineConnection): void {
    this.#connections.delete(connection)
    this.environment.subscribers.delete(connection)
  }

  /** How long each copy of a frame is under way, ms; none where it is lost. */
  routeFrame(): number[] {
    if (this.isHalfOpen || this.isDown) return []
    const fault = this.#frames.shift()
    if (fault === undefined) return [this.#trip()]
    this.faults += 1
    if (fault === 'lose') return []
    if (fault === 'twice') return [this.#trip(), this.#trip()]
    return [this.#trip() + (fault === 'delay' ? this.world.draw(LATE_MS) : SWAP_MS)]
  }

  #isElsewhere(owner: Owner, key: string | null): boolean {
    return key !== null && [...this.#onWire].some(([other, keys]) => other !== owner && keys.has(key))
  }

  #trip(): number {
    return 1 + this.world.draw(TRIP_MS)
  }

  #takeFault({ method, path }: Call): RequestFault | null {
    const isWrite = path.startsWith('/api/takeover/') || (method !== 'GET' && !path.startsWith('/api/auth'))
    const index = this.#planned.findIndex(({ on }) => on === 'all' || (on === 'writes') === isWrite)
    const planned = index < 0 ? null : (this.#planned.splice(index, 1)[0]?.fault ?? null)
    const fault = planned ?? (this.isBusy && isWrite ? 'busy-429-after' : null)
    if (fault || this.isDown || this.isHalfOpen) this.faults += 1
    return fault
  }

  /** `waits`: whose body comes later than its head. */
  #respond({ status, body, headers, isHtml }: Answer & { isHtml?: boolean }, waits: Owner | null): Response {
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const type = isHtml ? 'text/html' : 'application/json'
    // As the header has it: whole seconds.
    const date = new Date(EPOCH_MS + this.world.now).toUTCString()
    const init = { status, headers: { 'content-type': type, date, ...headers } }
    if (waits === null || text === null) return new Response(text, init)
    const bytes = new TextEncoder().encode(text)
    const start = (controller: ReadableStreamDefaultController) =>
      this.world.later(waits, SLOW_BODY_MS, () => {
        controller.enqueue(bytes)
        controller.close()
      })
    return new Response(new ReadableStream({ start }), init)
  }
}

/** The tab's end of a websocket. */
export interface SocketEnd {
  open(): void
  hear(frame: object): void
  end(code: number): void
}

/** One websocket's way: frames get lost, late, doubled and out of order on it. */
export class LineConnection implements Subscriber {
  isOver = false
  readonly hear = (frame: object): void => {
    for (const ms of this.line.routeFrame())
      this.world.later(this.owner, ms, () => (this.isOver ? undefined : this.socket.hear(frame)))
  }

  constructor(
    readonly owner: Owner,
    private readonly world: World,
    readonly token: string,
    private readonly socket: SocketEnd,
    private readonly line: Line,
  ) {}

  open(): void {
    this.world.later(this.owner, 0, () => (this.isOver ? undefined : this.socket.open()))
  }

  /** Closed by the environment. */
  close(code: number): void {
    this.end(code)
  }

  end(code: number): void {
    this.line.leave(this)
    this.world.later(this.owner, 1, () => {
      if (this.isOver) return
      this.isOver = true
      this.socket.end(code)
    })
  }

  /** Closed by the tab, or with it. */
  leave(): void {
    this.isOver = true
    this.line.leave(this)
  }
}

function readCall(url: URL, init: RequestInit): Call {
  const headers = new Headers(init.headers)
  const { body, method = 'GET' } = init
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
    key: headers.get('idempotency-key'),
    json: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
    ...(body instanceof FormData ? { files: readFiles(body) } : {}),
  }
}

function readFiles(form: FormData): SentFile[] {
  return form
    .getAll('files')
    .flatMap((file) => (file instanceof File ? [{ name: file.name, type: file.type, size: file.size }] : []))
}
