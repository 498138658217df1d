import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const OUR_APP = '1234567890'
/** What the stand-in for the social network knows of each token. */
const TOKENS: Record<string, { app: string; me: string }> = {
  'known-token': { app: OUR_APP, me: 'fb-ana' },
  'stranger-token': { app: OUR_APP, me: 'fb-nobody' },
  'other-app-token': { app: '99', me: 'fb-ana' },
}

let graph: Server
let server: TestServer
let folder: string
let isGraphDown = false
/** Tokens that the network was asked about, and how many of them at once. */
const asked: string[] = []
let askedNow = 0
/** How long the network takes for an answer. */
let networkMs = 0
let mostAtOnce = 0

beforeAll(async () => {
  graph = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const node = new URL(request.url ?? '', 'http://graph').pathname === '/app' ? 'app' : 'me'
    const known = TOKENS[token]
    asked.push(token)
    askedNow += 1
    mostAtOnce = Math.max(mostAtOnce, askedNow)
    response.on('close', () => (askedNow -= 1))
    response.statusCode = isGraphDown ? 502 : known ? 200 : 400
    const answer = JSON.stringify(known ? { id: known[node] } : { error: { message: 'Invalid OAuth token' } })
    setTimeout(() => response.end(answer), networkMs)
  })
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(path.join(tmpdir(), 'bellhop-social-'))
  const environmentsFile = path.join(folder, 'environments.json')
  const entry = { key: 'local', label: 'Local', value: 'local', url: '.', facebookAppId: OUR_APP }
  await writeFile(environmentsFile, JSON.stringify([entry]))
  const facebookGraphUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`
  server = await startTestServer({
    settings: { facebookGraphUrl, environmentsFile },
    hotel: {
      users: [{ id: 'ana', username: 'ana', name: 'Ana', role: 1, fbid: 'fb-ana', passwordHash: null }],
    },
  })
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => graph.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  const { db } = server.context.store
  await db.deleteFrom('signInFailures').execute()
  await db.deleteFrom('rateLimits').execute()
})

const signInBy = (token: string, username = 'facebooklogin') =>
  createClient(server).call(`/api/auth?${new URLSearchParams({ username, password: '', token }).toString()}`)

describe('facebooklogin', () => {
  it('signs in whom the network names, with a session of our own', async () => {
    const { status, body } = await signInBy('known-token')
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 'ana', fbid: 'fb-ana', role: 1 })
    expect(JSON.stringify(body)).not.toContain('known-token')
  })

  it.each(['stranger-token', 'other-app-token', 'forged', ''])('refuses the token "%s"', async (token) => {
    const { status, body } = await signInBy(token)
    expect(status).toBe(401)
    expect(body).toEqual({
      code: 'social_rejected',
      message: 'Can not authorise you view Facebook. Your account may not be allowed in here yet.',
    })
  })

  it('says so when the network does not answer', async () => {
    isGraphDown = true
    const { status, headers } = await signInBy('known-token')
    isGraphDown = false
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('gives a person without a password no way in by an empty one', async () => {
    expect((await signInBy('', 'ana')).status).toBe(401)
  })
})

describe('tokens that fail, as passwords do', () => {
  it('are slowed down one by one from the fifth failure on, without asking the network', async () => {
    for (let count = 0; count < 4; count += 1) expect((await signInBy('forged')).status).toBe(401)
    const fifth = await signInBy('forged')
    expect(fifth).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(0)
    asked.length = 0
    expect((await signInBy('forged')).status).toBe(429)
    expect(asked).toEqual([])
    expect((await signInBy('known-token')).status).toBe(200)
  })

  it('count for their address with the passwords that failed there, and lock nobody out', async () => {
    for (let nth = 0; nth < 30; nth += 1) {
      await signInBy(`forged-${nth}`)
      await createClient(server).call(`/api/auth?username=nobody-${nth}&password=wrong&token=`)
    }
    expect((await signInBy('forged-above')).status).toBe(429)
    expect((await signInBy('known-token')).status).toBe(200)
  })

  it('do not count where the network did not answer', async () => {
    isGraphDown = true
    for (let count = 0; count < 6; count += 1) expect((await signInBy('known-token')).status).toBe(503)
    isGraphDown = false
    expect((await signInBy('known-token')).status).toBe(200)
    expect((await signInBy('forged')).status).toBe(401)
  })

  it('are asked about eight at a time, and refused with 503 where too many wait', async () => {
    mostAtOnce = 0
    networkMs = 500
    const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => signInBy(`flood-${nth}`)))
    networkMs = 0
    expect(mostAtOnce).toBeLessThanOrEqual(8)
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([401, 503]))
  })
})
