import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { clearMirror } from '#src/actions/clear-mirror.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { openChat } from '#src/actions/open-chat.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { engineName, openChannel, type Channel } from '#src/sync/channel.ts'
import { RETRY_MAX_MS } from '#src/sync/retry-timer.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import { isSendCall } from '#tests/support/holding.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { runDesk, SILENT, type RunningDesk, type RunOptions } from '#tests/support/running-desk.ts'
import { waitForQuiet } from '#tests/support/quiet.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { idOf, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Half of what passes between two polls. */
const SOON_MS = 30_000

async function runAgent(server: TestServer, options?: RunOptions): Promise<RunningDesk> {
  const running = runDesk(await openDeskAt(server, 'agent'), options)
  await waitFor('the line to be live', () => running.connection.get().kind === 'live')
  return running
}

describe.each(['all', 'none'] as const)('the leading tab (I2, I3, I5; capabilities: %s)', (capabilities) => {
  let server: TestServer
  let guest: Guest
  let running: RunningDesk

  beforeAll(async () => {
    server = await startTestServer({ settings: { capabilities } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    // Node 20 has none of its own; a browser has.
    vi.stubGlobal('WebSocket', WebSocket)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    guest = await openGuest(server.url)
    running = await runAgent(server)
  })
  afterEach(async () => {
    await running.stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  const texts = async () =>
    (await readAllMessages(running.desk.workspace.mirror, guest.chatId)).map(({ message }) => message.text)
  const open = async () => {
    const { workspace } = running.desk
    await openChat(workspace, guest.chatId, Date.now())
    await waitFor(
      'the chat to be read',
      async () => (await readThreadRow(workspace.mirror, guest.chatId)).isComplete,
    )
  }

  it('a burst of guest messages arrives whole, without anybody asking', async () => {
    await guest.say('hello')
    await open()
    await Promise.all(['one', 'two', 'three', 'four'].map((text) => guest.say(text)))
    await waitFor('all of them', async () => {
      const all = await texts()
      return ['one', 'two', 'three', 'four'].every((text) => all.includes(text))
    })
  })

  it('what is queued goes out by itself, and shows as delivered', async () => {
    await guest.say('hello')
    await open()
    await sendMessage(running.desk.workspace, guest.chatId, 'how can I help?', Date.now(), 'bot')
    await guest.waitForStaffTexts(['how can I help?'])
    await waitFor('the outbox to be empty', async () => (await running.desk.operations()).length === 0)
    expect(await texts()).toContain('how can I help?')
  })

  it('a line that fails and comes back: nothing is lost, nothing is sent twice', async () => {
    await guest.say('hello')
    await open()
    const { desk, connection } = running
    desk.line.decide((call) => (isSendCall(call) ? 'lose' : 'drop'))
    running.comeBack()
    await waitFor('the line to be seen as down', () => connection.get().kind === 'offline')
    await guest.say('are you there?')
    await sendMessage(desk.workspace, guest.chatId, 'back again', Date.now(), 'bot')
    expect(desk.line.calls.filter(isSendCall)).toEqual([])
    desk.line.clear()
    running.comeBack()
    await guest.waitForStaffTexts(['back again'])
    await waitFor('both to be there', async () => {
      const all = await texts()
      return all.includes('are you there?') && all.includes('back again')
    })
    expect(connection.get().kind).toBe('live')
  })
})

describe('a line that fails while a pull is being stored', () => {
  it('is looked at again within seconds, not with the next poll', async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = await startTestServer({ settings: { capabilities: 'all' } })
    const running = await runAgent(server)
    try {
      await waitForQuiet({ seen: running.desk.line.calls })
      running.failAfterNextAnswer()
      running.comeBack()
      await waitFor('the login page to be noticed', () => running.connection.get().kind === 'captive-portal')
      await waitFor('the line to be seen as up', () => running.connection.get().kind === 'live')
    } finally {
      await running.stop()
      await server.stop()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
})

describe('a line that is cut while nothing is asked of it', () => {
  it('is seen as down by its realtime connection, not with the next poll', async () => {
    const sockets: WebSocket[] = []
    let isCut = false
    class Watched extends WebSocket {
      constructor(url: string | URL, protocols: string[]) {
        super(isCut ? 'ws://127.0.0.1:1/' : url, protocols)
        sockets.push(this)
      }
    }
    vi.stubGlobal('WebSocket', Watched)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = await startTestServer({ settings: { capabilities: 'all' } })
    const running = await runAgent(server)
    try {
      await waitForQuiet({ seen: running.desk.line.calls })
      isCut = true
      running.desk.line.decide(() => 'drop')
      for (const socket of sockets) socket.terminate()
      await waitFor('the line to be seen as down', () => running.connection.get().kind === 'offline', SOON_MS)
    } finally {
      await running.stop()
      await server.stop()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
})

describe('what was cleared on this device (D1)', () => {
  it('is read afresh at once when a page asks for it', async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'all' } })
    const name = engineName(server.url, idOf('agent'))
    const [channel, asking] = [openChannel(name), openChannel(name)]
    const running = await runAgent(server, { channel })
    try {
      const { desk } = running
      const { mirror } = desk.workspace
      await waitForQuiet({ seen: desk.line.calls })
      const before = await mirror.chats.count()
      expect(before).toBeGreaterThan(5)
      await clearMirror(desk.workspace, Date.now())
      asking.post({ type: 'flush' })
      await waitFor('the chats to be there again', async () => (await mirror.chats.count()) === before)
      await waitFor('the saved answers to be there again', async () => (await mirror.answers.count()) === 2)
      expect((await readAllMessages(mirror, 'long')).length).toBe(50)
    } finally {
      await running.stop()
      channel.close()
      asking.close()
      await server.stop()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
})

describe('an environment that is there again before its realtime connection is tried', () => {
  it('is live as soon as a pull has told of it, without anybody coming back', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = await startTestServer({ settings: { capabilities: 'all' } })
    const attempts: WebSocket[] = []
    let isRefusing = false
    class Watched extends WebSocket {
      constructor(url: string | URL, protocols: string[]) {
        super(isRefusing ? 'ws://127.0.0.1:1/' : url, protocols)
        attempts.push(this)
      }
    }
    vi.stubGlobal('WebSocket', Watched)
    let pull: () => void = () => undefined
    const channel: Channel = {
      ...SILENT,
      listen(listener) {
        pull = () => listener({ type: 'flush' })
        return () => undefined
      },
    }
    // The longest wait comes right after the first: nobody but the pull can end it within the test.
    const running = await runAgent(server, { channel, random: () => RETRY_MAX_MS })
    try {
      isRefusing = true
      attempts.at(-1)?.terminate()
      await waitFor('the next attempt', () => {
        pull()
        return attempts.length > 1
      })
      await waitFor('it to fail', () => attempts.at(-1)?.readyState === WebSocket.CLOSED)
      expect(running.connection.get().kind).toBe('connecting')
      isRefusing = false
      await waitFor('the line to be live', () => {
        pull()
        return running.connection.get().kind === 'live'
      })
    } finally {
      await running.stop()
      await server.stop()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })
})
