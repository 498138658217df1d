import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { readAskedMessage } from '../store/bot/asked-message.ts'
import { readTrainingSets, writeTrained } from '../store/bot/bot-models.ts'
import { BOT_ANSWER_JOB, TRAIN_JOB } from '../store/jobs/job-kinds.ts'
import type { TrainingSet } from '../store/bot/bot-tables.ts'
import { mayWriteTicket, readActingIntent } from './act-dialog.ts'
import { answerMessage, giveUpMessage, type TakeOther } from './answer-message.ts'
import { Brain } from './brain.ts'
import type { Trainer } from './train-in-thread.ts'

const payloadSchema = v.object({ chatId: v.string(), messageId: v.string() })
const NOT_LEARNED = 'These questions could not be learned.'
/** A quarter of a minute: a guest waits no longer before a person is asked. */
const ANSWER_ATTEMPTS = 5
const TRAIN_ATTEMPTS = 5

/**
 * Lets the bot answer guests (E6). Each guest message that it may answer wrote a job in its own transaction; the answer and
 * the job's removal are one transaction, so that it is given exactly once, also after a crash (E4). An answer that fails
 * each time becomes a help request. `takeOther` comes before what the bot makes of words. The brain is to be stopped with the server.
 */
export function registerBot(
  { store, jobs, log }: Pick<ServerContext, 'store' | 'jobs' | 'log'>,
  train: Trainer,
  takeOther: TakeOther,
): Brain {
  const brain = new Brain(store.db, train)
  jobs.registerJob(BOT_ANSWER_JOB, {
    maxAttempts: ANSWER_ATTEMPTS,
    async prepare({ payload }) {
      const { chatId, messageId } = v.parse(payloadSchema, payload)
      const message = await readAskedMessage(store.db, messageId)
      if (!message) return null
      const { text: words, createdAt: askedAt, modelId, hasPending } = message
      const intentId = await brain.understand(words, modelId)
      const intent = intentId === null ? null : await readActingIntent(store.db, intentId)
      const isLocked = hasPending || (intent !== null && mayWriteTicket(intent))
      return (tx) =>
        answerMessage(tx, { chatId, messageId, words, askedAt, intent, hasPending }, { isLocked, takeOther })
    },
    giveUp:
      ({ payload }) =>
      (tx) =>
        giveUpMessage(tx, v.parse(payloadSchema, payload).chatId),
  })
  jobs.registerJob(TRAIN_JOB, {
    maxAttempts: TRAIN_ATTEMPTS,
    async prepare(_job, stopped) {
      const sets = await readTrainingSets(store.db)
      const learned = await learn(sets, stopped)
      return async (tx) => {
        await writeTrained(tx, { sets, ...learned })
        return []
      }
    },
    giveUp: () => async (tx) => {
      await writeTrained(tx, { sets: await readTrainingSets(tx), failure: NOT_LEARNED, classifier: null })
      return []
    },
  })

  const learn = async (sets: readonly TrainingSet[], stopped: AbortSignal) => {
    try {
      return { failure: null, classifier: await train(sets, stopped) }
    } catch (error) {
      // A server that stops leaves the training to the next.
      stopped.throwIfAborted()
      log.error('training', error)
      return { failure: NOT_LEARNED, classifier: null }
    }
  }
  return brain
}
