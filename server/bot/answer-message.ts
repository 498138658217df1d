import { sql } from 'kysely'
import { BOT_LOCALE } from '#src/domain/translations/locales.ts'
import { createId } from '../ids.ts'
import { readIntent } from '../store/bot/intents.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { describeBotMessage } from '../store/chats/write-chats.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import { createTextKey } from '../text.ts'
import { actIntent, takeAnswer, type ActingIntent, type Turn } from './act-dialog.ts'
import { EMERGENCY, PERSON } from './built-in-intents.ts'
import { describeHandover, describeLine } from './describe-lines.ts'
import { noteUnknown } from './note-unknown.ts'
import { readStringsOnce } from './strings/read-strings.ts'
import { readShipped, type BotStrings } from './strings/shipped.ts'
import { COULD_NOT_ANSWER } from './words.ts'

/** A guest's message, and what is known of it before its turn. */
export interface Asked {
  chatId: string
  messageId: string
  words: string
  askedAt: Date
  /** What the classifier takes it for; null where that is none, or one that is switched off. */
  intent: ActingIntent | null
  /** Whether the bot or a campaign waits for an answer in this chat. The bot's lane changes that, and a run. */
  hasPending: boolean
}

/** How the bot answers here. */
interface Manner {
  /** In which it speaks to guests whose own it does not. */
  houseLanguage: string
  isLocked: boolean
  takeOther: TakeOther
}

/** Takes words for an answer to what somebody else than the bot has asked the guest. False where they are none. */
export type TakeOther = (turn: Turn, askedAt: Date) => Promise<boolean>

/**
 * Answers a guest's message (E6): as an answer to what was asked last, or by the intent that it means. Silent while somebody
 * holds the chat or it is paused: `chat` is locked, so that a takeover wins. With `isLocked` the configuration was locked before
 * it, so that the answer may write a ticket; most answers write none, and hold nobody up.
 *
 * @throws ConfigurationNotLocked where a ticket is to be written and it is not.
 */
export async function answerMessage(
  tx: Tx,
  chat: ChatRow | null,
  asked: Asked,
  { houseLanguage, isLocked, takeOther }: Manner,
): Promise<Change[]> {
  const { chatId, words, askedAt, intent } = asked
  const pendingId = asked.hasPending ? await takePending(tx, chatId, askedAt) : null
  if (!chat || chat.pausedAt !== null) return []
  const readStrings = readStringsOnce(tx, houseLanguage, chat.language)
  const turn: Turn = { tx, chat, words, changes: [], readStrings, spoken: new Set(), isLocked }
  if (pendingId !== null && (await readLastSaid(tx, chatId, askedAt))?.isBots === true) {
    if (await takeAnswer(turn, pendingId, await isUrgent(tx, intent, words))) return turn.changes
  }
  if (asked.hasPending && pendingId === null && (await takeOther(turn, askedAt))) return turn.changes
  if (intent) await actIntent(turn, intent)
  if (turn.changes.length > 0) return turn.changes
  const last = await readLastSaid(tx, chatId, askedAt)
  const isAskedAgain = last !== null && (await isClarifying(tx, chatId, last))
  await noteUnknown(tx, chat, asked, isAskedAgain ? 'handedOver' : 'asked')
  const strings = await readStrings()
  return isAskedAgain ? giveUp(chatId, strings) : [await askToClarify(tx, chatId, strings)]
}

/** Asks for a person where the bot came to nothing, so that no guest waits for an answer that never comes. */
export async function giveUpMessage(tx: Tx, chatId: string, houseLanguage: string): Promise<Change[]> {
  const chat = await lockChat(tx, chatId)
  if (!chat || chat.pausedAt !== null) return []
  return giveUp(chatId, await readStringsOnce(tx, houseLanguage, chat.language)())
}

function giveUp(chatId: string, strings: BotStrings): Change[] {
  const response = strings['handover.notUnderstood']
  return [...describeLine(chatId, { response }), ...describeHandover(chatId, COULD_NOT_ANSWER)]
}

/** Which message asked is noted, because the words of the question may be others when the guest answers. */
async function askToClarify(tx: Tx, chatId: string, strings: BotStrings): Promise<Change> {
  const messageId = createId()
  await tx
    .insertInto('clarifyingQuestions')
    .values({ chatId, messageId })
    .onConflict((on) => on.column('chatId').doUpdateSet({ messageId }))
    .execute()
  return describeBotMessage({ id: messageId, chatId, text: strings['clarify.question'] })
}

/** A build that does not note its questions asks in the shipped words. */
async function isClarifying(tx: Tx, chatId: string, said: Said): Promise<boolean> {
  if (said.text === readShipped(BOT_LOCALE)['clarify.question']) return true
  const asked = await tx
    .selectFrom('clarifyingQuestions')
    .select('messageId')
    .where('chatId', '=', chatId)
    .executeTakeFirst()
  return asked?.messageId === said.id
}

interface Said {
  id: string
  text: string
  isBots: boolean
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
async function readLastSaid(tx: Tx, chatId: string, before: Date): Promise<Said | null> {
  const last = await tx
    .selectFrom('messages')
    .select(['id', 'text', 'type', 'userId'])
    .where('chatId', '=', chatId)
    .where('createdAt', '<', before)
    .where('sentByGuest', '=', false)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { id: last.id, text: last.text, isBots: last.userId === null && last.type !== 'event' } : null
}
