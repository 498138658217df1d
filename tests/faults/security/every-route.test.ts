import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { hashSha256 } from '#server/ids.ts'
import { createClient, signIn } from '#tests/support/api-client.ts'
import { GUEST_CALLS, OPEN_CALLS } from '#tests/support/open-calls.ts'
import { openSpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/**
 * Every address that the server has, asked by whoever may not (CONTRACT sections 1 and 8). The addresses come from the app: one
 * that is new and in no list here wants a session of staff. Which role may what is in `tests/contract/roles.test.ts`.
 */
const OPEN = [...OPEN_CALLS, 'GET /environments.json', 'GET /guest', 'GET /guest/assets/:name', 'GET /*']
const STAFF_AND_GUESTS = ['GET /api/attachments/:id', 'GET /api/pictures/:name']
/** What stands before all calls, and what answers those that do not exist. */
const CATCH_ALL = ['ALL /api/*', 'ALL /analytics/*']

let server: TestServer
let routes: { method: string; path: string }[]
let forged: [string, Record<string, string>][]

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  routes = [...createApp(server.context).routes]
  const admin = await signIn(server, 'admin')
  const token = admin.token ?? ''
  const ended = await signIn(server, 'admin')
  await ended.call('/api/auth', { method: 'DELETE' })
  const gone = await openSpeakingGuest(server)
  await gone.client.call('/api/guest/session', { method: 'DELETE' })
  forged = [
    ['no token', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['one that nobody has', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['what the database keeps of it', { authorization: `Bearer ${hashSha256(token)}` }],
    ['the beginning of it', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['it and more', { authorization: `Bearer ${token}A` }],
    ['it under another scheme', { authorization: `Basic ${token}` }],
    ['it without a scheme', { authorization: token }],
    ['it twice', { authorization: `Bearer ${token}, Bearer ${token}` }],
    ['it as a cookie', { cookie: `token=${token}; authorization=Bearer ${token}` }],
    ['it in a header of another name', { 'x-authorization': `Bearer ${token}`, 'x-api-key': token }],
    ['that of a session that ended', { authorization: `Bearer ${ended.token ?? ''}` }],
    ['that of a guest who ended theirs', { authorization: `Bearer ${gone.token}` }],
  ]
})
afterAll(() => server.stop())

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const pathOf = (path: string) => path.replace(/:[^/]+/g, 'none')
const listCalls = () =>
  routes.filter(({ method, path }) => method !== 'ALL' && /^\/(api|analytics)\//.test(path))
const ask = (method: string, path: string, headers: Record<string, string>) =>
  createClient(server).call(path, {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { json: {} }),
  })

describe('every address of the server', () => {
  it('is in a list of this file, or wants a session of staff', async () => {
    const known = new Set([...OPEN, ...GUEST_CALLS, ...STAFF_AND_GUESTS])
    const others = routes.filter((route) => route.method !== 'ALL' && !known.has(nameOf(route)))
    expect(others.filter(({ path }) => !/^\/(api|analytics)\//.test(path))).toEqual([])
    expect(others.length).toBeGreaterThan(80)
    for (const { method, path } of others) {
      const { status } = await ask(method, pathOf(path), {})
      expect([method, path, status]).toEqual([method, path, 401])
    }
  })

  it('has no more before or behind it than this', () => {
    const all = routes.filter(({ method }) => method === 'ALL').map(nameOf)
    expect([...new Set(all)].sort()).toEqual([...CATCH_ALL].sort())
    const named = new Set(routes.map(nameOf))
    expect([...OPEN, ...GUEST_CALLS, ...STAFF_AND_GUESTS].filter((name) => !named.has(name))).toEqual([])
  })

  it('is refused in the same words to whoever has no session, however the token is put', async () => {
    const closed = listCalls().filter((route) => !OPEN.includes(nameOf(route)))
    expect(closed.length).toBeGreaterThan(5 * forged.length)
    // Each of these is tried at every so-manieth call: that calls check alike is what the test before has seen.
    for (const [index, { method, path }] of closed.entries()) {
      const [what = '', headers = {}] = forged[index % forged.length] ?? []
      const plain = await ask(method, pathOf(path), {})
      const { status, body } = await ask(method, pathOf(path), headers)
      expect(plain.status).toBe(401)
      expect([method, path, what, status, body]).toEqual([method, path, what, 401, plain.body])
      if (method === 'GET') expect((await ask('HEAD', pathOf(path), headers)).status).toBe(401)
    }
  })

  it('takes no token from its address', async () => {
    const { token } = await signIn(server, 'admin')
    for (const name of ['token', 'access_token', 'accessToken', 'authorization', 'bearer']) {
      const query = new URLSearchParams({ [name]: token ?? '' }).toString()
      for (const path of ['/api/info/chats', '/api/admin/users', '/api/attachments/none'])
        expect((await ask('GET', `${path}?${query}`, {})).status).toBe(401)
    }
  })

  it('is behind its check in every spelling', async () => {
    const admin = '/api/admin/users'
    const spellings = [
      `${admin}/`,
      `/${admin}`,
      `${admin}//`,
      '/api//admin/users',
      '/api/./admin/users',
      '/api/info/../admin/users',
      '/api/health/../admin/users',
      '/api/health/%2e%2e/admin/users',
      '/api/%61dmin/users',
      '/api/admin%2fusers',
      '/api/admin/users;.js',
      '/api/admin/users%00',
      '/API/ADMIN/USERS',
      '/guest/../api/admin/users',
      '/guest/assets/..%2f..%2fapi/admin/users',
    ]
    const agent = await signIn(server, 'agent')
    for (const path of spellings) {
      expect([path, [400, 401, 404]]).toEqual([path, expect.arrayContaining([await statusOf(path)])])
      expect([path, [400, 403, 404]]).toEqual([
        path,
        expect.arrayContaining([await statusOf(path, agent.token)]),
      ])
    }
  })

  it('has no other method than its own, whatever a header says', async () => {
    const admin = await signIn(server, 'admin')
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
    const paths = [...new Set(listCalls().map(({ path }) => path))]
    const patterns = listCalls()
    for (const path of paths) {
      const own = patterns.filter((route) => isSame(route.path, path)).map(({ method }) => method)
      for (const method of methods.filter((each) => !own.includes(each))) {
        const { status } = await admin.call(pathOf(path), {
          method,
          ...(method === 'GET' ? {} : { json: {} }),
        })
        expect([method, path, status]).toEqual([method, path, 404])
      }
    }
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    await admin.call('/api/admin/users/user-maria?_method=DELETE', { method: 'POST', json: {}, headers })
    const { body } = await admin.call('/api/admin/users')
    expect(JSON.stringify(body)).toContain('user-maria')
  })
})

/** Whether two routes may answer to the same address: what is fixed in one may be a parameter of the other. */
function isSame(one: string, other: string): boolean {
  const [parts, others] = [one.split('/'), other.split('/')]
  return (
    parts.length === others.length &&
    parts.every(
      (part, index) => part === others[index] || part.startsWith(':') || others[index]?.startsWith(':'),
    )
  )
}

/** `fetch` would tidy the path before it is sent. */
async function statusOf(path: string, token: string | null = null): Promise<number> {
  const { request } = await import('node:http')
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const asked = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}
