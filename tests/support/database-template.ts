import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '#server/log.ts'
import { openStore } from '#server/store/open-store.ts'
import { buildWorkerFile } from './worker-file.ts'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const MIGRATIONS_FOLDER = path.join(ROOT, 'server/store/migrations')

/**
 * Puts an empty, migrated embedded database into `folder`: made once per schema and copied from then on, because making
 * one takes seconds. `data-folder.test.ts` starts without it.
 */
export async function copyDatabaseTemplate(folder: string): Promise<void> {
  const workerFile = await buildWorkerFile()
  const hash = createHash('sha256').update(workerFile)
  for (const name of (await readdir(MIGRATIONS_FOLDER)).sort()) {
    hash.update(await readFile(path.join(MIGRATIONS_FOLDER, name)))
  }
  const template = path.join(ROOT, '.cache', `database-${hash.digest('hex').slice(0, 16)}`)
  if (!existsSync(template)) await makeTemplate(template, workerFile)
  await mkdir(folder, { recursive: true })
  // A thousand small files: awaiting each takes six times as long.
  cpSync(template, folder, { recursive: true })
}

async function makeTemplate(template: string, workerFile: string): Promise<void> {
  const fresh = `${template}.${randomUUID()}`
  const store = await openStore({ databaseUrl: null, dataDir: fresh }, createLog('silent'), { workerFile })
  await store.close()
  try {
    await rename(fresh, template)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
}
