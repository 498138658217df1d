import type { TestProject } from 'vitest/node'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { createPostgresDatabase, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database on the tests' own PostgreSQL, to be copied: nobody connects to it. */
    postgresTemplate: string
  }
}

/** Starts one PostgreSQL for all files of a project; the tests copy `inject('postgresTemplate')`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const { url } = await createPostgresDatabase(postgres.url)
  const store = await openStore({ databaseUrl: url, dataDir: '' }, createLog('silent'))
  await store.close()
  project.provide('postgresTemplate', url)
  return () => postgres.stop()
}
