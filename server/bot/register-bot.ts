import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { BOT_ANSWER_JOB, TRAIN_JOB } from '../jobs/job-kinds.ts'
import { readModel, readPublishedId, readTrainingSets, writeTrained } from '../store/bot-models.ts'
import { lockChat, type Change } from '../store/commit-changes.ts'
import { readIntent } from '../store/intents.ts'
import type { Db, Tx } from '../store/store.ts'
import { describeBotMessage, describeNeedsHelp } from '../store/write-chats.ts'
import { trainClassifier, type Classifier } from './classifier.ts'
import { CLARIFYING_QUESTION, decideAnswer, type BotAnswer } from './decide-answer.ts'
import type { BotDialog } from './intent.ts'

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
    return (tx) => answerMessage(tx, { chatId, askedAt: message.createdAt, intentId })
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

/** Silent while somebody holds the chat or it is paused: looked at under the chat's lock, so that a takeover wins. */
async function answerMessage(
  tx: Tx,
  asked: { chatId: string; askedAt: Date; intentId: string | null },
): Promise<Change[]> {
  const { chatId, askedAt, intentId } = asked
  const chat = await lockChat(tx, chatId)
  if (!chat || chat.pausedAt !== null) return []
  const understood = intentId === null ? null : await readDialog(tx, intentId)
  const hasJustAsked = understood === null && (await hasAskedBack(tx, chatId, askedAt))
  return describeAnswer(chatId, decideAnswer(understood, hasJustAsked))
}

/** What an intent does; null where it does nothing: it is gone, switched off, or nothing was said yet. */
async function readDialog(tx: Tx, intentId: string): Promise<BotDialog | null> {
  const dialog = (await readIntent(tx, intentId))?.dialog ?? null
  return dialog?.isEnabled === true ? dialog : null
}

/** Whether the last words before the guest's were the bot's clarifying question. */
async function hasAskedBack(tx: Tx, chatId: string, before: Date): Promise<boolean> {
  const last = await tx
    .selectFrom('messages')
    .select('text')
    .where('chatId', '=', chatId)
    .where('createdAt', '<', before)
    .where('sentByGuest', '=', false)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.text === CLARIFYING_QUESTION
}

function describeAnswer(chatId: string, answer: BotAnswer): Change[] {
  if (answer.kind === 'say') {
    const { text, attachments } = answer
    return [
      describeBotMessage({ chatId, text, attachments, ...(attachments.length > 0 ? { type: 'card' } : {}) }),
    ]
  }
  return [
    describeBotMessage({ chatId, text: answer.text }),
    describeBotMessage({ chatId, text: answer.event, type: 'event' }),
    describeNeedsHelp(chatId, { pauseBot: true }),
  ]
}
