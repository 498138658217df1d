/**
 * What a faulty line does with one request. `lose`: it arrives and is answered, but the answer never comes back; `repeat`: so it
 * is, and the browser sends it again by itself (docs/decisions/032).
 */
export type Fault =
  | 'pass'
  | 'drop'
  | 'lose'
  | 'repeat'
  | 'html'
  | 'half-json'
  | 'error-500'
  | 'unauthorized'
  | 'busy'
  | 'hang'
  | { status: number; body: unknown; headers?: Record<string, string> }

export interface SeenCall {
  method: string
  /** Path and query. */
  path: string
  key: string | null
  token: string | null
  body: unknown
}

/** `fetch` over a line whose faults a test chooses, at the very edge: all above it is the product's code. */
export interface FaultFetch {
  fetch: typeof fetch
  /** Everything that was asked for, in order. */
  calls: SeenCall[]
  /** The next calls that match get these faults, in order; then all is well again. */
  failNext(matches: (call: SeenCall) => boolean, ...faults: Fault[]): void
  /** Every call is decided by this, until it is set to null. */
  decide(choose: ((call: SeenCall) => Fault) | null): void
  /** All is well from now on. */
  clear(): void
  /** Lets what hangs go on to its destination, and be answered. */
  release(): void
  /** How many calls hang. */
  hanging(): number
}

const PORTAL = '<!DOCTYPE html><html><body>Welcome to our Wi-Fi. Please sign in.</body></html>'
const RETRY_AFTER_S = '3'

export function createFaultFetch(inner: typeof fetch = fetch): FaultFetch {
  const calls: SeenCall[] = []
  const planned: { matches: (call: SeenCall) => boolean; fault: Fault }[] = []
  const held: (() => void)[] = []
  let chooser: ((call: SeenCall) => Fault) | null = null

  const takeFault = (call: SeenCall): Fault => {
    const index = planned.findIndex(({ matches }) => matches(call))
    if (index >= 0) return planned.splice(index, 1)[0]?.fault ?? 'pass'
    return chooser?.(call) ?? 'pass'
  }

  const run = async (input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> => {
    const call = readCall(input, init)
    calls.push(call)
    init?.signal?.throwIfAborted()
    const fault = takeFault(call)
    if (fault === 'hang') {
      await new Promise<void>((resolve, reject) => {
        held.push(resolve)
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      })
      return inner(input, init)
    }
    if (fault === 'lose') {
      await (await inner(input, init)).arrayBuffer()
      throw new TypeError('the line broke before the answer came')
    }
    if (fault === 'repeat') {
      await (await inner(input, init)).arrayBuffer()
      return inner(input, init)
    }
    if (fault === 'drop') throw new TypeError('there is no line')
    return fault === 'pass' ? inner(input, init) : answerInstead(fault)
  }

  return {
    fetch: run,
    calls,
    failNext(matches, ...faults) {
      for (const fault of faults) planned.push({ matches, fault })
    },
    decide(choose) {
      chooser = choose
    },
    clear() {
      planned.length = 0
      chooser = null
    },
    release() {
      for (const resume of held.splice(0)) resume()
    },
    hanging: () => held.length,
  }
}

function answerInstead(fault: Exclude<Fault, 'pass' | 'drop' | 'lose' | 'repeat' | 'hang'>): Response {
  switch (fault) {
    case 'html':
      return new Response(PORTAL, { status: 200, headers: { 'content-type': 'text/html' } })
    case 'half-json':
      return new Response('{"id":"m1","te', { status: 200, headers: { 'content-type': 'application/json' } })
    case 'error-500':
      return answerJson(500, { message: 'Something broke.', code: 'internal' })
    case 'unauthorized':
      return answerJson(401, { message: 'Sign in again.', code: 'unauthorized' })
    case 'busy':
      return answerJson(
        429,
        { message: 'Too many requests.', code: 'too_many_requests' },
        { 'retry-after': RETRY_AFTER_S },
      )
    default:
      return answerJson(fault.status, fault.body, fault.headers)
  }
}

export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(status === 204 ? null : text, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

function readCall(input: RequestInfo | URL, init: RequestInit | undefined): SeenCall {
  const url = new URL(input instanceof Request ? input.url : input)
  const headers = new Headers(init?.headers)
  const body = init?.body
  return {
    method: init?.method ?? 'GET',
    path: url.pathname + url.search,
    key: headers.get('idempotency-key'),
    token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
    body: typeof body === 'string' ? JSON.parse(body) : (body ?? null),
  }
}
