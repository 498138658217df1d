import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const ENGINES_FOLDER = path.join(ROOT, 'server/store/engines')
/** What the worker is made of. */
const SOURCES = ['pglite-worker.ts', 'durable-fs.ts', 'worker-protocol.ts']

/**
 * The embedded database's worker, bundled from the sources as they are: a thread of Node 20 runs no TypeScript. Bundled
 * once per content, into `.cache/`, also when several test files ask at once.
 */
export async function buildWorkerFile(): Promise<string> {
  const folder = path.join(ROOT, '.cache', `pglite-worker-${await hashSources()}`)
  const file = path.join(folder, 'pglite-worker.js')
  if (existsSync(file)) return file
  const fresh = `${folder}.${randomUUID()}`
  await mkdir(path.dirname(folder), { recursive: true })
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: fresh,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: { 'pglite-worker': path.join(ENGINES_FOLDER, 'pglite-worker.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  try {
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(file)) throw error
  }
  return file
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of SOURCES) hash.update(await readFile(path.join(ENGINES_FOLDER, name)))
  return hash.digest('hex').slice(0, 16)
}
