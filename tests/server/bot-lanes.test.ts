import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimJobs } from '#server/jobs/claim-job.ts'
import { lockExistingChat } from '#server/store/chats/change-holder.ts'
import { describeGuestMessage } from '#server/store/chats/write-chats.ts'
import { createCommit } from '#server/store/log/commit-changes.ts'
import { COULD_NOT_ANSWER } from '#server/bot/words.ts'
import { BOT_ANSWER_JOB } from '#server/store/jobs/job-kinds.ts'
import { openStore } from '#server/store/open-store.ts'
import { createLog } from '#server/log.ts'
import { signIn } from '#tests/support/api-client.ts'
import { readBot, teachIntents, waitForBot } from '#tests/support/bot.ts'
import { openGuest } from '#tests/support/guest.ts'
import {
  createTestDatabase,
  isPostgresRun,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { buildWorkerFile } from '#tests/support/worker-file.ts'
import { writeChanges } from '#tests/support/write-changes.ts'

const BREAKFAST = {
  name: 'breakfast',
  isStatic: false,
  dialog: { response: 'From seven to ten.' },
  questions: ['When is breakfast?', 'Until when do you serve breakfast?', 'breakfast hours'],
}
/** After this a guest thinks that nobody is there. */
const TAKEN_UP_MS = 10_000

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
  await teachIntents(server.context.store, [BREAKFAST])
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const readJobs = () =>
  server.context.store.db.selectFrom('jobs').selectAll().where('kind', '=', BOT_ANSWER_JOB).execute()

describe('the bot and its guests', () => {
  it('queues nothing for a chat that a person holds, and answers again afterwards', async () => {
    const guest = await openGuest(server.url)
    const agent = await signIn(server, 'agent')
    await agent.call(`/api/takeover/pause/${guest.chatId}`)
    await guest.say('When is breakfast?')
    expect(await readJobs()).toEqual([])
    await agent.call(`/api/takeover/play/${guest.chatId}`)
    await guest.say('When is breakfast?')
    expect((await waitForBot(guest, 1)).map(({ text }) => text)).toEqual(['From seven to ten.'])
  })

  it('asks for a person where an answer fails for good', async () => {
    const { db } = server.context.store
    const guest = await openGuest(server.url)
    await sql`create function refuse_bot() returns trigger language plpgsql as $$ begin
      if new.text = 'From seven to ten.' then raise exception 'no bot here'; end if;
      return new; end $$`.execute(db)
    await sql`create trigger refuse_bot before insert on messages for each row execute function refuse_bot()`.execute(
      db,
    )
    try {
      await guest.say('When is breakfast?')
      await waitFor('a failed run', async () => (await readJobs())[0]?.lastError === 'no bot here')
      // All but the last of its runs, without the wait between them.
      await db
        .updateTable('jobs')
        .set({ attempts: 4, runAt: new Date(0) })
        .execute()
      await waitFor('the help request', async () => {
        const chat = await db
          .selectFrom('chats')
          .select('needsHelp')
          .where('id', '=', guest.chatId)
          .executeTakeFirst()
        return chat?.needsHelp === true
      })
    } finally {
      await sql`drop trigger refuse_bot on messages`.execute(db)
      await sql`drop function refuse_bot()`.execute(db)
    }
    expect((await readBot(guest)).map(({ text }) => text)).toContain(COULD_NOT_ANSWER)
    expect(await readJobs()).toMatchObject([{ attempts: 5 }])
  })

  it.runIf(isPostgresRun)('answers while the configuration is being written', async () => {
    const guest = await openGuest(server.url)
    const other = await openStore({ ...database.settings }, createLog('silent'))
    try {
      await other.transact(async (tx) => {
        await sql`select pg_advisory_xact_lock(7202602)`.execute(tx)
        await guest.say('When is breakfast?')
        await waitForBot(guest, 1)
      })
    } finally {
      await other.close()
    }
  })

  it('takes up within 10 s what a killed process has left', async () => {
    const guest = await openGuest(server.url)
    const { chatId } = guest
    await server.stop()
    const killed = await openStore({ ...database.settings }, createLog('silent'), {
      workerFile: await buildWorkerFile(),
    })
    await writeChanges({ store: killed, commitChanges: createCommit([]) }, async (tx) => {
      const chat = await lockExistingChat(tx, chatId)
      const { change } = describeGuestMessage(chat, { text: 'When is breakfast?' })
      return { value: null, changes: [change] }
    })
    expect(await claimJobs(killed.db, [BOT_ANSWER_JOB], 1)).toMatchObject([{ attempts: 1 }])
    await killed.close()
    server = await startTestServer({ database })
    const readAnswers = () =>
      server.context.store.db
        .selectFrom('messages')
        .select('text')
        .where('chatId', '=', chatId)
        .where('sentByGuest', '=', false)
        .execute()
    await waitFor('the answer', async () => (await readAnswers()).length > 0, TAKEN_UP_MS)
    expect(await readAnswers()).toEqual([{ text: 'From seven to ten.' }])
  })
})
