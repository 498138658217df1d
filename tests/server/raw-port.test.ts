import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, openStaffSocket, signIn } from '#tests/support/api-client.ts'
import { openRawConnection, writeUpgrade } from '#tests/support/raw-connection.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { trapUncaught, type UncaughtTrap } from '#tests/support/uncaught.ts'

let server: TestServer
let trap: UncaughtTrap

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => {
  trap = trapUncaught()
})
afterEach(async () => {
  trap.remove()
  expect(trap.errors).toEqual([])
  await expectToServe()
})
afterAll(() => server.stop())

async function expectToServe(): Promise<void> {
  expect((await createClient(server).call('/api/health')).status).toBe(200)
  const socket = await openStaffSocket(server, await signIn(server, 'agent'))
  await socket.close()
}

describe('one packet of anybody’s does not end the process', () => {
  it.each(['//', '///', '//[', '//:99999/', '/\\', 'http://', 'http://[/', 'http:// /', '*', '?'])(
    'an upgrade for %s',
    async (target) => {
      const connection = await openRawConnection(server, writeUpgrade(target))
      expect(await connection.waitUntilOver()).toMatch(/^HTTP\/1\.1 40[04] /)
    },
  )

  it.each(['99999999999999999999', '1.2.3.4.5', 'http://[', '[::1]:x', 'a:b:c', ' '])(
    'a page that is asked for at the host %s',
    async (host) => {
      for (const path of ['/', '/environments.json', '/messenger', '/guest', '/api/capabilities']) {
        const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`
        const connection = await openRawConnection(server, request)
        expect(await connection.waitUntilOver(), path).toMatch(/^HTTP\/1\.1 [234]/)
      }
      expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
    },
  )

  it('an upgrade without a token, and a frame that is none', async () => {
    const connection = await openRawConnection(server, writeUpgrade('/'))
    connection.socket.write(Buffer.from('ff8000000000', 'hex'))
    expect(await connection.waitUntilOver()).toMatch(/^HTTP\/1\.1 101 /)
  })

  it('the same in one packet', async () => {
    const frame = Buffer.from('ff8000000000', 'hex')
    const connection = await openRawConnection(server, Buffer.concat([Buffer.from(writeUpgrade('/')), frame]))
    expect(await connection.waitUntilOver()).toMatch(/^HTTP\/1\.1 101 /)
  })
})
