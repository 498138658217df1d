import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { readModel, readPublishedId, readTrainingSets, writeTrained } from '../store/bot/bot-models.ts'
import { BOT_ANSWER_JOB, TRAIN_JOB } from '../store/jobs/job-kinds.ts'
import type { Db } from '../store/store.ts'
import { answerMessage } from './answer-message.ts'
import { trainClassifier, type Classifier } from './classifier.ts'

const payloadSchema = v.object({ chatId: v.string(), messageId: v.string() })
const NOT_LEARNED = 'These questions could not be learned.'

/**
 * Lets the bot answer guests (E6). Each guest message wrote a job in its own transaction; the answer and the job's removal
 * are one transaction, so that it is given exactly once, also after a crash (E4).
 */
export function registerBot(ctx: Pick<ServerContext, 'store' | 'jobs' | 'log'>): void {
  const brain = new Brain(ctx.store.db)
  ctx.jobs.registerJob(BOT_ANSWER_JOB, async (job) => {
    const { chatId, messageId } = v.parse(payloadSchema, job.payload)
    const message = await ctx.store.db
      .selectFrom('messages')
      .select(['text', 'createdAt'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!message) return null
    const intentId = await brain.understand(message.text)
    const { text: words, createdAt: askedAt } = message
    return (tx) => answerMessage(tx, { chatId, words, askedAt, intentId })
  })
  ctx.jobs.registerJob(TRAIN_JOB, async () => {
    const sets = await readTrainingSets(ctx.store.db)
    const failure = await trainClassifier(sets).then(
      () => null,
      (error: unknown) => {
        ctx.log.error('training', error)
        return NOT_LEARNED
      },
    )
    return async (tx) => {
      await writeTrained(tx, { sets, failure })
      return []
    }
  })
}

/** The classifier of the published model; trained when another one was published. */
class Brain {
  readonly #db: Db
  #modelId: string | null = null
  #classifier: Classifier | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /** The intent that a text means; null where it means none. */
  async understand(text: string): Promise<string | null> {
    const modelId = await readPublishedId(this.#db)
    if (modelId !== this.#modelId) await this.#train()
    return (await this.#classifier?.classify(text)) ?? null
  }

  async #train(): Promise<void> {
    const model = await readModel(this.#db, 'published')
    this.#classifier = model && (await trainClassifier(model.sets))
    this.#modelId = model?.id ?? null
  }
}
