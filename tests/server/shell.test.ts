import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerError } from '#server/http/answer-error.ts'
import type { AppEnv } from '#server/http/app-env.ts'
import { createLog } from '#server/log.ts'
import { readSettings } from '#server/settings.ts'
import { SettingsError } from '#server/settings-error.ts'
import { compressAnswers } from '#server/shell/compress-answers.ts'
import { findOwnBotType } from '#server/environments.ts'
import { shellRoutes } from '#server/shell/shell-routes.ts'
import { acceptsEncoding } from '#server/shell/static-files.ts'
import type { EnvironmentOption } from '#src/contract/environments.ts'

const ENTRY: EnvironmentOption = {
  key: 'x',
  label: 'X',
  value: 'qa',
  url: 'qa.example',
  botType: 'hotel',
  secure: true,
  dashboards: {},
}
const PAGE = { Accept: 'text/html,*/*' }
let folder = ''
let app: Hono<AppEnv>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bellhop-shell-'))
  await mkdir(path.join(folder, 'console', 'assets'), { recursive: true })
  const put = (name: string, text: string) => writeFile(path.join(folder, 'console', name), text)
  await put('index.html', '<!doctype html><title>the shell</title>')
  await put('sw.js', '// worker')
  await put('assets/app-1a2b.js', 'console.log(1)')
  await put('assets/app-1a2b.js.br', 'brotli')
  await put('assets/app-1a2b.js.gz', 'gzip')
  await writeFile(path.join(folder, 'secret.txt'), 'outside')
  app = serve({})
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the shell', () => {
  it('gives the console at every address of a person, and asks again each time', async () => {
    for (const address of ['/', '/messenger', '/messenger/chat.with.dots', '/config/users', '/index.html']) {
      const response = await app.request(address, { headers: PAGE })
      expect(response.status, address).toBe(200)
      expect(await response.text()).toContain('the shell')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
      expect(response.headers.get('Referrer-Policy')).toBe('same-origin')
      expect(response.headers.get('Permissions-Policy')).toContain('camera=()')
    }
  })

  it.each(['/api/nothing', '/analytics/live', '/guest/nothing', '/assets/gone-9z.js', '/favicon.ico'])(
    'has no page at %s',
    async (address) => {
      expect((await app.request(address, { headers: PAGE })).status).toBe(404)
    },
  )

  it('does not answer a script with a page', async () => {
    expect((await app.request('/messenger', { headers: { Accept: '*/*' } })).status).toBe(404)
    const script = { Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' }
    expect((await app.request('/messenger', { headers: script })).status).toBe(404)
  })

  it('keeps what is named by its content for ever, and the rest not at all', async () => {
    const asset = await app.request('/assets/app-1a2b.js')
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect((await app.request('/sw.js')).headers.get('Cache-Control')).toBe('no-cache')
  })

  it('sends what the build has compressed to those who take it', async () => {
    const ask = async (accepted: string) => {
      const response = await app.request('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': accepted } })
      return [response.headers.get('Content-Encoding'), await response.text(), response.headers.get('Vary')]
    }
    expect(await ask('gzip, br')).toEqual(['br', 'brotli', 'Accept-Encoding'])
    expect(await ask('gzip')).toEqual(['gzip', 'gzip', 'Accept-Encoding'])
    expect(await ask('br;q=0, identity')).toEqual([null, 'console.log(1)', 'Accept-Encoding'])
    expect(acceptsEncoding('gzip;q=0.5', 'gzip')).toBe(true)
  })

  it('answers 304 to who has the file', async () => {
    const first = await app.request('/sw.js')
    const etag = first.headers.get('ETag') ?? ''
    const again = await app.request('/sw.js', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('never leaves its folder', async () => {
    for (const address of [
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/.hidden.txt',
    ]) {
      const response = await app.request(address, { headers: PAGE })
      expect(await response.text(), address).not.toContain('outside')
    }
  })

  it('says so where nothing is built', async () => {
    const response = await serve({}, 'nowhere').request('/messenger', { headers: PAGE })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build')
  })
})

describe('answers of calls', () => {
  const answers = new Hono<AppEnv>()
  answers.use('/api/*', compressAnswers())
  answers.get('/api/auth', (c) => c.json({ text: 'x'.repeat(5_000) }))
  answers.get('/api/long', (c) => c.json({ text: 'x'.repeat(5_000) }, 200, { ETag: '"1"' }))
  answers.get('/api/short', (c) => c.json({ text: 'x' }))
  answers.get('/api/picture', (c) => c.body(new Uint8Array(5_000), 200, { 'Content-Type': 'image/png' }))
  answers.get('/api/nothing', (c) => c.body(null, 204))
  const ask = (address: string, accepted: string) =>
    answers.request(address, { headers: { 'Accept-Encoding': accepted } })

  it.each([
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
  ])('are compressed where that helps and is asked for: %s', async (accepted, encoding, unpack) => {
    const packed = await ask('/api/long', accepted)
    expect(packed.headers.get('Content-Encoding')).toBe(encoding)
    expect(packed.headers.get('ETag')).toBe('"1"')
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(500)
    expect(packed.headers.get('Content-Length')).toBe(String(bytes.length))
    expect(JSON.parse(unpack(bytes).toString())).toEqual({ text: 'x'.repeat(5_000) })
  })

  it('are left as they are where that would not help, or is not asked for', async () => {
    for (const [address, accepted] of [
      ['/api/long', 'identity'],
      ['/api/short', 'gzip'],
    ] as const) {
      const plain = await ask(address, accepted)
      expect(plain.headers.get('Content-Encoding')).toBeNull()
      expect(plain.headers.get('Vary')).toBe('Accept-Encoding')
      expect(await plain.json()).toHaveProperty('text')
    }
  })

  it('that are no JSON are never touched, and HEAD has no body', async () => {
    const picture = await ask('/api/picture', 'gzip, br')
    expect(picture.headers.get('Content-Encoding')).toBeNull()
    expect(picture.headers.get('Vary')).toBeNull()
    expect((await picture.arrayBuffer()).byteLength).toBe(5_000)
    const head = await answers.request('/api/long', {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'gzip, br' },
    })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const nothing = await ask('/api/nothing', 'gzip, br')
    expect([nothing.status, nothing.headers.get('Content-Encoding')]).toEqual([204, null])
  })

  it('are never compressed where they hold a token', async () => {
    expect((await ask('/api/auth', 'gzip')).headers.get('Content-Encoding')).toBeNull()
  })
})

describe('environments (CONTRACT section 7)', () => {
  it('names this environment at the page’s own host, secure as the page was reached', async () => {
    const plain = await app.request('http://localhost:1/environments.json')
    expect(plain.headers.get('Cache-Control')).toBe('no-cache')
    expect(await plain.json()).toMatchObject([
      { value: 'local', url: '.', secure: false, botType: 'hotel' },
      { value: 'prod', url: '.', secure: false, botType: 'hotel' },
    ])
    const proxied = await app.request('/environments.json', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(await proxied.json()).toMatchObject([{ secure: true }, { secure: true }])
  })

  it('serves ENVIRONMENTS_FILE instead, and derives the policy from it', async () => {
    const file = path.join(folder, 'environments.json')
    const other = {
      key: 'stage',
      label: 'Stage',
      value: 'stage',
      url: 'stage.example:8443',
      botType: 'b',
      secure: true,
      dashboards: { b: [{ title: 'Messages', url: 'https://reports.example/m?x=1' }] },
      facebookAppId: '1',
    }
    await writeFile(file, JSON.stringify([other]))
    const served = serve({ ENVIRONMENTS_FILE: file })
    expect(await (await served.request('/environments.json')).json()).toEqual([other])
    const policy = (await served.request('/', { headers: PAGE })).headers.get('Content-Security-Policy') ?? ''
    expect(readDirective(policy, 'connect-src')).toEqual(
      expect.arrayContaining([
        'https://stage.example:8443',
        'wss://stage.example:8443',
        'https://graph.facebook.com',
      ]),
    )
    expect(readDirective(policy, 'frame-src')).toContain('https://reports.example')
    expect(readDirective(policy, 'script-src')).toEqual(["'self'", 'https://connect.facebook.net'])
  })

  it('has the policy of its own host alone without a setting', async () => {
    const response = await app.request('http://desk.example/', { headers: { ...PAGE, Host: 'desk.example' } })
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).not.toContain('facebook')
    expect(readDirective(policy, 'connect-src')).toEqual([
      "'self'",
      'blob:',
      'data:',
      'ws://desk.example',
      'wss://desk.example',
    ])
    expect(readDirective(policy, 'object-src')).toEqual(["'none'"])
    expect(readDirective(policy, 'frame-ancestors')).toEqual(["'none'"])
  })

  it('takes the kind of its own bot from the list', () => {
    const own = { ...ENTRY, url: '.', botType: 'resort' }
    expect(findOwnBotType([{ ...ENTRY, botType: 'other' }, { ...own, botType: '' }, own])).toBe('resort')
    expect(findOwnBotType([{ ...ENTRY, botType: 'other' }])).toBe('hotel')
  })

  it.each([
    ['not JSON', '{'],
    ['is not a list of environments', '[{"key":"x","label":"x","value":"moon"}]'],
    ['is not a list of environments', '[]'],
  ])('stops the start where the file %s', async (words, text) => {
    const file = path.join(folder, 'broken.json')
    await writeFile(file, text)
    expect(() => serve({ ENVIRONMENTS_FILE: file })).toThrow(SettingsError)
    expect(() => serve({ ENVIRONMENTS_FILE: file })).toThrow(words)
  })

  it('stops the start where the file is missing', () => {
    expect(() => serve({ ENVIRONMENTS_FILE: path.join(folder, 'none.json') })).toThrow('cannot be read')
  })
})

function serve(environment: Record<string, string>, console = 'console'): Hono<AppEnv> {
  const served = new Hono<AppEnv>()
  served.route('/', shellRoutes({ settings: readSettings(environment) }, path.join(folder, console)))
  served.onError((error, c) => answerError(c, error, createLog('silent')))
  return served
}

function readDirective(policy: string, name: string): string[] {
  const found = policy.split('; ').find((directive) => directive.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}
