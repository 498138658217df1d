import DataLoader from 'dataloader'
import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { readAskedMessage, readAskedMessages, type AskedMessage } from '../store/bot/asked-message.ts'
import { readTrainingSets, writeTrained } from '../store/bot/bot-models.ts'
import { BOT_ANSWER_JOB, HELD_QUESTION_JOB, TRAIN_JOB } from '../store/jobs/job-kinds.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { TrainingSet } from '../store/bot/bot-tables.ts'
import type { Tx } from '../store/store.ts'
import { mayWriteTicket, readActingIntents } from './act-dialog.ts'
import { answerMessage, giveUpMessage, type TakeOther } from './answer-message.ts'
import { sayTimes } from './describe-lines.ts'
import { callsPerson, raiseUnanswered } from './held-question.ts'

const payloadSchema = v.object({ chatId: v.string(), messageId: v.string() })
const NOT_LEARNED = 'These questions could not be learned.'
/** A quarter of a minute: a guest waits no longer before a person is asked. */
const ANSWER_ATTEMPTS = 5
const TRAIN_ATTEMPTS = 5

/**
 * Lets the bot answer guests (E6). Each guest message that it may answer wrote a job in its own transaction; the answer and
 * the job's removal are one transaction, so that it is given exactly once, also after a crash (E4). An answer that fails
 * each time becomes a help request. `takeOther` comes before what the bot makes of words.
 */
export function registerBot(
  { store, jobs, log, settings, brain }: Pick<ServerContext, 'store' | 'jobs' | 'log' | 'settings' | 'brain'>,
  takeOther: TakeOther,
): void {
  const { hotelLanguage: houseLanguage } = settings
  // Jobs that are claimed together read together, and nothing of it is kept.
  const messages = readTogether((ids) => readAskedMessages(store.db, ids))
  const intents = readTogether((ids) => readActingIntents(store.db, ids))
  jobs.registerJob(BOT_ANSWER_JOB, {
    maxAttempts: ANSWER_ATTEMPTS,
    async prepare({ payload }) {
      const { chatId, messageId } = v.parse(payloadSchema, payload)
      const message = await messages.load(messageId)
      if (!message) return null
      const { text: words, createdAt: askedAt, hasPending } = message
      const intent = await understand(message)
      const isLocked = hasPending || (intent !== null && mayWriteTicket(intent))
      const asked = { chatId, messageId, words, askedAt, intent, hasPending }
      const manner = { houseLanguage, isLocked, takeOther }
      const answer = async (tx: Tx, chat: ChatRow | null) =>
        sayTimes(await answerMessage(tx, chat, asked, manner), settings.hotelTimeZone)
      if (!isLocked) return { chatId, shared: answer }
      return async (tx) => {
        // Before any chat.
        await lockConfiguration(tx)
        return answer(tx, await lockChat(tx, chatId))
      }
    },
    giveUp:
      ({ payload }) =>
      (tx) =>
        giveUpMessage(tx, v.parse(payloadSchema, payload).chatId, houseLanguage),
  })
  const understand = async ({ text, modelId }: AskedMessage) => {
    const intentId = await brain.understand(text, modelId)
    return intentId === null ? null : await intents.load(intentId)
  }
  jobs.registerJob(HELD_QUESTION_JOB, {
    maxAttempts: ANSWER_ATTEMPTS,
    async prepare({ payload }) {
      const { chatId, messageId } = v.parse(payloadSchema, payload)
      const message = await messages.load(messageId)
      if (!message || !(await callsPerson(store.db, await understand(message)))) return null
      return (tx) => raiseUnanswered(tx, { chatId, askedAt: message.createdAt })
    },
    // What can't be understood may have been a call for a person.
    giveUp:
      ({ payload }) =>
      async (tx) => {
        const { chatId, messageId } = v.parse(payloadSchema, payload)
        const message = await readAskedMessage(tx, messageId)
        return message ? raiseUnanswered(tx, { chatId, askedAt: message.createdAt }) : []
      },
  })
  jobs.registerJob(TRAIN_JOB, {
    maxAttempts: TRAIN_ATTEMPTS,
    async prepare(_job, stopped) {
      const sets = await readTrainingSets(store.db)
      const outcome = await learn(sets, stopped)
      return async (tx) => {
        await writeTrained(tx, { sets, ...outcome })
        return []
      }
    },
    giveUp: () => async (tx) => {
      await writeTrained(tx, { sets: await readTrainingSets(tx), failure: NOT_LEARNED, learned: null })
      return []
    },
  })

  const learn = async (sets: readonly TrainingSet[], stopped: AbortSignal) => {
    try {
      return { failure: null, learned: await brain.train(sets, stopped) }
    } catch (error) {
      // A server that stops leaves the training to the next.
      stopped.throwIfAborted()
      log.error('training', error)
      return { failure: NOT_LEARNED, learned: null }
    }
  }
}

function readTogether<T>(read: (ids: readonly string[]) => Promise<T[]>): DataLoader<string, T> {
  return new DataLoader(read, { cache: false })
}
