import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { STOP_STEPS_MS } from '#server/start-server.ts'
import { createClient, openStaffSocket, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('stopping (CONTRACT section 9)', () => {
  it('finishes what runs, closes sockets and idle connections, and takes no more', async () => {
    const server = await startTestServer({ hotel: makeHotel() })
    const agent = await signIn(server, 'agent')
    const socket = await openStaffSocket(server, agent)
    const begun = await Promise.all(
      Array.from({ length: 10 }, (_, index) => beginSend(server.url, agent, `last ${index}`)),
    )
    const sends = begun.map((finish) => finish())
    await Promise.race(sends)
    await server.stop()
    expect(await Promise.all(sends)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(socket.closeCode).toBe(1001)
    await expect(createClient(server).call('/api/health')).rejects.toThrow()
  })

  it('ends although a client sends its request for ever', async () => {
    const server = await startTestServer({ hotel: makeHotel() })
    const agent = await signIn(server, 'agent')
    const slow = request(`${server.url}/api/takeover/send/mine`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.token ?? ''}`, 'content-length': '1000' },
    })
    const ended = new Promise((resolve) => slow.once('error', resolve))
    slow.write('{"text": "')
    await waitFor('the request to be under way', () => slow.socket?.writableLength === 0)
    await server.stop()
    await ended
  })

  it('waits less than 5 s for all of its steps, each as long as it may take', () => {
    const { requests, work, store } = STOP_STEPS_MS
    expect(requests + work + store).toBeLessThan(5_000)
  })
})

/** A send whose head the server has taken in; what it gives sends the rest, and resolves with the answer's status. */
function beginSend(url: string, { token }: Client, text: string): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ text })
  const sending = request(`${url}/api/takeover/send/mine`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? ''}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      expect: '100-continue',
    },
  })
  sending.flushHeaders()
  return new Promise((resolve, reject) => {
    sending.once('error', reject)
    sending.once('continue', () => {
      resolve(
        () =>
          new Promise((answered, failed) => {
            sending.once('error', failed)
            sending.once('response', (response) => {
              response.resume()
              answered(response.statusCode)
            })
            sending.end(body)
          }),
      )
    })
  })
}
