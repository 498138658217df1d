import { insertIntents, publishFirstIntents } from '#server/bot/intent-store.ts'
import type { IntentSeed } from '#server/store/bot/dialog.ts'
import { HELD_QUESTION_JOB } from '#server/store/jobs/job-kinds.ts'
import type { Store } from '#server/store/store.ts'
import type { Message } from '#src/contract/chats.ts'
import type { Guest } from './guest.ts'
import type { TestServer } from './test-server.ts'
import { waitFor } from './wait-for.ts'

/** Adds intents to a hotel whose server runs, as if they had been trained and published. */
export async function teachIntents(store: Store, seeds: readonly IntentSeed[]): Promise<void> {
  await insertIntents(store, seeds)
  await store.db.deleteFrom('botModels').execute()
  await publishFirstIntents(store)
}

/** What the bot said to a guest, events of the thread with it. */
export async function readBot(guest: Guest): Promise<Message[]> {
  return (await guest.read()).filter(({ sentByGuest, user }) => !sentByGuest && user === null)
}

export function waitForBot(guest: Guest, count: number): Promise<Message[]> {
  return waitFor(`${count} lines of the bot`, async () => {
    const lines = await readBot(guest)
    return lines.length >= count && lines
  })
}

/** No job is left but those that look after a while whether staff did answer: what the bot does not say now it never says. */
export async function waitForQuiet(server: Pick<TestServer, 'context'>): Promise<void> {
  await waitFor('the jobs to be done', async () => {
    const job = await server.context.store.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '<>', HELD_QUESTION_JOB)
      .limit(1)
      .executeTakeFirst()
    return job === undefined
  })
}
