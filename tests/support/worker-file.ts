import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
/** What the threads' programs are made of, besides what comes from packages. */
const SOURCES = {
  'pglite-worker': [
    'pglite-worker',
    'kept-statements',
    'statement-names',
    'durable-fs',
    'worker-protocol',
  ].map((name) => `server/store/engines/${name}.ts`),
  'espeak-worker': ['server/speech/espeak-worker.ts', 'server/speech/mp3-encoder.ts'],
  'training-worker': [
    'server/bot/training-worker.ts',
    'server/bot/classifier.ts',
    ...['model', 'features', 'lexicon', 'pack', 'regression', 'typos', 'warnings', 'words'].map(
      (name) => `server/bot/understanding/${name}.ts`,
    ),
    'server/bot/understanding/background.json',
    'server/bot/understanding/concepts.json',
  ],
}
type WorkerName = keyof typeof SOURCES

/** The embedded database's worker. */
export function buildWorkerFile(): Promise<string> {
  return buildWorker('pglite-worker')
}

/** The worker that learns the bot's questions. */
export function buildTrainingWorker(): Promise<string> {
  return buildWorker('training-worker')
}

/** The worker that speaks. */
export function buildEspeakWorker(): Promise<string> {
  return buildWorker('espeak-worker')
}

/**
 * A thread's program, bundled from the sources as they are: a thread of Node 20 runs no TypeScript. Bundled once per
 * content, into `.cache/`, also when several test files ask at once.
 */
async function buildWorker(worker: WorkerName): Promise<string> {
  const sources = SOURCES[worker].map((name) => path.join(ROOT, name))
  const folder = path.join(ROOT, '.cache', `${worker}-${await hashFiles(sources)}`)
  const file = path.join(folder, `${worker}.js`)
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
      rollupOptions: { input: { [worker]: sources[0] ?? '' }, output: { entryFileNames: '[name].js' } },
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

async function hashFiles(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
