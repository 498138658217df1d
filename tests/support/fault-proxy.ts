import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import type { HeldRequest } from './held-request.ts'
import { answer, breakOff, sendChanged } from './proxy-answers.ts'

/** What the hotel's Wi-Fi does to the line between a browser and the environment. */
type LineState = 'pass' | 'cut' | 'stall' | 'portal'

/** One request that came to the proxy, in the order of arrival. */
export interface SeenRequest {
  method: string
  /** Path with query. */
  path: string
  headers: IncomingMessage['headers']
}

/** What becomes of the environment's answer. */
type Reply = 'passed' | 'lost' | 'swallowed' | 'withheld'

type Matches = (request: SeenRequest) => boolean

/**
 * A loopback proxy in front of the environment (STACK pitfall 7: a browser's offline switch leaves websockets standing).
 * Browsers open the proxy's address, so that pages, calls and sockets all go over the same line.
 */
export interface FaultProxy {
  /** `http://localhost:{port}`: what the browser opens. */
  origin: string
  /** Every request so far, those answered by the fault itself included. */
  seen: readonly SeenRequest[]
  /** Websockets that are open through the proxy now. */
  countSockets(): number
  /** The line works. What was stalled goes on. */
  pass(): void
  /** Every connection breaks, and new ones are refused. */
  cut(): void
  /** Connections stay open and nothing moves any more, in either direction. */
  stall(): void
  /** A captive portal: every request gets 200 and a login page in HTML; websockets break. */
  showPortal(): void
  /** The next `times` matching requests reach the environment, and their answers break off on the way back. */
  loseReplies(matches: Matches, times?: number): void
  /**
   * The next matching request reaches the environment, and its connection ends without a byte of the answer: where it was
   * used before, Chromium sends the request again by itself.
   */
  swallowReply(matches: Matches): void
  /** The next matching request is answered as given and never reaches the environment. */
  answerOnce(matches: Matches, status: number, body: string, headers?: Record<string, string>): void
  /** Every matching request is answered as given, until the returned function is called. */
  answerAll(matches: Matches, status: number, body: string, headers?: Record<string, string>): () => void
  /**
   * Stops the next matching request before the environment sees it. Settles when it stands there, so that nobody
   * lets go of what has not come yet.
   */
  holdNext(matches: Matches): Promise<HeldRequest>
  /** Every matching request stands still, until the returned function is called. */
  holdAll(matches: Matches): () => void
  /** Changes the body of answers to `path`, uncompressed; for a new build of the app. */
  rewrite(path: string, change: (body: string) => string): void
  stop(): Promise<void>
}

/** Where the environment is. A server that is yet to be started gets its port later. */
interface Target {
  readonly port: number
}

const LOOPBACK = '127.0.0.1'
const PORTAL_PAGE =
  '<!doctype html><title>Hotel Wi-Fi</title><h1>Welcome</h1><form><input name="room"><button>Connect</button></form>'

/** Starts the proxy on a free port in front of the environment whose loopback port `target` names by the first request. */
export async function startFaultProxy(target: Target): Promise<FaultProxy> {
  const line = createLine(target)
  const server = createServer((request, response) => line.handleRequest(request, response))
  server.on('connection', (socket) => line.handleConnection(socket))
  server.on('upgrade', (request, socket: Socket, head: Buffer) => line.handleUpgrade(request, socket, head))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://localhost:${ownPort}`,
    ...line.controls,
    async stop() {
      line.controls.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createLine(target: Target) {
  let state: LineState = 'pass'
  const seen: SeenRequest[] = []
  const clients = new Set<Socket>()
  const tunnels = new Set<[client: Socket, upstream: Socket]>()
  const waiting: (() => void)[] = []
  const rules: { matches: Matches; apply: Rule; left: number }[] = []
  const rewrites = new Map<string, (body: string) => string>()

  function handleConnection(socket: Socket): void {
    if (state === 'cut') return void socket.resetAndDestroy()
    clients.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clients.delete(socket))
  }

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const entry = noteRequest(request)
    if (state === 'portal')
      return answer(request, response, 200, PORTAL_PAGE, { 'content-type': 'text/html' })
    if (state === 'stall') return void waiting.push(() => handleRule(entry, request, response))
    handleRule(entry, request, response)
  }

  function handleRule(entry: SeenRequest, request: IncomingMessage, response: ServerResponse): void {
    const rule = takeRule(entry)
    if (rule) rule({ request, response, forward: (reply) => forward(request, response, reply) })
    else forward(request, response, 'passed')
  }

  function takeRule(entry: SeenRequest): Rule | null {
    const rule = rules.find(({ matches, left }) => left > 0 && matches(entry))
    if (!rule) return null
    rule.left -= 1
    return rule.apply
  }

  function forward(request: IncomingMessage, response: ServerResponse, fate: Reply): void {
    const change = rewrites.get(new URL(request.url ?? '/', 'http://proxy').pathname)
    const headers = { ...request.headers }
    if (change) headers['accept-encoding'] = 'identity'
    const { method, url: path } = request
    const options: RequestOptions = { host: LOOPBACK, port: target.port, method, path, headers }
    const upstream = sendRequest(options, (reply) => {
      // What was asked before the line stalled is answered when it goes on.
      if (state === 'stall') waiting.push(() => giveBack(reply))
      else giveBack(reply)
    })
    const giveBack = (reply: IncomingMessage) => {
      if (fate !== 'passed') {
        reply.resume()
        if (fate === 'lost') reply.on('end', () => breakOff(response, reply.statusCode ?? 502))
        if (fate === 'swallowed') reply.on('end', () => response.socket?.resetAndDestroy())
      } else if (change) {
        void sendChanged(reply, response, change)
      } else {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.on('error', () => response.destroy())
        reply.pipe(response)
      }
    }
    upstream.on('error', () => response.socket?.resetAndDestroy())
    response.on('close', () => {
      if (!response.writableFinished && fate === 'passed') upstream.destroy()
    })
    request.pipe(upstream)
  }

  function handleUpgrade(request: IncomingMessage, client: Socket, head: Buffer): void {
    noteRequest(request)
    if (state === 'portal') return void client.resetAndDestroy()
    if (state === 'stall') return
    const upstream = connect(target.port, LOOPBACK)
    const tunnel: [Socket, Socket] = [client, upstream]
    tunnels.add(tunnel)
    const close = () => {
      tunnels.delete(tunnel)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of tunnel) socket.on('error', close).on('close', close)
    upstream.write(writeRequestHead(request))
    upstream.write(head)
    joinTunnel(tunnel)
  }

  function noteRequest(request: IncomingMessage): SeenRequest {
    const entry = { method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers }
    seen.push(entry)
    return entry
  }

  function breakAll(): void {
    waiting.length = 0
    for (const client of clients) client.resetAndDestroy()
    for (const [client, upstream] of tunnels) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }

  const addRule = (matches: Matches, apply: Rule, left = 1) => void rules.push({ matches, apply, left })

  const controls = {
    seen,
    countSockets: () => tunnels.size,
    pass() {
      state = 'pass'
      tunnels.forEach(joinTunnel)
      for (const goOn of waiting.splice(0)) goOn()
    },
    cut() {
      state = 'cut'
      breakAll()
    },
    stall() {
      state = 'stall'
      tunnels.forEach(stallTunnel)
    },
    showPortal() {
      state = 'portal'
      for (const [client] of tunnels) client.resetAndDestroy()
    },
    loseReplies: (matches: Matches, times = 1) => addRule(matches, ({ forward }) => forward('lost'), times),
    swallowReply: (matches: Matches) => addRule(matches, ({ forward }) => forward('swallowed')),
    answerOnce: (matches: Matches, status: number, body: string, headers = {}) =>
      addRule(matches, ({ request, response }) => answer(request, response, status, body, headers)),
    answerAll(matches: Matches, status: number, body: string, headers = {}) {
      let isOver = false
      addRule(
        (entry) => !isOver && matches(entry),
        ({ request, response }) => answer(request, response, status, body, headers),
        Number.POSITIVE_INFINITY,
      )
      return () => void (isOver = true)
    },
    holdNext: (matches: Matches) =>
      new Promise<HeldRequest>((resolve) => {
        addRule(matches, ({ request, response, forward }) =>
          resolve({
            letGo: () => forward('passed'),
            loseReply: () => forward('lost'),
            withholdReply: () => forward('withheld'),
            drop: () => breakOff(response, 502),
            answer: (status, body) => answer(request, response, status, body, {}),
          }),
        )
      }),
    holdAll(matches: Matches) {
      let isOver = false
      const held: (() => void)[] = []
      addRule(
        (entry) => !isOver && matches(entry),
        ({ forward }) => void held.push(() => forward('passed')),
        Number.POSITIVE_INFINITY,
      )
      return () => {
        isOver = true
        for (const letGo of held.splice(0)) letGo()
      }
    },
    rewrite: (path: string, change: (body: string) => string) => void rewrites.set(path, change),
  }
  return { controls, handleConnection, handleRequest, handleUpgrade }
}

type Rule = (step: {
  request: IncomingMessage
  response: ServerResponse
  forward: (reply: Reply) => void
}) => void

function joinTunnel([client, upstream]: [Socket, Socket]): void {
  client.pipe(upstream)
  upstream.pipe(client)
}

function stallTunnel([client, upstream]: [Socket, Socket]): void {
  client.unpipe(upstream).pause()
  upstream.unpipe(client).pause()
}

function writeRequestHead(request: IncomingMessage): string {
  const lines = [`${request.method} ${request.url} HTTP/1.1`]
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
