import { setImmediate } from 'node:timers/promises'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSE_SESSION_ENDED } from '#src/contract/limits.ts'
import { createClient, openSocket, openStaffSocket, signIn, type Client } from '#tests/support/api-client.ts'
import { openRawConnection, writeUpgrade } from '#tests/support/raw-connection.ts'
import { openSpeakingGuest } from '#tests/support/speaking-guest.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { makeFile, uploadOne } from '#tests/support/upload.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Who may listen, who may stay, and what those cost who do not read (CONTRACT section 4). */
const CONNECTIONS = Number(process.env['FAULT_CONNECTIONS'] ?? 600)
/** Far more than a socket's backlog, its pending answers and what the system keeps of a line. */
const ASKED_MAX_BYTES = 64 * 1024 * 1024
const WRITTEN_MAX_BYTES = 4 * 1024 * 1024

let server: TestServer
let agent: Client
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

describe('who may listen', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1.evil.example',
    'https://console.example.evil.example',
    'https://console.example:8443',
    'http://console.example',
    'file://',
    '',
    'not an origin',
  ])('nobody from the origin %j', async (origin) => {
    const protocols = [`bearer.${agent.token ?? ''}`]
    await expect(openSocket(server, protocols, { origin })).rejects.toThrow('403')
  })

  it('nobody by a token in the address, in a header or a cookie, or of the other side', async () => {
    const guest = await openSpeakingGuest(server)
    const token = agent.token ?? ''
    const refused = [
      openSocket({ wsUrl: `${server.wsUrl}?token=${token}&access_token=${token}` }, []),
      openSocket(server, [], { authorization: `Bearer ${token}`, cookie: `token=${token}` }),
      openSocket(server, [`guest.${token}`]),
      openSocket(server, [`bearer.${guest.token}`]),
      openSocket(server, [token]),
      openSocket(server, ['bearer.', `bearer.${token}`]),
    ]
    for (const opening of refused) {
      const socket = await opening
      await waitFor('the close', () => socket.closeCode !== null)
      expect([socket.closeCode, socket.frames]).toEqual([CLOSE_SESSION_ENDED, []])
    }
  })

  it('nobody with a token that was signed out: not by a call, a socket, a file, or an alert', async () => {
    const phone = await signIn(server, 'maria')
    const { token } = phone
    const url = await uploadOne(agent, 'mine', makeFile('png', 'a.png'))
    const socket = await openStaffSocket(server, phone)
    const json = { endpoint: 'https://93.184.215.14/of-maria', keys: { p256dh: P256DH, auth: AUTH } }
    expect((await phone.call('/api/push/subscription', { method: 'PUT', json })).status).toBe(200)
    expect((await phone.call('/api/auth', { method: 'DELETE' })).status).toBe(204)

    await waitFor('the open socket to be closed', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(CLOSE_SESSION_ENDED)
    const calls = ['/api/info/chats', '/api/sync', '/api/push/needs', url, '/api/pictures/none']
    for (const path of calls) expect([path, (await phone.call(path)).status]).toEqual([path, 401])
    const renewal = new URLSearchParams({ username: 'maria', password: '', token: token ?? '' })
    expect((await createClient(server).call(`/api/auth?${renewal.toString()}`)).status).toBe(401)
    const again = await openSocket(server, [`bearer.${token ?? ''}`])
    await waitFor('the next to be closed', () => again.closeCode !== null)
    expect(again.closeCode).toBe(CLOSE_SESSION_ENDED)
    const left = await server.context.store.db.selectFrom('pushSubscriptions').select('id').execute()
    expect(left).toEqual([])
  })
})

describe('who does not read', () => {
  it('is ended before what they ask for fills the memory', async () => {
    const line = await openUnreadLine(`bearer.${agent.token ?? ''}`)
    // A ping asks for an answer of its own length.
    const pings = Buffer.concat(Array.from({ length: 2_000 }, () => writePing(125)))
    for (let sent = 0; sent < ASKED_MAX_BYTES && !line.destroyed; sent += pings.length) {
      line.write(pings)
      if (line.writableLength > WRITTEN_MAX_BYTES)
        await Promise.race([once(line, 'drain'), once(line, 'close')])
      await setImmediate()
    }
    expect(line.destroyed).toBe(true)
    expect((await createClient(server).call('/api/health')).status).toBe(200)
  })

  it('is ended before what others write fills it, and the others have all of it', async () => {
    const manager = await signIn(server, 'manager')
    const line = await openUnreadLine(`bearer.${manager.token ?? ''}`)
    const reader = await openStaffSocket(server, agent)
    const { sockets } = server.context
    await waitFor('both to be taken in', () => sockets.listStaff().length === 2)
    const frame = JSON.stringify({ type: 'rows_changed', value: 'x'.repeat(250_000) })
    let sent = 0
    await waitFor('the line to be cut', () => {
      sockets.sendToStaff(frame, () => true)
      sent += 1
      return sockets.listStaff().length === 1
    })
    await waitFor('the other to have them', () => reader.ofType('rows_changed').length === sent)
    expect(sockets.listStaff()).toEqual(['user-agent'])
    line.destroy()
    await reader.close()
  })
})

describe('a crowd', () => {
  it(`of ${CONNECTIONS} lines from one address leaves the hotel its server`, async () => {
    const said = ['', 'GET / HTTP/1.1\r\n', writeUpgrade('/', ['Sec-WebSocket-Protocol: echo-protocol'])]
    const lines: Socket[] = []
    for (let at = 0; at < CONNECTIONS; at += 100) {
      const batch = Array.from({ length: 100 }, (_, index) =>
        openRawConnection(server, said[index % 3] ?? ''),
      )
      lines.push(...(await Promise.all(batch)).map(({ socket }) => socket))
    }
    expect(lines).toHaveLength(CONNECTIONS)
    expect((await agent.call('/api/info/chats/mine')).status).toBe(200)
    const socket = await openStaffSocket(server, agent)
    await socket.close()
    for (const line of lines) line.destroy()
    expect((await createClient(server).call('/api/health')).status).toBe(200)
    expect(server.logLines).toEqual([])
  })
})

/** Keys that a browser could have made: a point of P-256, and 16 bytes. */
const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg'

/** A websocket that is open and from which nothing is read. */
async function openUnreadLine(token: string): Promise<Socket> {
  const line = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' })
  line.on('error', () => undefined)
  await once(line, 'connect')
  line.write(writeUpgrade('/', [`Sec-WebSocket-Protocol: echo-protocol, ${token}`]))
  await once(line, 'readable')
  line.pause()
  return line
}

function once(line: Socket, event: string): Promise<void> {
  return new Promise((resolve) => line.once(event, () => resolve()))
}

/** A ping frame of a client's, masked with zeros. */
function writePing(length: number): Buffer {
  return Buffer.concat([Buffer.from([0x89, 0x80 | length, 0, 0, 0, 0]), Buffer.alloc(length)])
}
