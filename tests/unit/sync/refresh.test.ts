import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChat } from '#src/actions/open-chat.ts'
import { ApiError } from '#src/api/errors.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { BACKOFF_MAX_MS } from '#src/domain/outbox/timing.ts'
import { createFetchQueue } from '#src/sync/fetch-queue.ts'
import { followHint, refreshAll, refreshThread } from '#src/sync/refresh.ts'
import { waitForQuiet } from '#tests/support/bot.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'
import { openScripted } from '#tests/support/scripted-desk.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let guest: Guest

beforeAll(async () => {
  server = await startTestServer({ settings: { capabilities: 'none' } })
  guest = await openGuest(server.url)
})
afterAll(() => server.stop())

const texts = async (desk: Desk, chatId: string) =>
  (await readAllMessages(desk.workspace.mirror, chatId)).map((row) => row.message.text)
const isMessages = (call: { path: string }) => call.path.endsWith('/messages')

/** A desk that has read the guest's chat once, and looks at it no more. */
async function openReader(): Promise<Desk> {
  const desk = await openDeskAt(server, 'agent')
  await guest.say('hello')
  // Else the bot's answer may come between two readings.
  await waitForQuiet(server)
  await desk.sync()
  await refreshThread(desk.context, guest.chatId)
  return desk
}

describe('without sync: refreshAll (I3)', () => {
  it('reads the messages of a chat that changed, and of no other', async () => {
    const desk = await openReader()
    await desk.sync()
    const calls = desk.line.calls.length
    await desk.sync()
    expect(desk.line.calls.slice(calls).map((call) => call.path)).toEqual(['/api/info/chats?scope=recent'])
    await guest.say('news')
    await desk.sync()
    expect(await texts(desk, guest.chatId)).toContain('news')
  })

  it('interrupted between the chats and their messages, the next one reads what it missed', async () => {
    const desk = await openReader()
    await guest.say('behind the interruption')
    desk.line.failNext(isMessages, 'drop')
    await expect(desk.sync()).rejects.toThrow(ApiError)
    await desk.sync()
    expect(await texts(desk, guest.chatId)).toContain('behind the interruption')
  })

  it('absence from the list deletes nothing (I4)', async () => {
    const desk = await openReader()
    await desk.workspace.mirror.chats.put({
      id: 'elsewhere',
      chat: makeChatRow('elsewhere'),
      updatedAt: at(0),
      help: 0,
      paused: 0,
      heldBy: '',
      readAt: 0,
      snapshot: '',
      preview: null,
    })
    await desk.sync()
    expect(await desk.workspace.mirror.chats.get('elsewhere')).toBeDefined()
  })

  it.each(['html', 'half-json', 'drop', 'error-500'] as const)(
    'a list that ends as %s changes nothing',
    async (fault) => {
      const desk = await openReader()
      const before = await desk.workspace.mirror.chats.toArray()
      desk.line.failNext((call) => call.path.startsWith('/api/info/chats'), fault)
      await expect(desk.sync()).rejects.toThrow(ApiError)
      expect(await desk.workspace.mirror.chats.toArray()).toEqual(before)
    },
  )
})

describe('without sync: hints (I1, I3)', () => {
  it('a hint brings the chat and the message', async () => {
    const desk = await openReader()
    const { id } = await guest.say('hinted')
    await followHint(desk.context, guest.chatId, id)
    expect(await texts(desk, guest.chatId)).toContain('hinted')
  })

  it('a lost hint is noticed by the next one', async () => {
    const desk = await openReader()
    await guest.say('its hint was lost')
    const { id } = await guest.say('its hint came')
    await followHint(desk.context, guest.chatId, id)
    expect(await texts(desk, guest.chatId)).toContain('its hint was lost')
  })

  it('a hint that names no message brings the messages that it stands for', async () => {
    const desk = await openReader()
    await guest.say('a call for help in a burst of frames')
    await followHint(desk.context, guest.chatId, null)
    expect(await texts(desk, guest.chatId)).toContain('a call for help in a burst of frames')
  })

  it('a chat that is gone is removed', async () => {
    const desk = await openReader()
    await desk.workspace.mirror.chats.update(guest.chatId, { snapshot: '' })
    desk.line.failNext((call) => call.path === `/api/info/chats/${guest.chatId}`, {
      status: 404,
      body: { message: 'Gone.', code: 'not_found' },
    })
    await followHint(desk.context, guest.chatId, null)
    expect(await desk.workspace.mirror.chats.get(guest.chatId)).toBeUndefined()
    expect(await texts(desk, guest.chatId)).toEqual([])
  })

  it('I10: of a thread that is known in part only, no gap is drawn as complete', async () => {
    const messages = [1, 2, 3, 4].map((n) => makeMessageRow('c', `m${n}`, n * 1_000))
    let known = 1
    const desk = await openScripted(
      () => [makeChatRow('c', { messagesCount: known + 100, updatedAt: at(known) })],
      () => messages.slice(0, known),
    )
    // Paging environments list the newest only: here m1 of 101.
    await followHint(desk.context, 'c', 'm1')
    known = 3
    await followHint(desk.context, 'c', 'm3')
    expect((await readThreadRow(desk.workspace.mirror, 'c')).isComplete).toBe(true)
    expect((await readAllMessages(desk.workspace.mirror, 'c')).map((row) => row.id)).toEqual([
      'm1',
      'm2',
      'm3',
    ])
  })
})

describe('without rev: whose word is newer (I4)', () => {
  it('a GET that began before a write was answered is dropped', async () => {
    let isOld = true
    const desk = await openScripted(() => [makeChatRow('c', { displayName: isOld ? 'old' : 'new' })])
    desk.line.failNext(() => true, 'hang')
    const late = refreshAll(desk.context)
    await expect.poll(() => desk.line.hanging()).toBe(1)
    desk.clock.advance(10)
    isOld = false
    await refreshAll(desk.context)
    isOld = true
    desk.line.release()
    await late
    expect((await desk.workspace.mirror.chats.get('c'))?.chat.displayName).toBe('new')
  })

  it('I8: a device clock that was set back does not freeze the list', async () => {
    let name = 'before'
    const desk = await openScripted(() => [makeChatRow('c', { displayName: name })])
    await refreshAll(desk.context)
    desk.clock.set(NOON - 3_600_000)
    name = 'after'
    await refreshAll(desk.context)
    expect((await desk.workspace.mirror.chats.get('c'))?.chat.displayName).toBe('after')
  })
})

describe('fetch requests (DESIGN section 1)', () => {
  it('an opened chat is read with its guest card, and the requests are gone', async () => {
    const desk = await openDeskAt(server, 'agent')
    await openChat(desk.workspace, guest.chatId, desk.clock.now())
    await createFetchQueue(desk.context).run()
    expect(await desk.workspace.mirror.fetchRequests.count()).toBe(0)
    expect((await readThreadRow(desk.workspace.mirror, guest.chatId)).isComplete).toBe(true)
    expect(await desk.workspace.mirror.guestCards.get(guest.chatId)).toBeDefined()
  })

  it('what could not be fetched keeps its problem and is tried again; what is not there is not', async () => {
    const desk = await openDeskAt(server, 'agent')
    await openChat(desk.workspace, guest.chatId, desk.clock.now())
    await openChat(desk.workspace, 'no-such-chat', desk.clock.now())
    desk.line.decide((call) => (call.path.includes('no-such-chat') ? 'pass' : 'drop'))
    await createFetchQueue(desk.context).run()
    const problems = new Map(
      (await desk.workspace.mirror.fetchRequests.toArray()).map((row) => [row.key, row.problem]),
    )
    expect(problems.get(`thread:${guest.chatId}`)).toBe('unreachable')
    expect(problems.get('thread:no-such-chat')).toBe('not-found')
    desk.line.decide(null)
    desk.clock.advance(BACKOFF_MAX_MS)
    const calls = desk.line.calls.length
    await createFetchQueue(desk.context).run()
    expect(desk.line.calls.slice(calls).filter((call) => call.path.includes('no-such-chat'))).toEqual([])
    expect((await desk.workspace.mirror.fetchRequests.toArray()).map((row) => row.key)).not.toContain(
      `thread:${guest.chatId}`,
    )
  })

  it('asked again while it was fetched: it is fetched again', async () => {
    const desk = await openDeskAt(server, 'agent')
    await openChat(desk.workspace, guest.chatId, 1)
    desk.line.failNext((call) => call.path.includes('inhouse'), 'hang')
    const fetching = createFetchQueue(desk.context).run()
    await expect.poll(() => desk.line.hanging()).toBe(1)
    await openChat(desk.workspace, guest.chatId, 2)
    desk.line.release()
    await fetching
    expect(desk.line.calls.filter((call) => call.path.includes('inhouse'))).toHaveLength(2)
    expect(await desk.workspace.mirror.fetchRequests.count()).toBe(0)
  })
})
