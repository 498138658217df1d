import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#tests/support/api-client.ts'
import { makeSelfSigned } from '#tests/support/self-signed.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const PATHS = [
  '/api/health',
  '/api/capabilities',
  '/api/info/chats',
  '/environments.json',
  '/guest',
  '/none.js',
]

let folder = ''
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bellhop-tls-'))
  const { key, cert } = makeSelfSigned()
  const settings = { tlsCert: path.join(folder, 'cert.pem'), tlsKey: path.join(folder, 'key.pem') }
  await Promise.all([writeFile(settings.tlsCert, cert), writeFile(settings.tlsKey, key)])
  server = await startTestServer({ settings })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

function readHeaders(target: string): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const options = { port: new URL(server.url).port, path: target, rejectUnauthorized: false }
    const sent = request({ host: '127.0.0.1', ...options }, (response) => {
      response.resume()
      resolve(response.headers)
    })
    sent.once('error', reject)
    sent.end()
  })
}

describe('Strict-Transport-Security', () => {
  it.each(PATHS)('is on every answer where TLS is on: %s', async (target) => {
    expect((await readHeaders(target))['strict-transport-security']).toBe('max-age=31536000')
  })

  it('is on none where it is off', async () => {
    const plain = await startTestServer()
    const { headers } = await createClient(plain).call('/api/health')
    expect(headers.has('strict-transport-security')).toBe(false)
    await plain.stop()
  })
})
