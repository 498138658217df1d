import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnvironmentOption } from '#src/contract/environments.ts'
import { isSignIn } from './calls.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { findFreePort } from './free-port.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'
import type { Kind } from './shared-servers.ts'

/** An environment of a pair, and the line over which browsers reach it. */
export interface Neighbour {
  server: ServerProcess
  line: FaultProxy
}

/** Two environments in one list: the console comes from `local`, and may switch to `stage`. */
export interface Neighbours {
  local: Neighbour
  stage: Neighbour
  /** The next sign-in at `local` fails and names another environment (CONTRACT section 3). */
  refuseSignIn(availableBotType: string): void
  close(): Promise<void>
}

/** Starts both with a copy of the same hotel each; `local` serves a list that names both, `stage` lets its pages call. */
export async function startNeighbours(kind: Kind, hotelData: string): Promise<Neighbours> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-neighbours-'))
  const file = join(folder, 'environments.json')
  const localPort = await findFreePort()
  const stagePort = await findFreePort()
  await writeFile(file, JSON.stringify(listEnvironments(`localhost:${stagePort}`)))
  const common: Record<string, string> = kind === 'plain' ? { CAPABILITIES: 'none' } : {}
  const local = await startNeighbour(hotelData, localPort, { ...common, ENVIRONMENTS_FILE: file })
  const origins = { ALLOWED_ORIGINS: local.line.origin }
  const stage = await startNeighbour(hotelData, stagePort, { ...common, ...origins })
  return {
    local,
    stage,
    refuseSignIn(availableBotType) {
      const body = { message: 'Wrong username or password.', code: 'bad_credentials', availableBotType }
      local.line.answerOnce(isSignIn, 401, JSON.stringify(body))
    },
    async close() {
      for (const { server, line } of [local, stage]) {
        await line.stop()
        await server.remove()
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startNeighbour(
  hotelData: string,
  linePort: number,
  env: Record<string, string>,
): Promise<Neighbour> {
  const server = await startServerProcess({ copyOf: hotelData, env })
  return { server, line: await startFaultProxy(server.port, linePort) }
}

function listEnvironments(stageUrl: string): EnvironmentOption[] {
  const common = { botType: 'hotel', secure: false, dashboards: {} }
  return [
    { key: 'local', label: 'Local', value: 'local', url: '.', ...common },
    { key: 'stage', label: 'Stage', value: 'stage', url: stageUrl, ...common },
  ]
}
