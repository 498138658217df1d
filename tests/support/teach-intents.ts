import { insertIntents, publishFirstIntents } from '#server/bot/intent-store.ts'
import type { IntentSeed } from '#server/bot/intent.ts'
import type { Store } from '#server/store/store.ts'

/** Adds intents to a hotel whose server runs, as if they had been trained and published. */
export async function teachIntents(store: Store, seeds: readonly IntentSeed[]): Promise<void> {
  await insertIntents(store, seeds)
  await store.db.deleteFrom('botModels').execute()
  await publishFirstIntents(store)
}
