import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HELD_QUESTION_JOB } from '#server/store/jobs/job-kinds.ts'
import { createClient, signIn, type Client } from '#tests/support/api-client.ts'
import { readBot, teachIntents } from '#tests/support/bot.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/**
 * A guest asks for a person in a chat that somebody holds (docs/decisions/052-removed-colleagues.md). Time passes in the
 * rows of what is due, because jobs go by the database's clock.
 */
let database: TestDatabase
let server: TestServer
let agent: Client
let maria: Client
let guest: Guest

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
  const { id: person } = await server.context.store.db
    .selectFrom('intents')
    .select('id')
    .where('origin', '=', 'person')
    .executeTakeFirstOrThrow()
  await teachIntents(server.context.store, [
    {
      name: 'manager',
      isStatic: false,
      dialog: { response: 'One moment.', redirectTo: person },
      questions: ['fetch the house director', 'director please'],
    },
  ])
  agent = await signIn(server, 'agent')
  maria = await signIn(server, 'maria')
})
beforeEach(async () => {
  guest = await openGuest(server.url)
  await call(agent, 'pause')
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const call = async (client: Client, action: string) => {
  const { status } = await client.call(`/api/takeover/${action}/${guest.chatId}`)
  expect(status).toBe(200)
}
const answer = (text: string) =>
  agent.call(`/api/takeover/send/${guest.chatId}`, { method: 'POST', json: { text } })
const readChat = async () => (await maria.call(`/api/info/chats/${guest.chatId}`)).body
const readJobs = () =>
  server.context.store.db
    .selectFrom('jobs')
    .select(['id', sql<number>`extract(epoch from run_at - created_at)::float8`.as('seconds')])
    .where('kind', '=', HELD_QUESTION_JOB)
    .where(sql<boolean>`payload ->> 'chatId' = ${guest.chatId}`)
    .execute()
/** Five minutes are over for everything that waits in this chat, and it is done. */
async function passFiveMinutes(): Promise<void> {
  await server.context.store.db
    .updateTable('jobs')
    .set({ runAt: sql<Date>`clock_timestamp()` })
    .where(sql<boolean>`payload ->> 'chatId' = ${guest.chatId}`)
    .execute()
  server.context.jobs.wake()
  await waitFor('the jobs to be done', async () => (await readJobs()).length === 0)
}
const ALONE = { needsHelp: true, user: null, pausedAt: expect.any(String) as string }
const HELD = { needsHelp: false, user: { id: 'user-agent' } }

describe('a guest who asks for a person where somebody holds the chat', () => {
  it('is put before everybody after 5 minutes without an answer, and not before', async () => {
    await guest.say('I want to talk to a person')
    const [job] = await readJobs()
    expect(job?.seconds).toBeCloseTo(300, 0)
    server.context.jobs.wake()
    expect(await readChat()).toMatchObject(HELD)
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(ALONE)
    const { body } = await maria.call(`/api/info/chats/${guest.chatId}/messages`)
    const text = 'A person was asked for, and nobody answered for 5 minutes'
    expect(body).toMatchObject([{ sentByGuest: true }, { type: 'event', text, user: null }])
    expect(await guest.read()).toHaveLength(1)
    const stages = server.context.store.db.selectFrom('escalations').selectAll()
    expect(await stages.where('chatId', '=', guest.chatId).execute()).toHaveLength(1)
  })

  it('is so where the help request before was resolved', async () => {
    await call(agent, 'play')
    await guest.say('person')
    await waitFor('the help request', async () => (await readBot(guest)).length === 2)
    await call(agent, 'pause')
    await call(agent, 'resolve')
    expect(await readChat()).toMatchObject(HELD)
    await guest.say('person')
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(ALONE)
  })

  it.each(['There is a fire in the corridor', 'director please'])(
    'is so with any words by which the bot calls a person: %s',
    async (words) => {
      await guest.say(words)
      await passFiveMinutes()
      expect(await readChat()).toMatchObject(ALONE)
    },
  )

  it('is so where the answer came before the question', async () => {
    await guest.say('person')
    await answer('Good evening.')
    await guest.say('I want to talk to a person')
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(ALONE)
  })

  it('is so after a stop of the server', async () => {
    await guest.say('person')
    await server.stop()
    server = await startTestServer({ database })
    agent = createClient(server, agent.token)
    maria = createClient(server, maria.token)
    expect(await readJobs()).toHaveLength(1)
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(ALONE)
  })
})

describe('nobody is alerted', () => {
  const ways: [string, () => Promise<unknown>, object][] = [
    ['the holder answered', () => answer('Good evening.'), HELD],
    ['a colleague took it', () => call(maria, 'pause'), { ...HELD, user: { id: 'user-maria' } }],
    ['it went back to the bot', () => call(agent, 'play'), { ...HELD, user: null, pausedAt: null }],
  ]
  it.each(ways)('where %s', async (_, act, after) => {
    await guest.say('person')
    await act()
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(after)
  })

  it('where it was resolved since', async () => {
    await call(agent, 'play')
    await guest.say('person')
    await waitFor('the help request', async () => (await readBot(guest)).length === 2)
    await call(agent, 'pause')
    await guest.say('person')
    await call(agent, 'resolve')
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(HELD)
  })

  it.each(['Thank you so much', 'When is breakfast?', 'asdf'])('for other words: %s', async (words) => {
    await guest.say(words)
    await passFiveMinutes()
    expect(await readChat()).toMatchObject(HELD)
  })

  it('twice for one silence', async () => {
    await guest.say('person')
    await guest.say('person')
    await passFiveMinutes()
    const { body } = await maria.call(`/api/info/chats/${guest.chatId}/messages`)
    expect(body).toHaveLength(3)
  })
})
