import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#tests/support/api-client.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { startTlsServer, type TlsServer } from '#tests/support/tls-server.ts'

const PATHS = [
  '/api/health',
  '/api/capabilities',
  '/api/info/chats',
  '/environments.json',
  '/guest',
  '/none.js',
]

let tls: TlsServer
beforeAll(async () => {
  tls = await startTlsServer()
})
afterAll(() => tls.stop())

function readHeaders(target: string): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const options = { port: new URL(tls.server.url).port, path: target, rejectUnauthorized: false }
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
