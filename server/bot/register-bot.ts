import * as v from 'valibot'
import type { ServerContext } from '../context.ts'
import { BOT_ANSWER_JOB } from '../jobs/job-kinds.ts'
import { lockChat, type Change } from '../store/commit-changes.ts'
import type { Db, Tx } from '../store/store.ts'
import { describeBotMessage, describeNeedsHelp } from '../store/write-chats.ts'
import { trainClassifier, type Classifier } from './classifier.ts'
import { CLARIFYING_QUESTION, decideAnswer, type BotAnswer } from './decide-answer.ts'
import type { BotDialog } from './intent.ts'
import { readIntents, readIntentsVersion } from './intent-store.ts'

const payloadSchema = v.object({ chatId: v.string(), messageId: v.string() })

/**
 * Lets the bot answer guests (E6). Each guest message wrote a job in its own transaction; the answer and the job's removal
 * are one transaction, so that it is given exactly once, also after a crash (E4).
 */
export function registerBot(ctx: Pick<ServerContext, 'store' | 'jobs'>): void {
  const brain = new Brain(ctx.store.db)
  ctx.jobs.registerJob(BOT_ANSWER_JOB, async (job) => {
    const { chatId, messageId } = v.parse(payloadSchema, job.payload)
    const message = await ctx.store.db
      .selectFrom('messages')
      .select(['text', 'createdAt'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!message) return null
    const understood = await brain.understand(message.text)
    return (tx) => answerMessage(tx, { chatId, askedAt: message.createdAt, understood })
  })
}

/** The classifier of the newest intents; trained when they changed. */
class Brain {
  readonly #db: Db
  #version: string | null = null
  #classifier: Classifier | null = null
  #dialogs = new Map<string, BotDialog>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The dialog of the intent that a text means; null where it means none. */
  async understand(text: string): Promise<BotDialog | null> {
    const version = await readIntentsVersion(this.#db)
    if (this.#classifier === null || version !== this.#version) await this.#train(version)
    const intentId = (await this.#classifier?.classify(text)) ?? null
    return intentId === null ? null : (this.#dialogs.get(intentId) ?? null)
  }

  async #train(version: string): Promise<void> {
    const intents = await readIntents(this.#db)
    this.#classifier = await trainClassifier(
      intents.map(({ id, questions }) => ({ intentId: id, questions })),
    )
    this.#dialogs = new Map(intents.map(({ id, dialog }) => [id, dialog]))
    this.#version = version
  }
}

/** Silent while somebody holds the chat or it is paused: looked at under the chat's lock, so that a takeover wins. */
async function answerMessage(
  tx: Tx,
  asked: { chatId: string; askedAt: Date; understood: BotDialog | null },
): Promise<Change[]> {
  const { chatId, askedAt, understood } = asked
  const chat = await lockChat(tx, chatId)
  if (!chat || chat.pausedAt !== null) return []
  const hasJustAsked = understood === null && (await hasAskedBack(tx, chatId, askedAt))
  return describeAnswer(chatId, decideAnswer(understood, hasJustAsked))
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
