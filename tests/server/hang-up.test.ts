import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createClient, signIn, type Client } from '#tests/support/api-client.ts'
import { openRawConnection, writeUpgrade } from '#tests/support/raw-connection.ts'
import { makeChat, makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  const hotel = makeHotel()
  server = await startTestServer({
    hotel: { ...hotel, chats: [...(hotel.chats ?? []), makeChat('endless', { size: 5_000 })] },
  })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const MULTIPART = 'multipart/form-data; boundary=x'
const PART =
  '--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'

/** The head of a request of the signed-in agent. */
function writeHead(target: string, headers: readonly string[] = []): string {
  return [
    target + ' HTTP/1.1',
    'Host: hotel.example',
    `Authorization: Bearer ${agent.token}`,
    ...headers,
    '\r\n',
  ].join('\r\n')
}

const json = (length: number) => ['content-type: application/json', `content-length: ${length}`]
const multipart = (length: number) => [`content-type: ${MULTIPART}`, `content-length: ${length}`]

/** What a client has sent when it hangs up. */
const HANG_UPS: [string, () => string][] = [
  ['in the headers', () => 'GET /api/health HTTP/1.1\r\nHost: hot'],
  ['before the body', () => writeHead('POST /api/takeover/send/mine', json(100))],
  ['in the body', () => writeHead('POST /api/takeover/send/mine', json(100)) + '{"text":'],
  [
    'in a body in chunks',
    () => writeHead('POST /api/takeover/send/mine', ['transfer-encoding: chunked']) + '5\r\n{"te',
  ],
  [
    'in an upload',
    () => writeHead('POST /api/takeover/upload/mine', multipart(1_000_000)) + PART + 'x'.repeat(100_000),
  ],
  ['before the answer', () => writeHead('GET /api/info/chats')],
  ['in a long answer', () => writeHead('GET /api/info/chats/endless/messages')],
  [
    'in a long answer that is compressed',
    () => writeHead('GET /api/info/chats/endless/messages', ['Accept-Encoding: gzip']),
  ],
  ['before the answer of a page', () => writeHead('GET /guest')],
  ['after an upgrade', () => writeUpgrade('/', ['Sec-WebSocket-Protocol: echo-protocol, bearer.x'])],
]

it.each(HANG_UPS)('a client that hangs up %s is no error', async (where, bytes) => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  for (const isReset of [true, false]) {
    for (let count = 0; count < 3; count += 1) {
      const { socket, read } = await openRawConnection(server, bytes())
      if (count > 0) await createClient(server).call('/api/capabilities')
      if (where.includes('in a long answer')) await waitFor('the answer to begin', () => read() !== '')
      if (isReset) socket.resetAndDestroy()
      else socket.destroy()
    }
  }
  await waitFor(
    'nobody to be connected but this test',
    async () => (await agent.call('/api/info/chats/mine')).status === 200,
  )
  for (const spy of spies) {
    expect(spy.mock.calls).toEqual([])
    spy.mockRestore()
  }
  expect(server.logLines.splice(0)).toEqual([])
})
