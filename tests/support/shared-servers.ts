import { createServer } from 'node:http'
import { findFreePort } from './free-port.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

/** Whether the environment offers the contract's extensions or the specification alone. */
export type Kind = 'extended' | 'plain'

/** Where a running environment is, and what it said. */
export interface RunningServer {
  port: number
  url: string
  readOutput(): string | Promise<string>
}

/** Starts a demonstration hotel of a kind; `demoData` is a stopped one's data folder, which is copied. */
export function startDemoServer(kind: Kind, demoData: string): Promise<ServerProcess> {
  return startServerProcess({ copyOf: demoData, env: kind === 'plain' ? { CAPABILITIES: 'none' } : {} })
}

/**
 * Keeps one environment for each of vitest's workers and each kind, started when it is first asked for: a start costs
 * more than most journeys. Two workers never share one. Answers `/{slot}/{kind}` with its port and
 * `/{slot}/{kind}/output` with what it printed, on loopback.
 */
export async function serveSharedServers(demoData: string): Promise<{ url: string; stop(): Promise<void> }> {
  const servers = new Map<string, Promise<ServerProcess>>()
  const get = (name: string) => {
    const kind: Kind = name.endsWith('/plain') ? 'plain' : 'extended'
    const server = servers.get(name) ?? startDemoServer(kind, demoData)
    servers.set(name, server)
    return server
  }
  const desk = createServer((request, response) => {
    const [, slot, kind, wish] = (request.url ?? '').split('/')
    get(`${slot}/${kind}`).then(
      (server) => response.end(wish === 'output' ? server.readOutput() : String(server.port)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => desk.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      desk.closeAllConnections()
      desk.close()
      const started = await Promise.allSettled(servers.values())
      await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? one.value.remove() : [])))
    },
  }
}

/** The environment of this vitest worker, which every journey that it runs shares. */
export async function findSharedServer(sharedServers: string, kind: Kind): Promise<RunningServer> {
  const address = `${sharedServers}/${process.env.VITEST_POOL_ID ?? '1'}/${kind}`
  const response = await fetch(address)
  const answer = await response.text()
  if (!response.ok) throw new Error(`No environment to share: ${answer}`)
  return {
    port: Number(answer),
    url: `http://127.0.0.1:${answer}`,
    readOutput: async () => (await fetch(`${address}/output`)).text(),
  }
}
