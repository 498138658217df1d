import { createServer } from 'node:http'
import { runSql } from './postgres.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

/** Whether the environment offers the contract's extensions or the specification alone. */
export type Kind = 'extended' | 'plain'

/** Which hotel it is: the whole demonstration, or the same on a quiet day, with few and short chats. */
export type HotelName = 'quiet' | 'demo'

const EMBEDDED = 'embedded'
const OUTPUT = 'output'
const LEAVE = 'leave'

/** Where a running environment is, and what it said. */
export interface RunningServer {
  port: number
  url: string
  readOutput(): string | Promise<string>
}

/** An environment that one journey after the other is walked in. */
export interface LentServer extends RunningServer {
  /** Nobody walks in it until it is asked for again: it stands still. */
  leave(): Promise<void>
}

/** Starts a hotel of a kind; `data` is a stopped one's, which is copied (`copyOf`). `settings` are its own. */
export function startHotelServer(
  kind: Kind,
  data: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const env = { ...(kind === 'plain' ? { CAPABILITIES: 'none' } : {}), ...settings }
  return startServerProcess({ copyOf: data, env })
}

/**
 * Keeps one environment for each of vitest's workers, each hotel and each kind, started when it is first asked for: a
 * start costs more than most journeys. Two workers never share one. Answers `/{slot}/{hotel}/{kind}` with its port, once the
 * chats are gone that guests began there, and `/{slot}/{hotel}/{kind}/output` with what it printed, on loopback. After
 * `/{slot}/{hotel}/{kind}/leave` it stands still: a dozen that look every 2 s what is due take the cores' time. `data`: see
 * `startHotelServer`. `/embedded` answers with the data folder of the quiet hotel, which `makeEmbedded` gives.
 */
export async function serveSharedServers(
  data: Record<HotelName, string>,
  makeEmbedded: () => Promise<string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const servers = new Map<string, Promise<SharedServer>>()
  const get = (slot: string, hotel: HotelName, kind: Kind) => {
    const name = `${slot}/${hotel}/${kind}`
    const server = servers.get(name) ?? startShared(kind, data[hotel])
    servers.set(name, server)
    return server
  }
  const desk = createServer((request, response) => {
    const [, slot = '', hotel, kind, wish] = (request.url ?? '').split('/')
    const answer = async () => {
      if (slot === EMBEDDED) return makeEmbedded()
      const shared = await get(
        slot,
        hotel === 'demo' ? 'demo' : 'quiet',
        kind === 'plain' ? 'plain' : 'extended',
      )
      if (wish === OUTPUT) return shared.server.readOutput()
      if (wish === LEAVE) {
        shared.server.pause()
        return ''
      }
      shared.server.resume()
      await clearAway(shared)
      return String(shared.server.port)
    }
    answer().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  const address = desk.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async stop() {
      desk.closeAllConnections()
      desk.close()
      const started = await Promise.allSettled(servers.values())
      await Promise.all(
        started.flatMap((one) => (one.status === 'fulfilled' ? one.value.server.remove() : [])),
      )
    },
  }
}

interface SharedServer {
  server: ServerProcess
  startedAt: Date
}

async function startShared(kind: Kind, data: string): Promise<SharedServer> {
  const startedAt = new Date()
  return { server: await startHotelServer(kind, data), startedAt }
}

/** Else each journey's consoles would read and keep the chats of all that were walked before. */
async function clearAway({ server, startedAt }: SharedServer): Promise<void> {
  if (server.databaseUrl === null) return
  await runSql(server.databaseUrl, 'delete from chats where created_at > $1', [startedAt])
}

/** The environment of this vitest worker, which every journey that it runs in that hotel shares. */
export async function findSharedServer(
  sharedServers: string,
  hotel: HotelName,
  kind: Kind,
): Promise<LentServer> {
  const address = `${sharedServers}/${process.env.VITEST_POOL_ID ?? '1'}/${hotel}/${kind}`
  const port = await ask(address)
  return {
    port: Number(port),
    url: `http://127.0.0.1:${port}`,
    readOutput: () => ask(`${address}/${OUTPUT}`),
    async leave() {
      await ask(`${address}/${LEAVE}`)
    },
  }
}

/** The data folder of the quiet hotel on the embedded database. */
export function findEmbeddedData(sharedServers: string): Promise<string> {
  return ask(`${sharedServers}/${EMBEDDED}`)
}

async function ask(address: string): Promise<string> {
  const response = await fetch(address)
  const answer = await response.text()
  if (!response.ok) throw new Error(`No environment to share: ${answer}`)
  return answer
}
