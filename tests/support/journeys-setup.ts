import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServerProcess } from './server-process.ts'
import { serveSharedServers } from './shared-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a stopped demonstration hotel, to be copied: making one takes seconds, a copy far less. */
    demoData: string
    /** Where the environments that journeys share are asked for. */
    sharedServers: string
  }
}

/** Makes the demonstration hotel once; every environment starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServerProcess({ env: { SEED: 'demo' } })
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-demo-'))
  try {
    await server.stop()
    await cp(server.dataDir, join(folder, 'data'), { recursive: true })
  } finally {
    await server.remove()
  }
  const demoData = join(folder, 'data')
  const shared = await serveSharedServers(demoData)
  project.provide('demoData', demoData)
  project.provide('sharedServers', shared.url)
  return async () => {
    await shared.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
