import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_MAX_MS, STALL_MS } from '#server/http/listener.ts'
import { MAX_UPLOAD_BYTES } from '#src/contract/limits.ts'
import { createClient, signIn } from '#tests/support/api-client.ts'
import { openRawConnection } from '#tests/support/raw-connection.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { startWeakLine } from '#tests/support/weak-line.ts'

/** Shorter than the weak line's upload takes in all, many times what it pauses for. */
const TEST_STALL_MS = 2_000
const JSON_HEAD = 'Host: hotel.example\r\nContent-Type: application/json'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), listener: { stallMs: TEST_STALL_MS } })
})
afterAll(() => server.stop())

describe('what is sent by half', () => {
  it.each([
    ['nothing at all', ''],
    ['half of a request line', 'GET /api/he'],
    ['half of the headers', 'GET /api/health HTTP/1.1\r\nHost: hotel.ex'],
    ['half of a body', `POST /api/auth HTTP/1.1\r\n${JSON_HEAD}\r\nContent-Length: 100\r\n\r\n{"username":`],
    [
      'half of a chunk',
      `POST /api/auth HTTP/1.1\r\n${JSON_HEAD}\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"u`,
    ],
    [
      'half of a body of a guest’s',
      `POST /api/guest/session HTTP/1.1\r\n${JSON_HEAD}\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('%s is ended', async (_what, bytes) => {
    const connection = await openRawConnection(server, bytes)
    const heard = await connection.waitUntilOver()
    expect(heard.replace(/\r\n.*/s, '')).toBe('HTTP/1.1 408 Request Timeout')
    expect(server.logLines).toEqual([])
  })

  it('ends after 20 s; what moves has time for 10 MiB over the weakest line', () => {
    expect(STALL_MS).toBe(20_000)
    const slowestBitsPerSecond = 24_000
    expect(REQUEST_MAX_MS).toBeGreaterThan((MAX_UPLOAD_BYTES * 8 * 1_000) / slowestBitsPerSecond)
  })

  it('a client that hangs up in the middle of its body is no error', async () => {
    const head = `POST /api/auth HTTP/1.1\r\n${JSON_HEAD}\r\nContent-Length: 100\r\n\r\n`
    const connection = await openRawConnection(server, `${head}{"username":`)
    connection.socket.destroy()
    await connection.waitUntilOver()
    expect((await createClient(server).call('/api/health')).status).toBe(200)
    expect(server.logLines).toEqual([])
  })
})

it('10 MiB over a weak line arrive, although they take longer than a stall may', async () => {
  const agent = await signIn(server, 'agent')
  const line = await startWeakLine(Number(new URL(server.url).port))
  line.weaken({ bitsPerSecond: 20_000_000, delayMs: 20, faultyShare: 0, seed: 1 })
  const bytes = new Uint8Array(MAX_UPLOAD_BYTES)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = new FormData()
  body.append('files', new File([bytes], 'photo.png'))
  const startedAt = performance.now()
  const { status } = await createClient({ url: line.origin }, agent.token).call('/api/takeover/upload/mine', {
    method: 'POST',
    body,
  })
  expect(status).toBe(200)
  expect(performance.now() - startedAt).toBeGreaterThan(TEST_STALL_MS)
  await line.stop()
})
