import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A loopback port at which nobody answers. One that `findFreePort` gave may be another test's a moment later. */
export const DEAD_PORT = 1

/** Below those that systems hand out by themselves, to each connection and to each server that names none. */
const PORTS = { from: 20_000, to: 32_000 }
const TRIES = 50

/** A loopback port that is free, and that nobody gets without asking for it by its number. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${TRIES} ports is free`)
}

/** As the server listens: on every address. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
