import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Installs the dependencies where they are missing or are not what the lock file says, quietly unless it fails.
 * Throws an Error with one line for a person where npm is missing or `npm ci` fails. Uses nothing but Node, because it
 * runs before anything is installed.
 *
 * @param {{ root?: string, announce?: (line: string) => void }} [options]
 * @returns {boolean} whether something was installed
 */
export function installIfNeeded({
  root = ROOT,
  announce = (line) => process.stdout.write(`${line}\n`),
} = {}) {
  if (isInstalled(root)) return false
  announce('Installing dependencies (npm ci) …')
  const { command, args, shell } = findNpm()
  const result = spawnSync(
    command,
    [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      encoding: 'utf8',
      shell,
    },
  )
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`)
  if (result.status !== 0) {
    process.stderr.write(result.stdout + result.stderr)
    throw new Error(`'npm ci' failed with exit code ${result.status}; its words are above.`)
  }
  return true
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes what it installed into
 * `node_modules/.package-lock.json`, so this needs no stamp of our own and sees installs made by hand too. Packages
 * for other platforms are optional and may be absent.
 *
 * @param {string} [root]
 */
export function isInstalled(root = ROOT) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted) throw new Error('package-lock.json is missing or is not readable JSON.')
  if (!present) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const found = present[path]
    const mayBeAbsent = Boolean(entry.optional || entry.devOptional)
    if (!found && !mayBeAbsent) return false
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) return false
  }
  return Object.keys(present).every((path) => path in wanted)
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** npm as it was started (npm tells its own path), else the one beside this Node, else the one on PATH. */
export function findNpm() {
  const own = process.env.npm_execpath
  if (own && /npm-cli\.[cm]?js$/.test(own)) return { command: process.execPath, args: [own], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}
