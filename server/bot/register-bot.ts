import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { readAskedMessage } from '../store/bot/asked-message.ts'
import { readModel, readTrainingSets, writeTrained } from '../store/bot/bot-models.ts'
import { mayWriteTicket } from '../store/bot/intents.ts'
import { BOT_ANSWER_JOB, TRAIN_JOB } from '../store/jobs/job-kinds.ts'
import type { Db } from '../store/store.ts'
import { answerMessage, giveUpMessage } from './answer-message.ts'
import { trainClassifier, type Classifier } from './classifier.ts'

const payloadSchema = v.object({ chatId: v.string(), messageId: v.string() })
const NOT_LEARNED = 'These questions could not be learned.'
/** A quarter of a minute: a guest waits no longer before a person is asked. */
const ANSWER_ATTEMPTS = 5
const TRAIN_ATTEMPTS = 5

/**
 * Lets the bot answer guests (E6). Each guest message that it may answer wrote a job in its own transaction; the answer and
 * the job's removal are one transaction, so that it is given exactly once, also after a crash (E4). An answer that fails
 * each time becomes a help request.
 */
export function registerBot({ store, jobs, log }: Pick<ServerContext, 'store' | 'jobs' | 'log'>): void {
  const brain = new Brain(store.db)
  jobs.registerJob(BOT_ANSWER_JOB, {
    maxAttempts: ANSWER_ATTEMPTS,
    async prepare({ payload }) {
      const { chatId, messageId } = v.parse(payloadSchema, payload)
      const message = await readAskedMessage(store.db, messageId)
      if (!message) return null
      const { text: words, createdAt: askedAt, modelId, hasPending } = message
      const intentId = await brain.understand(words, modelId)
      const isLocked = hasPending || (intentId !== null && (await mayWriteTicket(store.db, intentId)))
      return (tx) => answerMessage(tx, { chatId, words, askedAt, intentId }, isLocked)
    },
    giveUp:
      ({ payload }) =>
      (tx) =>
        giveUpMessage(tx, v.parse(payloadSchema, payload).chatId),
  })
  jobs.registerJob(TRAIN_JOB, {
    maxAttempts: TRAIN_ATTEMPTS,
    async prepare() {
      const sets = await readTrainingSets(store.db)
      const failure = await trainClassifier(sets).then(
        () => null,
        (error: unknown) => {
          log.error('training', error)
          return NOT_LEARNED
        },
      )
      return async (tx) => {
        await writeTrained(tx, { sets, failure })
        return []
      }
    },
    giveUp: () => async (tx) => {
      await writeTrained(tx, { sets: await readTrainingSets(tx), failure: NOT_LEARNED })
      return []
    },
  })
}

/** The classifier of the published model; trained when another one was published. */
class Brain {
  readonly #db: Db
  #modelId: string | null = null
  #classifier: Promise<Classifier | null> = Promise.resolve(null)

  constructor(db: Db) {
    this.#db = db
  }

  /** The intent that a text means to a model; null where it means none. */
  async understand(text: string, modelId: string | null): Promise<string | null> {
    if (modelId !== this.#modelId) {
      this.#modelId = modelId
      this.#classifier = this.#train()
      // What could not be trained is tried again by the next who asks.
      this.#classifier.catch(() => (this.#modelId = null))
    }
    return (await (await this.#classifier)?.classify(text)) ?? null
  }

  async #train(): Promise<Classifier | null> {
    const model = await readModel(this.#db, 'published')
    return model && (await trainClassifier(model.sets))
  }
}
