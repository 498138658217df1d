import { sql } from 'kysely'
import { readIntent } from '../store/bot/intents.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import { createTextKey } from '../text.ts'
import { actIntent, takeAnswer, type ActingIntent, type Turn } from './act-dialog.ts'
import { EMERGENCY, PERSON } from './built-in-intents.ts'
import { describeHandover, describeLine } from './describe-lines.ts'
import { CLARIFYING_QUESTION, COULD_NOT_ANSWER, GIVING_UP } from './words.ts'

/** A guest's message, and what is known of it before its turn. */
export interface Asked {
  chatId: string
  words: string
  askedAt: Date
  /** What the classifier takes it for; null where that is none, or one that is switched off. */
  intent: ActingIntent | null
  /** Whether the bot or a campaign waits for an answer in this chat. The bot's lane changes that, and a run. */
  hasPending: boolean
}

/** Takes words for an answer to what somebody else than the bot has asked the guest. False where they are none. */
export type TakeOther = (turn: Turn, askedAt: Date) => Promise<boolean>

/**
 * Answers a guest's message (E6): as an answer to what was asked last, or by the intent that it means. Silent while somebody
 * holds the chat or it is paused: looked at under the chat's lock, so that a takeover wins. With `isLocked` the
 * configuration is locked first, so that the answer may write a ticket; most answers write none, and hold nobody up.
 *
 * @throws ConfigurationNotLocked where a ticket is to be written and it is not.
 */
export async function answerMessage(
  tx: Tx,
  asked: Asked,
  { isLocked, takeOther }: { isLocked: boolean; takeOther: TakeOther },
): Promise<Change[]> {
  const { chatId, words, askedAt, intent } = asked
  if (isLocked) await lockConfiguration(tx)
  const chat = await lockChat(tx, chatId)
  const pendingId = asked.hasPending ? await takePending(tx, chatId, askedAt) : null
  if (!chat || chat.pausedAt !== null) return []
  const turn: Turn = { tx, chat, words, changes: [], spoken: new Set(), isLocked }
  if (pendingId !== null && (await readLastSaid(tx, chatId, askedAt))?.isBots === true) {
    if (await takeAnswer(turn, pendingId, await isUrgent(tx, intent, words))) return turn.changes
  }
  if (asked.hasPending && pendingId === null && (await takeOther(turn, askedAt))) return turn.changes
  if (intent) await actIntent(turn, intent)
  if (turn.changes.length > 0) return turn.changes
  const last = await readLastSaid(tx, chatId, askedAt)
  if (last?.text !== CLARIFYING_QUESTION) return describeLine(chatId, { response: CLARIFYING_QUESTION })
  return [...describeLine(chatId, { response: GIVING_UP }), ...describeHandover(chatId, COULD_NOT_ANSWER)]
}

/** Asks for a person where the bot came to nothing, so that no guest waits for an answer that never comes. */
export async function giveUpMessage(tx: Tx, chatId: string): Promise<Change[]> {
  const chat = await lockChat(tx, chatId)
  if (!chat || chat.pausedAt !== null) return []
  return [...describeLine(chatId, { response: GIVING_UP }), ...describeHandover(chatId, COULD_NOT_ANSWER)]
}

/** The intent that waited for an answer, which it does for one message only: the next after its question. */
async function takePending(tx: Tx, chatId: string, askedAt: Date): Promise<string | null> {
  const { rows } = await sql<{ intentId: string; isNext: boolean }>`
    delete from pending_dialogs pending where chat_id = ${chatId} and created_at < ${askedAt}
    returning intent_id, not exists (
      select from messages where messages.chat_id = pending.chat_id and sent_by_guest
        and messages.created_at > pending.created_at and messages.created_at < ${askedAt}
    ) as is_next`.execute(tx)
  return rows[0]?.isNext === true ? rows[0].intentId : null
}

/** Whether free words are none to be passed on: an emergency, or the words that call a person, as they were trained. */
async function isUrgent(tx: Tx, meant: ActingIntent | null, words: string): Promise<boolean> {
  const intent = meant === null ? undefined : await readIntent(tx, meant.id)
  if (intent?.origin === EMERGENCY) return true
  if (intent?.origin !== PERSON) return false
  return intent.questions.some(({ text }) => createTextKey(text) === createTextKey(words))
}

/** The last words before the guest's that were not theirs: where staff spoke in between, the guest answers them. */
async function readLastSaid(
  tx: Tx,
  chatId: string,
  before: Date,
): Promise<{ text: string; isBots: boolean } | null> {
  const last = await tx
    .selectFrom('messages')
    .select(['text', 'type', 'userId'])
    .where('chatId', '=', chatId)
    .where('createdAt', '<', before)
    .where('sentByGuest', '=', false)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { text: last.text, isBots: last.userId === null && last.type !== 'event' } : null
}
