import { connect, createServer, type Socket } from 'node:net'
import { createRandom } from '#server/demo/random.ts'

/** How weak a line is. */
export interface Weakness {
  /** What all connections share, both ways together. */
  bitsPerSecond: number
  /** Added to a round trip; a new connection takes one before its first byte. */
  delayMs: number
  /** The share of new connections, 0 to 1, that break or stall after a while. */
  faultyShare: number
  /** The same seed gives the same fates, by the order in which connections are made. */
  seed: number
}

/** What becomes of a connection once so many bytes went over it, both ways together. */
export type Fate = { end: 'none' } | { end: 'cut' | 'stalled'; afterBytes: number }

/**
 * A loopback proxy for TCP with the pace of a bad line. Unlike the fault proxy it knows nothing of requests: what fails, fails
 * in the middle of whatever is on its way, web pages, calls and sockets alike.
 */
export interface WeakLine {
  /** `http://localhost:{port}`: what the browser opens. */
  origin: string
  /** What was or is to become of each connection since the line became as it is, in their order. */
  fates: readonly Fate[]
  /** Bytes that came out at either end since the line became as it is. */
  countBytes(): number
  /** From now on the line is so weak; null: as good as loopback. What is open breaks: the phone has changed networks. */
  weaken(weakness: Weakness | null): void
  /** Nothing moves any more, and new connections get no further than being made; until `weaken`. */
  silence(): void
  stop(): Promise<void>
}

/** As large as what a line carries at once, so that connections take turns. */
const PACKET_BYTES = 1_400
/** Where a faulty connection ends, bytes: from within its first answer to some answers later. */
const FAULT_FROM_BYTES = 400
const FAULT_TO_BYTES = 24_000

/** Starts the line in front of `targetPort` on loopback, as good as loopback. */
export async function startWeakLine(targetPort: number): Promise<WeakLine> {
  let weakness: Weakness | null = null
  let isSilent = false
  let wire = createWire(Number.POSITIVE_INFINITY)
  let decide: () => Fate = () => ({ end: 'none' })
  const fates: Fate[] = []
  const open = new Set<Socket>()
  let bytes = 0

  const server = createServer({ allowHalfOpen: true }, (client) => {
    watch(client)
    if (isSilent) return
    const fate = decide()
    fates.push(fate)
    const target = watch(connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true }))
    const delayMs = weakness?.delayMs ?? 0
    const connection = createConnection(fate, client, target)
    void carry(client, target, { connection, wire, delayMs, shakeMs: delayMs })
    void carry(target, client, { connection, wire, delayMs, shakeMs: 0 })
    // Who gave up a stalled connection is not seen at its other end: it is over there too, or servers would never stop.
    client.on('close', () => target.destroy())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()

  function watch(socket: Socket): Socket {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    return socket
  }

  function change(next: Weakness | null): void {
    for (const socket of open) socket.resetAndDestroy()
    weakness = next
    isSilent = false
    bytes = 0
    fates.length = 0
    wire = createWire(next?.bitsPerSecond ?? Number.POSITIVE_INFINITY, (count) => (bytes += count))
    decide = next === null ? () => ({ end: 'none' }) : createFates(next)
  }

  change(null)
  return {
    origin: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    fates,
    countBytes: () => bytes,
    weaken: change,
    silence() {
      change(null)
      isSilent = true
    },
    async stop() {
      change(null)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The fates of a line's connections, one after another. */
export function createFates({ faultyShare, seed }: Pick<Weakness, 'faultyShare' | 'seed'>): () => Fate {
  const random = createRandom(seed)
  return () => {
    // All are drawn each time, so that one more fault does not move those after it.
    const [chance, kind, place] = [random.next(), random.next(), random.next()]
    if (chance >= faultyShare) return { end: 'none' }
    const afterBytes = Math.round(FAULT_FROM_BYTES + place * (FAULT_TO_BYTES - FAULT_FROM_BYTES))
    return { end: kind < 0.5 ? 'cut' : 'stalled', afterBytes }
  }
}

interface Wire {
  /** Settles when so many bytes have gone out, after whatever was to go out before them. */
  send(bytes: number): Promise<void>
  /** Told what came out. */
  arrive(bytes: number): void
}

function createWire(bitsPerSecond: number, arrive: (bytes: number) => void = () => undefined): Wire {
  let freeAt = 0
  return {
    async send(bytes) {
      const now = performance.now()
      freeAt = Math.max(now, freeAt) + (bytes * 8 * 1_000) / bitsPerSecond
      if (freeAt > now) await wait(freeAt - now)
    },
    arrive,
  }
}

interface Connection {
  /** Counts what is to go over it, and says whether it does. One that is stalled loses it and stays open. */
  pass(bytes: number): boolean
  isStalled(): boolean
}

function createConnection(fate: Fate, client: Socket, target: Socket): Connection {
  let bytes = 0
  const isOver = () => fate.end !== 'none' && bytes >= fate.afterBytes
  return {
    isStalled: () => fate.end === 'stalled' && isOver(),
    pass(count) {
      bytes += count
      if (!isOver()) return true
      if (fate.end === 'cut') {
        client.resetAndDestroy()
        target.resetAndDestroy()
      }
      return false
    },
  }
}

interface Way {
  connection: Connection
  wire: Wire
  delayMs: number
  /** Waited for once, before the first byte. */
  shakeMs: number
}

/** Carries one direction, packet by packet; what is under way when the connection ends is lost. */
async function carry(from: Socket, to: Socket, { connection, wire, delayMs, shakeMs }: Way): Promise<void> {
  if (shakeMs > 0) await wait(shakeMs)
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
        const packet = chunk.subarray(at, at + PACKET_BYTES)
        await wire.send(packet.length)
        if (!connection.pass(packet.length)) continue
        setTimeout(() => {
          if (!to.writable) return
          to.write(packet)
          wire.arrive(packet.length)
        }, delayMs / 2)
      }
    }
    if (!connection.isStalled()) setTimeout(() => to.end(), delayMs / 2)
  } catch {
    to.destroy()
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
