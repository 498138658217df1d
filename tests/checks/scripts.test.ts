import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium, findHeadlessShell } from '#scripts/find-chromium.mjs'
import { isInstalled } from '#scripts/install.mjs'

const LOCK = {
  packages: {
    '': { name: 'thing' },
    'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
    'node_modules/other-platform': { version: '2.0.0', integrity: 'sha512-two', optional: true },
  },
}
const { 'node_modules/one': ONE } = LOCK.packages

describe('isInstalled', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'bellhop-install-'))
    await mkdir(join(root, 'node_modules'))
    await writeFile(join(root, 'package-lock.json'), JSON.stringify(LOCK))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))
  const install = (packages: Record<string, object>) =>
    writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

  it('is false where nothing is installed', () => {
    expect(isInstalled(root)).toBe(false)
  })

  it('is true where all but optional packages of other platforms are there', async () => {
    await install({ 'node_modules/one': ONE })
    expect(isInstalled(root)).toBe(true)
  })

  it.each([
    ['a package is missing', {}],
    ['a version is another', { 'node_modules/one': { ...ONE, version: '0.9.0' } }],
    ['the content is another', { 'node_modules/one': { ...ONE, integrity: 'sha512-else' } }],
    ['there is one too many', { 'node_modules/one': ONE, 'node_modules/gone': { version: '3.0.0' } }],
  ])('is false where %s', async (_what, packages) => {
    await install(packages)
    expect(isInstalled(root)).toBe(false)
  })

  it('says so where the lock file is broken', async () => {
    await writeFile(join(root, 'package-lock.json'), '{')
    expect(() => isInstalled(root)).toThrow('package-lock.json')
  })
})

describe('findChromium', () => {
  it('takes the one that CHROMIUM_PATH names', () => {
    expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
  })

  it('refuses one that is not there, instead of taking another', () => {
    expect(() => findChromium({ CHROMIUM_PATH: '/nowhere/chromium' })).toThrow('/nowhere/chromium')
  })
})

describe('findHeadlessShell', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellhop-shell-'))
    await writeFile(join(folder, 'chromium-headless-shell'), '', { mode: 0o755 })
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is one on PATH', () => {
    expect(findHeadlessShell({ PATH: folder })).toBe(join(folder, 'chromium-headless-shell'))
    expect(findHeadlessShell({ PATH: join(folder, 'elsewhere') })).toBeNull()
  })

  it('is none where CHROMIUM_PATH says what to take', () => {
    expect(findHeadlessShell({ PATH: folder, CHROMIUM_PATH: process.execPath })).toBeNull()
  })
})

describe('npm test', () => {
  it('fails where no test ran', async () => {
    const { code, output } = await runSuite(['--only', 'unit', '--', 'a-file-that-is-not-there'])
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n').slice(-2)).toEqual([
      'FAILED: vitest ended with 1 (unit), though no test did.',
      '0 passed, 1 failed',
    ])
  })

  it('ends with one line that counts', async () => {
    const source = await readFile('tests/checks/fault-proxy.test.ts', 'utf8')
    const others = (source.match(/^ {2}it\(/gm) ?? []).length - 1
    const { code, output } = await runSuite(['--only', 'checks', '--', 'fault-proxy', '-t', 'passes calls'])
    expect(output.trimEnd().split('\n').at(-1)).toBe(`1 passed, 0 failed, ${others} skipped`)
    expect(code).toBe(0)
  })

  it('refuses a part that it does not have', async () => {
    const { code, output } = await runSuite(['--only', 'spelling'])
    expect(code).toBe(1)
    expect(output).toContain("no part named 'spelling'")
  })

  it('says in one line how to get a browser where there is none', async () => {
    const { code, output } = await runSuite(['--only', 'journeys'], { CHROMIUM_PATH: '/nowhere/chromium' })
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n').at(-1)).toContain('CHROMIUM_PATH')
  })
})

function runSuite(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/test.mjs', ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stderr + stdout }),
    )
  })
}
