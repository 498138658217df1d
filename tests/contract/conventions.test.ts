import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json'
import { createClient, readField, signIn } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('what an environment says about itself', () => {
  it('announces the groups that are wholly there, without a session', async () => {
    expect((await createClient(server).call('/api/capabilities')).body).toEqual({
      authPost: true,
      sync: true,
      idempotency: true,
      paging: true,
      staff: true,
      admin: true,
      guests: true,
      campaigns: true,
      bot: ['not-understood', 'versions', 'try'],
      reports: ['service', 'framing'],
      push: { publicKey: expect.any(String) as string, extras: ['read'] },
    })
  })

  it('is healthy, with its version', async () => {
    const { status, body } = await createClient(server).call('/api/health')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ok', version: packageJson.version })
  })
})

describe('CORS', () => {
  const preflight = (origin: string) =>
    createClient(server).call('/api/info/chats', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,idempotency-key,if-match,content-type',
      },
    })

  it('lets configured origins and the own one call, with the headers of the contract', async () => {
    for (const origin of ['https://console.example', server.url]) {
      const { status, headers } = await preflight(origin)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-methods')).toContain('PUT')
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase()
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match']) {
        expect(allowed).toContain(name)
      }
    }
  })

  it('exposes Date, Retry-After and ETag, on failures too', async () => {
    const client = createClient(server)
    const { status, headers } = await client.call('/api/info/chats', {
      headers: { origin: 'https://console.example' },
    })
    expect(status).toBe(401)
    expect(headers.get('access-control-allow-origin')).toBe('https://console.example')
    expect(headers.get('access-control-expose-headers')?.split(',').sort()).toEqual([
      'Date',
      'ETag',
      'Retry-After',
    ])
  })

  it('lets no other origin read', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://console.example']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('failures', () => {
  it('name an address or a field that no text can be in as malformed', async () => {
    const admin = await signIn(server, 'admin')
    for (const path of ['/api/info/chats/%00', '/api/info/chats?before=a%00', '/api/takeover/pause/%00']) {
      const { status, body } = await admin.call(path)
      expect([path, status, readField(body, 'code')]).toEqual([path, 400, 'bad_request'])
    }
  })

  it('say what is wrong in one shape, without internals', async () => {
    const admin = await signIn(server, 'admin')
    await server.context.store.db.schema.alterTable('typicalAnswers').renameTo('hidden').execute()
    try {
      const { status, body } = await admin.call('/api/info/typical-answers')
      expect(status).toBe(500)
      expect(readField(body, 'code')).toBe('internal')
      expect(JSON.stringify(body)).not.toMatch(/relation|typical|select/i)
      expect(server.logLines.join('\n')).toContain('request failed')
    } finally {
      await server.context.store.db.schema.alterTable('hidden').renameTo('typicalAnswers').execute()
    }
  })
})
