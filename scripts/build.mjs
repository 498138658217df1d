import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lockBuild } from './build-lock.mjs'
import { keepEarlierBuilds } from './keep-builds.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const COMMON_INPUTS = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs']

/** What there is to build: a Vite configuration, the folder under `dist/`, and the files it is made of. */
const TARGETS = {
  console: {
    config: 'vite.config.ts',
    inputs: [
      'vite.config.ts',
      'scripts/describe-app.mjs',
      'scripts/import-directly.mjs',
      'index.html',
      'src',
      'sw',
      'public',
      ...COMMON_INPUTS,
    ],
    isServedToBrowsers: true,
  },
  guest: {
    root: 'guest',
    config: 'vite.guest.config.ts',
    inputs: ['vite.guest.config.ts', 'guest', 'src/contract', 'src/domain', ...COMMON_INPUTS],
    isServedToBrowsers: true,
  },
  server: {
    config: 'vite.server.config.ts',
    inputs: ['vite.server.config.ts', 'server', 'src/contract', 'src/domain', ...COMMON_INPUTS],
    isServedToBrowsers: false,
  },
}
/** Below this many bytes compression gains nothing. */
const COMPRESS_FROM_BYTES = 1_000
const MOST_OUTPUT_BYTES = 16 * 2 ** 20
const TEXT_FILES = /\.(?:html|js|mjs|css|json|svg|webmanifest|txt|map)$/

const execFileAsync = promisify(execFile)
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Builds those of `names` whose inputs changed since they were last built (all with `force`), beside each other. Returns the
 * names built; where one fails, throws its words once the others are done.
 * A build is made beside the old one and put in its place when it is whole, so that a running server and a second
 * `npm start` never meet half of one.
 */
export async function buildStale({ names = Object.keys(TARGETS), force = false, log = console.log } = {}) {
  const release = await lockBuild(path.join(ROOT, 'dist'))
  try {
    const stale = []
    for (const name of names) {
      const target = TARGETS[name]
      if (!target) throw new Error(`There is no build named '${name}': ${Object.keys(TARGETS).join(', ')}.`)
      const hash = await hashInputs(target.inputs)
      if (force || (await readRecord(name))?.hash !== hash || !existsSync(folderOf(name)))
        stale.push({ name, target, hash })
    }
    for (const { name } of stale) log(`Building the ${name} ...`)
    const done = await Promise.allSettled(
      stale.map(({ name, target, hash }) => buildTarget(name, target, hash)),
    )
    const failed = done.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
    return stale.map(({ name }) => name)
  } finally {
    await release()
  }
}

async function buildTarget(name, target, hash) {
  const fresh = path.join(ROOT, 'dist', `.fresh-${name}`)
  await rm(fresh, { recursive: true, force: true })
  await runVite(name, target, fresh)
  const own = await listFiles(fresh)
  const folder = folderOf(name)
  let earlier = []
  if (target.isServedToBrowsers) {
    await compressTexts(fresh, own)
    earlier = await keepEarlierBuilds({ record: await readRecord(name), current: folder, fresh, own })
  }
  const old = path.join(ROOT, 'dist', `.old-${name}`)
  await rm(old, { recursive: true, force: true })
  if (existsSync(folder)) await rename(folder, old)
  await rename(fresh, folder)
  await rm(old, { recursive: true, force: true })
  await writeFile(recordOf(name), JSON.stringify({ hash, files: own, earlier }))
}

/**
 * Runs Vite in a process of its own: it sets NODE_ENV for whoever loads it, and its plugins print what nobody asked for.
 * What it said is shown where it fails.
 */
async function runVite(name, target, outDir) {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = path.join(ROOT, target.config)
  const folder = path.join(ROOT, target.root ?? '')
  const args = [
    vite,
    'build',
    folder,
    '--config',
    config,
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  const env = { ...process.env, NODE_ENV: 'production' }
  try {
    await execFileAsync(process.execPath, args, { cwd: ROOT, env, maxBuffer: MOST_OUTPUT_BYTES })
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`
    throw new Error(`building the ${name} failed.\n${said || error.message}`, { cause: error })
  }
}

/** Text is compressed here, once and hard, so that serving it costs nothing. */
async function compressTexts(folder, files) {
  const texts = files.filter((name) => TEXT_FILES.test(name) && !name.endsWith('.map'))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(path.join(folder, file))
      if (bytes.length < COMPRESS_FROM_BYTES) return
      await Promise.all([
        brotliAsync(bytes, quality).then((packed) => writeFile(path.join(folder, `${file}.br`), packed)),
        gzipAsync(bytes, { level: 9 }).then((packed) => writeFile(path.join(folder, `${file}.gz`), packed)),
      ])
    }),
  )
}

async function hashInputs(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const whole = path.join(ROOT, input)
    const files = input.includes('.') ? [''] : await listFiles(whole)
    for (const file of files) {
      const source = path.join(whole, file)
      if (!existsSync(source)) continue
      hash
        .update(`${input}/${file}\0`)
        .update(await readFile(source))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** All files below a folder, relative to it with forward slashes, sorted; none where the folder is missing. */
async function listFiles(folder) {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}

function folderOf(name) {
  return path.join(ROOT, 'dist', name)
}

function recordOf(name) {
  return path.join(ROOT, 'dist', `${name}.build.json`)
}

async function readRecord(name) {
  try {
    return JSON.parse(await readFile(recordOf(name), 'utf8'))
  } catch {
    return null
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await mkdir(path.join(ROOT, 'dist'), { recursive: true })
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const force = process.argv.includes('--force')
  try {
    const built = await buildStale({ ...(names.length > 0 ? { names } : {}), force })
    if (built.length === 0) console.log('Everything is built.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
