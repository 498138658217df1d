import { createServer } from 'node:net'

/** A loopback port at which nobody answers. One that `findFreePort` gave may be another test's a moment later. */
export const DEAD_PORT = 1

/** A loopback port that was free a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
