import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import type { PortInput } from './port-inputs.ts'
import type { TestServer } from './test-server.ts'
import type { UncaughtTrap } from './uncaught.ts'

/** Connections at once. */
const BATCH = 100
/** Who waits for an answer gives up when nothing came to anybody for so long: what was sent may be half of something. */
const PATIENCE_MS = 100

/** A connection that may be written to, or is over already. */
export interface PortLine {
  /** What is said and heard, which is within `socket`. */
  stream: Duplex
  socket: Socket
}

/** An input and the connection over which it is sent. */
export interface FuzzedLine {
  input: PortInput
  open(): Promise<PortLine>
}

/** When something came to one of those who wait together: a server that is busy with the others is not silent. */
interface Patience {
  heardAt: number
}

/** Sends what an input says over a connection of its own; gives the beginning of what came back. */
export async function sendInput(
  { input: { packets, then }, open }: FuzzedLine,
  patience: Patience = { heardAt: performance.now() },
): Promise<string> {
  const { stream, socket } = await open()
  let heard = ''
  const over = new Promise<void>((resolve) => {
    // The socket beneath a TLS stream that is reset does not always say that it is closed.
    for (const part of [socket, stream]) {
      if (part.closed) resolve()
      part.once('close', () => resolve())
    }
    stream.on('data', (data: Buffer) => {
      patience.heardAt = performance.now()
      heard = (heard + data.toString('latin1')).slice(0, 200)
      if (then === 'wait') setTimeout(() => socket.resetAndDestroy(), 0)
    })
  })
  for (const packet of packets) {
    if (!stream.writable) break
    stream.write(packet)
    await setImmediate()
  }
  if (then === 'end') stream.end()
  if (then === 'reset') socket.resetAndDestroy()
  patience.heardAt = performance.now()
  const looking = setInterval(() => {
    if (performance.now() - patience.heardAt > PATIENCE_MS) socket.resetAndDestroy()
  }, PATIENCE_MS / 4)
  await over
  clearInterval(looking)
  return heard
}

/**
 * Sends all inputs, many at once, and gives how many were answered. Throws with those of a batch after which there is an
 * answer of 500, an error that nobody caught or a line in the server's log.
 */
export async function fuzzPort(
  { logLines }: TestServer,
  trap: UncaughtTrap,
  lines: readonly FuzzedLine[],
): Promise<number> {
  let answers = 0
  for (let at = 0; at < lines.length; at += BATCH) {
    const batch = lines.slice(at, at + BATCH)
    const patience = { heardAt: performance.now() }
    const heard = await Promise.all(batch.map((line) => sendInput(line, patience)))
    answers += heard.filter((text) => text.startsWith('HTTP/1.1 ')).length
    const failed = batch.filter((_, index) => heard[index]?.startsWith('HTTP/1.1 500'))
    expect(failed, print(failed)).toEqual([])
    expect(trap.errors, print(batch)).toEqual([])
    expect(logLines, print(batch)).toEqual([])
  }
  return answers
}

/** The seed of a run, printed, so that what fails can be made again; `FUZZ_SEED` gives that of another run. */
export function chooseSeed(port: string): number {
  const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`${port}: FUZZ_SEED=${seed}\n`)
  return seed
}

function print(lines: FuzzedLine[]): string {
  return lines
    .map(({ input: { packets, then } }) => JSON.stringify([then, ...packets.map(String)]))
    .join('\n')
}
