import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { chooseSeed } from '#tests/support/fuzz-port.ts'
import { openSpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { makeFile, uploadOne } from '#tests/support/upload.ts'

/**
 * Queries, ids and headers of anybody’s making at every call that reads, and multipart bodies of any kind: an answer of the
 * contract, never a 500, and nothing in the log. FUZZ_RUNS says how many.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 400)
const BODIES = Math.ceil(RUNS / 4)
const BATCH = 20
const NAMES = [
  ...['limit', 'before', 'after', 'cursor', 'scope', 'holder', 'helpAt', 'startDate', 'endDate', 'type'],
  ...['str', 'timezone', 'campaignId', 'rating', 'url', 'origin', 'shipped', 'username', 'password', 'token'],
]
const VALUES = [
  ...[
    '',
    '0',
    '1',
    '-1',
    '1e9',
    '999999999',
    '99999999999999999999',
    'NaN',
    'null',
    'none',
    'free',
    '%',
    '%00',
    '\0',
  ],
  ...['2026-03-01', '2026-02-30', '0000-01-01', '-000001-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
  ...[
    '9999-12-31T23:59:59.999Z',
    '2026-03-01T00:00:00.000Z',
    'Invalid Date',
    'UTC',
    'Europe/Nowhere',
    '../../etc',
  ],
  ...[
    "' or 1=1 --",
    '{}',
    '[]',
    '\ud800',
    '\u202e',
    'alerts',
    'cronCampaigns',
    'recent',
    'bot',
    'http://[',
    '::1',
  ],
  ...['x'.repeat(5_000), '%'.repeat(500), '__proto__', 'AAAA', 'ZmFrZSAxIG5vbmU'],
]
const HEADERS = [
  'range',
  'if-range',
  'if-none-match',
  'accept-encoding',
  'accept-language',
  'accept',
  'if-match',
  'x-forwarded-for',
  'idempotency-key',
  'content-type',
]
const HEADER_VALUES = [
  ...[
    '',
    '*',
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-0,2-3',
    'bytes=99999999999999999999-',
    'W/"a"',
    '"a"',
  ],
  ...['gzip;q=,br;q=x', 'de-DE;q=0.5,*', 'text/html', '1.2.3.4, ::1', 'not an address', 'x'.repeat(2_000)],
]

let server: TestServer
let admin: Client
let agent: Client
let guest: Client
let file = ''
let paths: string[]

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), settings: { trustProxy: true } })
  admin = await signIn(server, 'admin')
  agent = await signIn(server, 'agent')
  guest = (await openSpeakingGuest(server)).client
  file = await uploadOne(agent, 'mine', makeFile('png', 'a.png'))
  paths = [
    ...new Set(
      createApp(server.context)
        .routes.filter(({ method }) => method === 'GET')
        .map(({ path }) => path),
    ),
  ]
})
afterAll(() => server.stop())

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const describeRequests = () =>
  fc.record({
    path: fc.constantFrom(...paths, '/api/attachments/'),
    id: value,
    query: fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 }),
    headers: fc.dictionary(fc.constantFrom(...HEADERS), fc.constantFrom(...HEADER_VALUES), { maxKeys: 3 }),
  })

describe('what is asked', () => {
  it(`${RUNS} times in any way is answered`, async () => {
    const requests = fc.sample(describeRequests(), { seed: chooseSeed('queries'), numRuns: RUNS })
    for (let at = 0; at < requests.length; at += BATCH) {
      await Promise.all(
        requests.slice(at, at + BATCH).map(async ({ path, id, query, headers }) => {
          const search = query.map(([name, text]) => `${name}=${encode(text)}`).join('&')
          const where =
            path === '/api/attachments/' ? file : path.replace(/:[^/]+/g, encode(id)).replace('*', encode(id))
          const client = path.startsWith('/api/guest/') ? guest : admin
          const { status, body } = await client.call(`${where}?${search}`, { headers })
          const isAnswer = status < 500 || (status === 503 && (!path.startsWith('/api') || isVoiceless(body)))
          expect([where, search, headers, isAnswer, body]).toEqual([where, search, headers, true, body])
        }),
      )
      expect(server.logLines).toEqual([])
    }
    expect((await createClient(server).call('/api/health')).status).toBe(200)
  })
})

/** The tests' environment reads nothing out, and says so to whoever would hear it. */
function isVoiceless(body: unknown): boolean {
  return readField(body, 'code') === 'speech_unavailable'
}

/** Half a character is sent as what stands in for it. */
function encode(text: string): string {
  return text === '%' || text === '%00' ? text : encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}

describe('what is uploaded', () => {
  const BOUNDARY = 'xxBOUNDARYxx'
  const line = fc.constantFrom(
    `--${BOUNDARY}\r\n`,
    `--${BOUNDARY}--\r\n`,
    `\r\n--${BOUNDARY}`,
    'Content-Disposition: form-data; name="files"; filename="a.png"\r\n',
    'Content-Disposition: form-data; name="files"; filename="../../a\\b\u202e.png"\r\n',
    "Content-Disposition: form-data; name=files; filename*=utf-8''a%00%ff.png\r\n",
    'Content-Disposition: form-data; name="files"\r\n',
    'Content-Disposition: attachment\r\n',
    'Content-Type: text/html\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    `X: ${'y'.repeat(90_000)}\r\n`,
    '\r\n',
    '\x89PNG\r\n\x1a\n',
    '%PDF-1.7\n',
    '<script>alert(1)</script>',
    '\0',
    '-',
  )
  const body = fc.oneof(
    fc.array(line, { maxLength: 24 }),
    fc.array(fc.oneof(line, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 12 }),
  )
  const type = fc.constantFrom(
    `multipart/form-data; boundary=${BOUNDARY}`,
    `multipart/form-data; boundary="${BOUNDARY}"; charset=x`,
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(500)}`,
    'multipart/form-data',
    'multipart/mixed; boundary=a',
  )

  it(`${BODIES} times in any way is taken as a whole or refused`, async () => {
    const seed = chooseSeed('multipart')
    const before = await countMessages()
    let taken = 0
    for (const [parts, contentType] of fc.sample(fc.tuple(body, type), { seed, numRuns: BODIES })) {
      const options = { method: 'POST', body: Buffer.from(parts.join(''), 'latin1'), key: makeKey() }
      const headers = { 'content-type': contentType }
      const answer = await agent.call('/api/takeover/upload/mine', { ...options, headers })
      expect([parts, contentType, [200, 400, 413, 415, 422]]).toEqual([
        parts,
        contentType,
        expect.arrayContaining([answer.status]),
      ])
      if (answer.status === 200) taken += Array.isArray(answer.body) ? answer.body.length : 0
    }
    expect((await countMessages()) - before).toBe(taken)
    expect(server.logLines).toEqual([])
  })

  async function countMessages(): Promise<number> {
    return Number(readField((await agent.call('/api/info/chats/mine')).body, 'messagesCount'))
  }
})
