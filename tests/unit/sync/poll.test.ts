import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Chat, Message } from '#src/contract/chats.ts'
import { openChat } from '#src/actions/open-chat.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readSyncedAt } from '#src/db/mirror/meta.ts'
import { createConnectionStore } from '#src/lib/connection.ts'
import type { Channel } from '#src/sync/channel.ts'
import { leadEngine } from '#src/sync/lead.ts'
import { createLine } from '#src/sync/line.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NO_CAPABILITIES } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MINUTE_MS = 60_000
const SILENT: Channel = { post: () => undefined, listen: () => () => undefined, close: () => undefined }

/** A realtime connection that never says anything, and never closes either. */
class SilentSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  close(): void {
    this.readyState = 3
  }
}

/** An environment with the specification alone: one chat, which changes without a word. */
class Environment {
  chat: Chat = makeChatRow('c')
  readonly messages: Message[] = [makeMessageRow('c', 'm1', 0)]

  say(id: string): void {
    this.messages.push(makeMessageRow('c', id, this.messages.length))
    this.chat = { ...this.chat, messagesCount: this.messages.length, updatedAt: at(this.messages.length) }
  }

  answer(path: string): Response {
    if (path === '/api/info/chats') return answerJson(200, [this.chat])
    if (path === '/api/info/chats/c') return answerJson(200, this.chat)
    if (path === '/api/info/chats/c/messages') return answerJson(200, this.messages)
    return answerJson(404, { message: 'No.', code: 'not_found' })
  }
}

const timers = () => vi.mocked(setTimeout).mock.calls
const countPolls = () => timers().filter(([, ms]) => ms === MINUTE_MS).length
const countReadings = ({ line }: Desk) =>
  line.calls.filter(({ path }) => path.startsWith('/api/info/chats?')).length

/** The minute that is waited for is over. */
function passMinute(): void {
  const [job] = timers().findLast(([, ms]) => ms === MINUTE_MS) ?? []
  if (job === undefined) throw new Error('nothing waits for a minute')
  job()
}

let stop: () => Promise<void>

async function lead(environment: Environment, isVisible: () => boolean): Promise<Desk> {
  const desk = await openDesk(
    (input) => Promise.resolve(environment.answer(new URL(String(input)).pathname)),
    { capabilities: NO_CAPABILITIES },
  )
  const line = createLine(createConnectionStore(0), Date.now)
  const stopped = new AbortController()
  const target = { ...desk.context.target, onLine: line.note }
  const done = leadEngine(
    { ...desk.context, target, signal: stopped.signal },
    {
      line,
      channel: SILENT,
      onProgress: () => undefined,
      holderId: 'page',
      host: {
        isVisible,
        onReturn: () => () => undefined,
        network: { get: () => false, subscribe: () => () => undefined, noteSlow: () => undefined },
        registerSync: () => Promise.resolve(),
        whenDrawn: () => Promise.resolve(),
      },
      takeFirstList: () => null,
      onRows: () => undefined,
      onSessionChanged: () => undefined,
    },
  )
  stop = async () => {
    stopped.abort()
    await done
  }
  await waitFor('the first reading', async () => (await readSyncedAt(desk.workspace.mirror)) !== null)
  await waitFor('a minute to be waited for', () => countPolls() > 0)
  return desk
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.spyOn(globalThis, 'setTimeout')
  // The connection that is given up at the end says so.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  await stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('I3: a look at everything every 60 s', () => {
  it('brings what no frame told of, the open thread included, minute after minute', async () => {
    const environment = new Environment()
    const desk = await lead(environment, () => true)
    const { mirror } = desk.workspace
    const ids = async () => (await readAllMessages(mirror, 'c')).map(({ id }) => id)
    await openChat(desk.workspace, 'c', Date.now())
    await waitFor('the thread', async () => (await ids()).length === 1)
    for (const id of ['m2', 'm3']) {
      environment.say(id)
      const polls = countPolls()
      passMinute()
      await waitFor(`${id} to be there`, async () => (await ids()).at(-1) === id)
      await waitFor('the next minute to be waited for', () => countPolls() > polls)
    }
    expect((await mirror.chats.get('c'))?.chat.messagesCount).toBe(3)
  })

  it('not while nobody looks; from the next minute on once somebody does', async () => {
    let isVisible = false
    const desk = await lead(new Environment(), () => isVisible)
    const readings = countReadings(desk)
    const polls = countPolls()
    passMinute()
    await waitFor('the next minute to be waited for', () => countPolls() > polls)
    expect(countReadings(desk)).toBe(readings)
    isVisible = true
    passMinute()
    await waitFor('a reading', () => countReadings(desk) > readings)
  })
})
