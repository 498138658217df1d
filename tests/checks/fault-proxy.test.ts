import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SHORT_MS = 300

describe('the fault proxy', () => {
  let server: Server
  let proxy: FaultProxy
  /** Paths that the server behind the proxy saw. */
  let reached: string[]

  beforeEach(async () => {
    reached = []
    server = createServer((request, response) => {
      reached.push(request.url ?? '')
      if (request.url === '/broken') return void response.write('half', () => response.destroy())
      response.setHeader('content-type', 'application/json').end(`{"path":"${request.url}"}`)
    })
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data.toString())))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    proxy = await startFaultProxy({ port: typeof address === 'object' && address ? address.port : 0 })
  })
  afterEach(async () => {
    await proxy.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('passes calls and websockets', async () => {
    expect(await readText('/one')).toBe('{"path":"/one"}')
    const socket = await openSocket()
    expect(await echo(socket, 'hello')).toBe('hello')
    expect(proxy.countSockets()).toBe(1)
    socket.close()
    await waitFor('no open socket', () => proxy.countSockets() === 0)
  })

  it('cuts what is open and refuses what is new, until the line is back', async () => {
    const socket = await openSocket()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    proxy.cut()
    await closed
    await expect(readText('/cut')).rejects.toThrow()
    expect(reached).not.toContain('/cut')
    proxy.pass()
    expect(await readText('/back')).toBe('{"path":"/back"}')
  })

  it('stalls without a word, then goes on', async () => {
    const socket = await openSocket()
    proxy.stall()
    await expect(readText('/slow', SHORT_MS)).rejects.toThrow()
    const answer = readText('/held')
    const word = echo(socket, 'late')
    await waitFor('the call to be seen', () => proxy.seen.some((entry) => entry.path === '/held'))
    expect(reached).toEqual([])
    proxy.pass()
    expect(await answer).toBe('{"path":"/held"}')
    expect(await word).toBe('late')
    socket.close()
  })

  it('lets a request through and loses its reply', async () => {
    proxy.loseReplies((request) => request.path === '/lost')
    await expect(readText('/lost')).rejects.toThrow()
    expect(reached).toEqual(['/lost'])
    expect(await readText('/lost')).toBe('{"path":"/lost"}')
  })

  it('answers as a captive portal does', async () => {
    proxy.showPortal()
    const response = await fetch(`${proxy.origin}/api/health`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(reached).toEqual([])
  })

  it('stops one request until it is let go', async () => {
    const arrival = proxy.holdNext((request) => request.path === '/held')
    const answer = readText('/held')
    const held = await arrival
    expect(reached).toEqual([])
    held.letGo()
    expect(await answer).toBe('{"path":"/held"}')
  })

  it('stops all of a kind, the later ones too, until they are let go', async () => {
    const letGo = proxy.holdAll((request) => request.path === '/held')
    const answers = [readText('/held'), readText('/held')]
    expect(await readText('/free')).toBe('{"path":"/free"}')
    await waitFor('both to stand', () => proxy.seen.filter(({ path }) => path === '/held').length === 2)
    expect(reached).toEqual(['/free'])
    letGo()
    answers.push(readText('/held'))
    expect(await Promise.all(answers)).toEqual(Array(3).fill('{"path":"/held"}'))
  })

  it('answers in the place of the environment, and changes what it answered', async () => {
    proxy.answerOnce((request) => request.path === '/busy', 503, '{}', { 'retry-after': '1' })
    expect((await fetch(`${proxy.origin}/busy`)).status).toBe(503)
    expect(reached).toEqual([])
    proxy.rewrite('/sw.js', (body) => body.replace('sw', 'changed'))
    expect(await readText('/sw.js')).toBe('{"path":"/changed.js"}')
  })

  it('breaks off what it changes where the environment broke off', async () => {
    proxy.rewrite('/broken', (body) => body)
    await expect(readText('/broken')).rejects.toThrow('fetch failed')
    expect(await readText('/next')).toBe('{"path":"/next"}')
  })

  async function readText(path: string, timeoutMs = 5_000): Promise<string> {
    const response = await fetch(`${proxy.origin}${path}`, { signal: AbortSignal.timeout(timeoutMs) })
    return response.text()
  }

  async function openSocket(): Promise<WebSocket> {
    const socket = new WebSocket(proxy.origin.replace('http', 'ws'))
    socket.on('error', () => socket.terminate())
    await new Promise((resolve) => socket.once('open', resolve))
    return socket
  }

  function echo(socket: WebSocket, word: string): Promise<string> {
    return new Promise((resolve) => {
      socket.once('message', (data: Buffer) => resolve(data.toString()))
      socket.send(word)
    })
  }
})
