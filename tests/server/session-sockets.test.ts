import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSE_TOO_MANY_SOCKETS, MAX_SESSION_SOCKETS } from '#src/contract/limits.ts'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { openSocket, signIn, type TestSocket } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

/** Opens as many as a session may have, and one more, one after the other. */
async function openOneTooMany(protocol: string): Promise<TestSocket[]> {
  const sockets: TestSocket[] = []
  for (let count = 0; count <= MAX_SESSION_SOCKETS; count += 1)
    sockets.push(await openSocket(server, [protocol]))
  return sockets
}

async function expectOldestClosed([oldest, ...others]: TestSocket[]): Promise<void> {
  await waitFor('the oldest to be closed', () => oldest?.closeCode !== null)
  expect(oldest?.closeCode).toBe(CLOSE_TOO_MANY_SOCKETS)
  expect(others.map(({ closeCode }) => closeCode)).toEqual(others.map(() => null))
}

describe('a session has 20 sockets at most', () => {
  it('one more closes the oldest of that session, and none of the same person’s others', async () => {
    const [desk, phone] = [await signIn(server, 'agent'), await signIn(server, 'agent')]
    const elsewhere = await openSocket(server, [`bearer.${phone.token ?? ''}`])
    const sockets = await openOneTooMany(`bearer.${desk.token ?? ''}`)
    await expectOldestClosed(sockets)
    expect(elsewhere.closeCode).toBeNull()
    await waitFor('the newest to be taken in', () => sockets.at(-1)?.ofType('admin_joined').length)
    await Promise.all([elsewhere, ...sockets.slice(1)].map((socket) => socket.close()))
  })

  it('one that was closed makes room again', async () => {
    const { token } = await signIn(server, 'maria')
    const sockets = await openOneTooMany(`bearer.${token ?? ''}`)
    await expectOldestClosed(sockets)
    await sockets[5]?.close()
    const newest = await openSocket(server, [`bearer.${token ?? ''}`])
    await waitFor('it to be taken in', () => newest.ofType('admin_joined').length > 0)
    expect(sockets[1]?.closeCode).toBeNull()
    const open = [newest, ...sockets].filter(({ closeCode }) => closeCode === null)
    await Promise.all(open.map((socket) => socket.close()))
  })

  it('a guest’s as well', async () => {
    const guest = await server.context.store.transact((tx) =>
      createGuestSession(tx, { chatId: 'free', guestId: 'guest-free' }),
    )
    const sockets = await openOneTooMany(`guest.${guest}`)
    await expectOldestClosed(sockets)
    await Promise.all(sockets.slice(1).map((socket) => socket.close()))
  })
})
