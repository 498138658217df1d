import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeQuietHotel } from './quiet-hotel.ts'
import { startServerProcess } from './server-process.ts'
import { serveSharedServers } from './shared-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a stopped demonstration hotel, to be copied: making one takes seconds, a copy far less. */
    demoData: string
    /** The same of the hotel on a quiet day: see `makeQuietHotel`. */
    quietData: string
    /** Where the environments that journeys share are asked for. */
    sharedServers: string
  }
}

/** Makes the hotels once; every environment starts from a copy of one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-demo-'))
  const demoData = join(folder, 'demo')
  const quietData = join(folder, 'quiet')
  await Promise.all([makeDemonstration(demoData), makeQuietHotel(quietData)])
  const shared = await serveSharedServers({ demo: demoData, quiet: quietData })
  project.provide('demoData', demoData)
  project.provide('quietData', quietData)
  project.provide('sharedServers', shared.url)
  return async () => {
    await shared.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As an installation makes it at its first start. */
async function makeDemonstration(folder: string): Promise<void> {
  const server = await startServerProcess({ env: { SEED: 'demo' } })
  try {
    await server.stop()
    await cp(server.dataDir, folder, { recursive: true })
  } finally {
    await server.remove()
  }
}
