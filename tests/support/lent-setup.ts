import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the databases are that `lendDatabase` lends; gone after the run. */
    lentFolder: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-lent-'))
  project.provide('lentFolder', folder)
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
