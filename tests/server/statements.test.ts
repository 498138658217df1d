import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeKey, openStaffSocket, signIn, type Client, type TestSocket } from '#tests/support/api-client.ts'
import { teachIntents } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { isPostgresRun, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** The least of so many is what it costs: now and then something is asked beside it. */
const ROUNDS = 4
/** As many as each costs today: one more is a decision, and not an accident. A transaction's begin and commit count. */
const MOST = { answer: 16, takeOver: 12, send: 6, sync: 2, chats: 2, messages: 3 }

const BREAKFAST = {
  name: 'breakfast',
  isStatic: false,
  dialog: { response: 'From seven to ten.' },
  questions: ['When is breakfast?', 'Until when do you serve breakfast?', 'breakfast hours'],
}

/** What each of the calls that are made most asks of the database: none costs more without anybody's noticing. */
describe.skipIf(!isPostgresRun)('SQL statements', () => {
  let server: TestServer
  let agent: Client
  let guest: Guest
  let socket: TestSocket
  const seen: string[] = []

  beforeAll(async () => {
    const original = pg.Client.prototype.query
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      seen.push(readText(given[0]))
      return Reflect.apply(original, this, given) as never
    })
    server = await startTestServer()
    await teachIntents(server.context.store, [BREAKFAST])
    agent = await signIn(server, 'agent')
    guest = await openGuest(server.url)
    socket = await openStaffSocket(server, agent)
    await askBot()
  })
  afterAll(async () => {
    socket.socket.terminate()
    await server.stop()
    vi.restoreAllMocks()
  })

  /** A guest's message, until a console is told of the bot's answer. */
  async function askBot(): Promise<void> {
    socket.frames.length = 0
    await guest.say('Until when do you serve breakfast?')
    await waitFor('the answer', () => socket.ofType('new_message').length === 2)
  }

  const change = (path: string, json?: object) => async () => {
    const options = { key: makeKey(), ...(json ? { method: 'POST', json } : {}) }
    expect((await agent.call(`/api/takeover/${path}/${guest.chatId}`, options)).status).toBe(200)
  }
  const read = (path: string) => async () => expect((await agent.call(path)).status).toBe(200)

  /** The cheapest of some rounds, its statements. */
  async function findCheapest(
    work: () => Promise<unknown>,
    before?: () => Promise<unknown>,
  ): Promise<string[]> {
    const rounds: string[][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await before?.()
      seen.length = 0
      await work()
      rounds.push([...seen])
    }
    return rounds.reduce((least, each) => (each.length < least.length ? each : least))
  }

  it.each([
    ['a guest’s message with the bot’s answer', MOST.answer, () => findCheapest(askBot)],
    ['a takeover', MOST.takeOver, () => findCheapest(change('pause'), change('play'))],
    [
      'a message of staff',
      MOST.send,
      () => findCheapest(change('send', { text: 'Good evening' }), change('pause')),
    ],
    ['a first page of changes', MOST.sync, () => findCheapest(read('/api/sync?limit=200'))],
    ['the list of chats', MOST.chats, () => findCheapest(read('/api/info/chats?scope=recent&limit=50'))],
    [
      'the messages of a chat',
      MOST.messages,
      () => findCheapest(read(`/api/info/chats/${guest.chatId}/messages?limit=50`)),
    ],
  ])('%s: at most %i', async (_, most, measure) => {
    const statements = await measure()
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
  })
})

function readText(given: unknown): string {
  if (typeof given === 'string') return given
  const text: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'text') : undefined
  return typeof text === 'string' ? text : ''
}
