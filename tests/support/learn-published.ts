import { learnQuestions } from '#server/bot/classifier.ts'
import { keepLearned, readLearned, readModel } from '#server/store/bot/bot-models.ts'
import type { Store } from '#server/store/store.ts'

/** Learns what a hotel has published, as the first who asks its bot has it learned: its copies do without. */
export async function learnPublished({ db }: Pick<Store, 'db'>): Promise<void> {
  const published = await readModel(db, 'published')
  const learned = await readLearned(db, 'published')
  if (!published || !learned) throw new Error('nothing was published')
  await keepLearned(db, published.id, await learnQuestions(learned.sets))
}
