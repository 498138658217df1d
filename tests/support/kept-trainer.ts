import { createTrainer, type Trainer } from '#server/bot/train-in-thread.ts'
import { packModel, unpackModel } from '#server/bot/understanding/pack.ts'
import type { Learned } from '#server/store/bot/bot-tables.ts'
import { buildTrainingWorker } from './worker-file.ts'

/** What was learned of questions, their intents named by their places: hotels have other ids, and the same questions. */
const kept = new Map<string, Promise<Learned>>()

/** As the product learns, but the same questions once in a process: hundreds of hotels of tests have those of the bot alone. */
export function createKeptTrainer(): Trainer {
  return async (sets, stopped) => {
    stopped.throwIfAborted()
    const key = JSON.stringify(sets.map(({ questions }) => questions))
    const known = kept.get(key) ?? learn(sets.map(({ questions }) => questions))
    kept.set(key, known)
    const { understanding, warnings } = await known
    const idOf = (place: string) => sets[Number(place)]?.intentId ?? place
    const model = await unpackModel(understanding)
    return {
      understanding: await packModel({ ...model, intentIds: model.intentIds.map(idOf) }),
      warnings: warnings.map((warning) => ({
        ...warning,
        intentId: idOf(warning.intentId),
        otherId: idOf(warning.otherId),
      })),
    }
  }
}

async function learn(questions: readonly (readonly string[])[]): Promise<Learned> {
  const train = createTrainer(await buildTrainingWorker())
  const sets = questions.map((texts, place) => ({ intentId: String(place), questions: texts }))
  return train(sets, new AbortController().signal, { isWaitedFor: true })
}
