import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

beforeAll(async () => {
  graph = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const node = new URL(request.url ?? '', 'http://graph').pathname === '/app' ? 'app' : 'me'
    const known = TOKENS[token]
    response.statusCode = isGraphDown ? 502 : known ? 200 : 400
    response.end(JSON.stringify(known ? { id: known[node] } : { error: { message: 'Invalid OAuth token' } }))
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
