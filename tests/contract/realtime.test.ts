import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readFrame } from '#src/contract/frames.ts'
import { createGuestSession } from '#server/auth/guest-sessions.ts'
import { createSession } from '#server/auth/sessions.ts'
import { describeNeedsHelp } from '#server/store/chats/write-chats.ts'
import {
  openSocket,
  openStaffSocket,
  readField,
  signIn,
  type Client,
  type TestSocket,
} from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { writeChanges } from '#tests/support/write-changes.ts'

let server: TestServer
let agent: Client
const open: TestSocket[] = []

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
  await waitFor('presence to be empty', async () => {
    const rows = await server.context.store.db.selectFrom('presence').selectAll().execute()
    return rows.length === 0
  })
})
afterAll(() => server.stop())

async function openStaff(client: Client): Promise<TestSocket> {
  const socket = await openStaffSocket(server, client)
  open.push(socket)
  return socket
}

const send = (chatId: string, text: string) =>
  agent.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text } })

async function readCursor(): Promise<string> {
  const { body } = await agent.call('/api/sync?limit=1000')
  return String(readField(body, 'cursor'))
}

describe('a staff socket', () => {
  it('selects echo-protocol', async () => {
    expect((await openStaff(agent)).socket.protocol).toBe('echo-protocol')
  })

  it('is closed with 4401 for a bad token, for none, and for a guest’s', async () => {
    const guest = await server.context.store.transact((tx) =>
      createGuestSession(tx, { chatId: 'free', guestId: 'guest-free' }),
    )
    for (const protocols of [['bearer.unknown'], [], ['bearer.'], [`bearer.${guest}`], ['guest.unknown']]) {
      const socket = await openSocket(server, protocols)
      await waitFor('the close', () => socket.closeCode !== null)
      expect(socket.closeCode).toBe(4401)
      expect(socket.frames).toEqual([])
    }
  })

  it('opens for allowed origins only', async () => {
    const protocols = [`bearer.${agent.token ?? ''}`]
    await expect(openSocket(server, protocols, { origin: 'https://evil.example' })).rejects.toThrow('403')
    for (const origin of ['https://console.example', server.url]) {
      open.push(await openSocket(server, protocols, { origin }))
    }
  })

  it('opens at / only', async () => {
    const elsewhere = { wsUrl: `${server.wsUrl}other` }
    await expect(openSocket(elsewhere, [`bearer.${agent.token ?? ''}`])).rejects.toThrow('404')
  })

  it('gets each kind of frame with its change, chained by prev and seq from the cursor on', async () => {
    const socket = await openStaff(agent)
    let cursor = await readCursor()
    const sent = await send('mine', 'live')
    await agent.call('/api/takeover/pause/free')
    await writeChanges(server.context, () =>
      Promise.resolve({ value: null, changes: [describeNeedsHelp('long', { pauseBot: true })] }),
    )
    await waitFor('needs_help', () => socket.ofType('needs_help').length > 0)
    const frames = socket.frames.filter(({ type }) => type !== 'admin_joined' && type !== 'heartbeat')
    expect(frames.map(({ type, chatId, value }) => [type, chatId, value])).toEqual([
      ['new_message', 'mine', readField(sent.body, 'id')],
      ['chat_changed', 'free', null],
      ['needs_help', 'long', null],
    ])
    for (const frame of frames) {
      expect(frame['prev']).toBe(cursor)
      cursor = String(frame['seq'])
      expect(readFrame(JSON.stringify(frame))).toMatchObject({ change: { prev: frame['prev'] } })
    }
    expect(frames[0]?.['message']).toEqual(sent.body)
    expect(frames[1]?.['chat']).toMatchObject({ id: 'free', user: { id: 'user-agent' } })
    expect(frames[2]?.['chat']).toMatchObject({
      needsHelp: true,
      user: null,
      pausedAt: expect.any(String) as string,
      helpAt: expect.any(String) as string,
    })
    expect(await readCursor()).toBe(cursor)
  })

  it('gets frames of other people’s changes in commit order, none twice', async () => {
    const socket = await openStaff(agent)
    await Promise.all(Array.from({ length: 15 }, (_, index) => send('mine', `burst ${index}`)))
    await waitFor('all frames', () => socket.ofType('new_message').length >= 15)
    const times = socket.ofType('new_message').map(({ message }) => String(readField(message, 'createdAt')))
    expect(times).toEqual([...new Set(times)].sort())
    expect(times).toHaveLength(15)
  })

  it('is told the number of distinct users: once on opening, then on joining and leaving', async () => {
    const first = await openStaff(agent)
    const counts = () => first.ofType('admin_joined').map(({ value }) => value)
    expect(counts()).toEqual([1])
    await openStaff(agent)
    const maria = await openStaff(await signIn(server, 'maria'))
    await waitFor('two', () => counts().at(-1) === 2)
    expect(maria.ofType('admin_joined').map(({ value }) => value)).toEqual([2])
    await maria.close()
    await waitFor('one again', () => counts().at(-1) === 1)
    expect(counts()).toEqual([1, 2, 1])
  })

  it('is closed with 4401 when its session ends, and no other with it', async () => {
    const ending = await signIn(server, 'maria')
    const socket = await openStaff(ending)
    const other = await openStaff(agent)
    await ending.call('/api/auth', { method: 'DELETE' })
    await waitFor('the close', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(4401)
    expect(other.closeCode).toBeNull()
  })

  it('is closed with 4401 when its user is removed', async () => {
    const { db } = server.context.store
    await db.insertInto('users').values({ id: 'temp', username: 'temp', name: 'Temp', role: 0 }).execute()
    const token = await server.context.store.transact((tx) => createSession(tx, 'temp'))
    const socket = await openStaff({ ...agent, token })
    await db.deleteFrom('users').where('id', '=', 'temp').execute()
    await waitFor('the close', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(4401)
  })

  it('is closed when it sends more than a control frame’s worth', async () => {
    const socket = await openStaff(agent)
    socket.socket.send('x'.repeat(10_000))
    await waitFor('the close', () => socket.closeCode !== null)
    expect(socket.closeCode).toBe(1009)
  })
})

describe('the heartbeat', () => {
  it('comes again and again, to staff, and a line that answers no ping is cut', async () => {
    const quick = await startTestServer({ heartbeatMs: 200 })
    try {
      const client = await signIn(quick, 'agent')
      const socket = await openStaffSocket(quick, client)
      const deaf = await openSocket(quick, [`bearer.${client.token ?? ''}`])
      deaf.socket.pong = () => undefined
      await waitFor('three heartbeats', () => socket.ofType('heartbeat').length >= 3)
      expect(readFrame(JSON.stringify(socket.ofType('heartbeat')[0]))).toEqual({ type: 'heartbeat' })
      await waitFor('the deaf line to be cut', () => deaf.closeCode !== null)
      expect(socket.closeCode).toBeNull()
      await socket.close()
    } finally {
      await quick.stop()
    }
  })
})

describe('a guest’s socket', () => {
  it('gets the own chat’s new messages only, as hints', async () => {
    const token = await server.context.store.transact((tx) =>
      createGuestSession(tx, { chatId: 'mine', guestId: 'guest-mine' }),
    )
    const guest = await openSocket(server, [`guest.${token}`])
    open.push(guest)
    const staff = await openStaff(agent)
    await agent.call('/api/takeover/pause/free')
    await send('free', 'not theirs')
    await agent.call('/api/takeover/play/free')
    const theirs = await send('mine', 'theirs')
    await waitFor('the frame', () => guest.frames.length > 0)
    await waitFor('the staff frames', () => staff.ofType('new_message').length === 2)
    expect(guest.frames).toEqual([
      { type: 'new_message', chatId: 'mine', value: readField(theirs.body, 'id') },
    ])
  })
})
