import { createServer, request, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createFates, startWeakLine, type Weakness, type WeakLine } from '#tests/support/weak-line.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const KB = 1_000
const WHOLE: Weakness = { bitsPerSecond: 400_000, delayMs: 100, faultyShare: 0, seed: 1 }

describe('the weak line', () => {
  let server: Server
  let line: WeakLine

  beforeEach(async () => {
    server = createServer((incoming, response) => {
      const size = Number(incoming.url?.slice(1))
      incoming.resume().on('end', () => response.end(Buffer.alloc(size, 'x')))
    })
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) => socket.on('message', (data: Buffer) => socket.send(data.toString())))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    line = await startWeakLine(typeof address === 'object' && address ? address.port : 0)
  })
  afterEach(async () => {
    await line.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  /** Asks for so many bytes over a connection of its own; how long it took, ms. Rejects where it broke or stalled. */
  function load(bytes: number, upBytes = 0, patienceMs = 10_000): Promise<number> {
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const asked = request(
        `${line.origin}/${bytes}`,
        { agent: false, method: 'POST', family: 4, signal: AbortSignal.timeout(patienceMs) },
        (response) => {
          let got = 0
          response.on('data', (part: Buffer) => (got += part.length))
          response.on('error', reject)
          response.on('end', () => {
            if (got === bytes) resolve(performance.now() - startedAt)
            else reject(new Error(`${got} of ${bytes} bytes`))
          })
        },
      )
      asked.on('error', reject)
      asked.end(Buffer.alloc(upBytes))
    })
  }

  it('is as good as loopback until it is weakened, and afterwards', async () => {
    await load(500 * KB)
    // Weak as this, the line needs 100 s for it.
    line.weaken({ ...WHOLE, bitsPerSecond: 40_000 })
    line.weaken(null)
    await load(500 * KB, 0, 50_000)
    expect(line.countBytes()).toBeGreaterThan(500 * KB)
  })

  it('carries what its bandwidth allows: 20 kB at 400 kbit/s take 400 ms', async () => {
    line.weaken(WHOLE)
    expect(await load(20 * KB)).toBeGreaterThanOrEqual(400)
  })

  it('is shared by all connections and both directions', async () => {
    line.weaken(WHOLE)
    const startedAt = performance.now()
    await Promise.all([load(10 * KB), load(10 * KB), load(0, 20 * KB)])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(800)
  })

  it('lets connections take turns: a short answer does not wait for a long one', async () => {
    line.weaken(WHOLE)
    const order: string[] = []
    await Promise.all([
      load(40 * KB).then(() => order.push('long')),
      load(1 * KB).then(() => order.push('short')),
    ])
    expect(order).toEqual(['short', 'long'])
  })

  it('delays each round trip, and a new connection by one more', async () => {
    line.weaken({ ...WHOLE, bitsPerSecond: 100_000_000, delayMs: 300 })
    expect(await load(10)).toBeGreaterThanOrEqual(600)
    const socket = new WebSocket(line.origin.replace('http', 'ws'), { family: 4 })
    await new Promise((resolve) => socket.once('open', resolve))
    const startedAt = performance.now()
    const echo = new Promise((resolve) => socket.once('message', resolve))
    socket.send('hello')
    await echo
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
    socket.terminate()
  })

  it('cuts and stalls the share of connections that it is told to, in the middle of what they carry', async () => {
    line.weaken({ ...WHOLE, bitsPerSecond: 10_000_000, delayMs: 0, faultyShare: 1, seed: 3 })
    // The line gives fates in the order of connecting. What stalls is told from what is cut by patience alone, so that all
    // of them have plenty of it, and at the same time.
    const loads: Promise<string>[] = []
    for (let count = 1; count <= 6; count += 1) {
      loads.push(
        load(100 * KB, 0, 4_000).then(
          () => 'whole',
          (error: Error) =>
            error.name === 'AbortError' || error.name === 'TimeoutError' ? 'stalled' : 'cut',
        ),
      )
      await waitFor('the connection to be made', () => line.fates.length === count)
    }
    const ends = await Promise.all(loads)
    expect(ends).toEqual(line.fates.map(({ end }) => end))
    expect(new Set(ends)).toEqual(new Set(['cut', 'stalled']))
    expect(line.countBytes()).toBeGreaterThan(0)
    expect(line.countBytes()).toBeLessThan(6 * 100 * KB)
  })

  it('breaks what is open when it changes', async () => {
    const socket = new WebSocket(line.origin.replace('http', 'ws'), { family: 4 })
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    line.weaken(WHOLE)
    await closed
    await load(10)
  })

  it('lets nothing through while it is silent', async () => {
    line.silence()
    await expect(load(10, 0, 300)).rejects.toThrow()
    expect(line.countBytes()).toBe(0)
    line.weaken(null)
    await waitFor('the line to be back', () => load(10).then(() => true))
  })
})

describe('the fates of its connections', () => {
  const draw = (faultyShare: number, seed: number, count: number) => {
    const decide = createFates({ faultyShare, seed })
    return Array.from({ length: count }, decide)
  }

  it('are the same for the same seed, and others for another', () => {
    expect(draw(0.1, 7, 50)).toEqual(draw(0.1, 7, 50))
    expect(draw(0.1, 7, 50)).not.toEqual(draw(0.1, 8, 50))
  })

  it('are faults for about the share, as many cut as stalled, and those of a smaller share among them', () => {
    const many = draw(0.1, 1, 10_000)
    const faults = many.filter(({ end }) => end !== 'none')
    expect(faults.length).toBeGreaterThan(900)
    expect(faults.length).toBeLessThan(1_100)
    expect(Math.abs(faults.filter(({ end }) => end === 'cut').length - faults.length / 2)).toBeLessThan(100)
    const fewer = draw(0.05, 1, 10_000)
    expect(fewer.every(({ end }, index) => end === 'none' || many[index]?.end === end)).toBe(true)
    expect(draw(0, 1, 100).every(({ end }) => end === 'none')).toBe(true)
  })
})
