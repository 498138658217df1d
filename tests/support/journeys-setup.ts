import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { copyDatabaseTemplate } from './database-template.ts'
import { learnPublished } from './learn-published.ts'
import { createPostgresDatabase, startPostgres } from './postgres.ts'
import { makeQuietHotel } from './quiet-hotel.ts'
import { startServerProcess } from './server-process.ts'
import { serveSharedServers } from './shared-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped demonstration hotel's database, to be copied: making one takes seconds, a copy far less. */
    demoData: string
    /** The same of the hotel on a quiet day: see `makeQuietHotel`. */
    quietData: string
    /** Where the environments that journeys share are asked for. */
    sharedServers: string
  }
}

/**
 * Makes the hotels once; every environment starts from a copy of one. They are on PostgreSQL, whose start and answers cost
 * a fraction of the embedded database's; journeys that are about what is in the data folder ask for that one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-quiet-'))
  try {
    const [demo, quiet] = await Promise.all([
      createPostgresDatabase(postgres.url),
      createPostgresDatabase(postgres.url),
    ])
    await Promise.all([makeDemonstration(demo.url), makeQuietHotel({ databaseUrl: quiet.url, dataDir: '' })])
    const shared = await serveSharedServers(
      { demo: demo.url, quiet: quiet.url },
      once(() => makeEmbedded(folder)),
    )
    project.provide('demoData', demo.url)
    project.provide('quietData', quiet.url)
    project.provide('sharedServers', shared.url)
    return async () => {
      await shared.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** As an installation makes it at its first start. */
async function makeDemonstration(databaseUrl: string): Promise<void> {
  const server = await startServerProcess({ env: { SEED: 'demo', DATABASE_URL: databaseUrl } })
  try {
    await server.stop()
    const store = await openStore({ databaseUrl, dataDir: '' }, createLog('silent'), { workerFile: '' })
    await learnPublished(store).finally(() => store.close())
  } finally {
    await server.remove()
  }
}

async function makeEmbedded(dataDir: string): Promise<string> {
  await copyDatabaseTemplate(dataDir)
  await makeQuietHotel({ databaseUrl: null, dataDir })
  return dataDir
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
