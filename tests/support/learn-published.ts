import { publishFirstIntents } from '#server/bot/intent-store.ts'
import { learnQuestions } from '#server/bot/classifier.ts'
import { keepLearned, readLearned, readModel } from '#server/store/bot/bot-models.ts'
import type { Store } from '#server/store/store.ts'

/**
 * Publishes what a new hotel's bot knows, as its first start does, and learns it, as the first who asks it has it learned: its
 * copies do without.
 */
export async function learnPublished(store: Store): Promise<void> {
  await publishFirstIntents(store)
  const { db } = store
  const published = await readModel(db, 'published')
  const learned = await readLearned(db, 'published')
  if (!published || !learned) throw new Error('nothing was published')
  await keepLearned(db, published.id, await learnQuestions(learned.sets))
}
