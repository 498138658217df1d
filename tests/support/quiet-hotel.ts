import { createDemonstration } from '#server/demo/prepare-hotel.ts'
import { generateHotel } from '#server/demo/hotel.ts'
import type { DemoChat } from '#server/demo/rows.ts'
import { createLog } from '#server/log.ts'
import type { Settings } from '#server/settings-types.ts'
import { openStore } from '#server/store/open-store.ts'
import { learnPublished } from './learn-published.ts'
import { DEMO_PASSWORD } from './staff.ts'
import { buildWorkerFile } from './worker-file.ts'

/** A short chat: nothing of it is paged in. */
const FEW_MESSAGES = 16
/** Of the demonstration's short chats this one and no other up to the next. */
const EACH = 5

/**
 * Fills an empty database with the demonstration hotel on a quiet day: its people, answers and tickets, and a dozen of its
 * short chats. Signing in there costs half of what it does in the whole.
 */
export async function makeQuietHotel(database: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const workerFile = database.databaseUrl === null ? await buildWorkerFile() : ''
  const store = await openStore(database, createLog('silent'), { workerFile })
  try {
    const now = new Date()
    const settings = { demoPassword: DEMO_PASSWORD, hotelTimeZone: 'UTC' }
    await createDemonstration(store, settings, now, chooseFew(generateHotel(now)))
    await learnPublished(store)
  } finally {
    await store.close()
  }
}

function chooseFew(chats: readonly DemoChat[]): DemoChat[] {
  return chats
    .filter(({ messages }) => messages.length <= FEW_MESSAGES)
    .filter((_, index) => index % EACH === 0)
}
