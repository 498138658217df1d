import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnvironmentOption } from '#src/contract/environments.ts'
import { isSignIn } from './calls.ts'
import { DEAD_PORT } from './free-port.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
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
  // Each is told of the other's address when it starts: the lines are there before the servers.
  const targets = { local: { port: DEAD_PORT }, stage: { port: DEAD_PORT } }
  const lines = { local: await startFaultProxy(targets.local), stage: await startFaultProxy(targets.stage) }
  await writeFile(file, JSON.stringify(listEnvironments(new URL(lines.stage.origin).host)))
  const start = async (place: 'local' | 'stage', env: Record<string, string>): Promise<Neighbour> => {
    const capabilities: Record<string, string> = kind === 'plain' ? { CAPABILITIES: 'none' } : {}
    const server = await startServerProcess({ copyOf: hotelData, env: { ...capabilities, ...env } })
    targets[place].port = server.port
    return { server, line: lines[place] }
  }
  const local = await start('local', { ENVIRONMENTS_FILE: file })
  const stage = await start('stage', { ALLOWED_ORIGINS: lines.local.origin })
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

function listEnvironments(stageUrl: string): EnvironmentOption[] {
  const common = { botType: 'hotel', secure: false, dashboards: {} }
  return [
    { key: 'local', label: 'Local', value: 'local', url: '.', ...common },
    { key: 'stage', label: 'Stage', value: 'stage', url: stageUrl, ...common },
  ]
}
