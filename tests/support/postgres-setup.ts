import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' own PostgreSQL listens; `createPostgresDatabase` makes an empty database on it. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for all files of a project; the tests read `inject('postgresUrl')`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
