import { sql } from 'kysely'
import { isIntentAction, NEEDS_HELP } from '#src/contract/intents.ts'
import type { BotDialog, DialogChoice } from '../store/bot/dialog.ts'
import { readDialogs } from '../store/bot/intents.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import type { Change } from '../store/log/change.ts'
import type { Db, Tx } from '../store/store.ts'
import { describeHandover, describeLine, type Line } from './describe-lines.ts'
import { findChoice } from './find-choice.ts'
import type { BotStrings, StringKey } from './strings/shipped.ts'
import { ASKED_FOR_PERSON, COULD_NOT_PASS_ON } from './words.ts'
import { mayHaveTicket, writeTicket } from './write-ticket.ts'

/** The bot's turn to speak in a chat: what the guest said, and what the bot does about it, in its order. */
export interface Turn {
  tx: Tx
  /** Locked. */
  chat: ChatRow
  /** As a ticket has them. */
  words: string
  changes: Change[]
  /** The bot's own words, as they are in this turn. */
  readStrings(): Promise<BotStrings>
  /** Intents that have spoken in this turn: a chain of redirects that comes back to one ends. */
  spoken: Set<string>
  /** Whether the configuration is locked (`lockConfiguration`), as who writes a ticket has it. */
  isLocked: boolean
}

/** Whether an intent may write a ticket when it is meant: by itself, or by one that it leads on to. */
export function mayWriteTicket({ dialog: { type, redirectTo } }: ActingIntent): boolean {
  return type === 'ticket' || (redirectTo !== '' && redirectTo !== NEEDS_HELP)
}

/** The turn writes a ticket and does not have the configuration's lock, which comes before the chat's. */
class ConfigurationNotLocked extends Error {
  constructor() {
    super('a ticket is written under the lock of the configuration only')
    this.name = 'ConfigurationNotLocked'
  }
}

/** What an intent is called and does. */
export interface ActingIntent {
  id: string
  name: string
  dialog: BotDialog
}

/** Does what an intent is there for (specification section 9). It does nothing where the intent has nothing to say. */
export async function actIntent(turn: Turn, intent: ActingIntent): Promise<void> {
  if (turn.spoken.has(intent.id)) return
  turn.spoken.add(intent.id)
  const { dialog } = intent
  const { type } = dialog
  // A later build knows what to do.
  if (!isIntentAction(type)) return handOver(turn, ASKED_FOR_PERSON, { ...dialog, choices: [] })
  switch (type) {
    case 'message':
      say(turn, dialog)
      return follow(turn, dialog.redirectTo)
    case 'yes/no':
    case 'choice':
      return askFor(turn, intent, await orElse(turn, dialog, 'choice.question'))
    case 'ticket':
      if (await passOn(turn, intent)) say(turn, await orElse(turn, dialog, 'ticket.written'))
      return
    case 'ticket-user':
    case 'ticket-options':
      if (!(await isAllowed(turn, dialog))) return
      return type === 'ticket-user'
        ? askFor(turn, intent, { ...(await orElse(turn, dialog, 'ticket.question')), choices: [] })
        : askFor(turn, intent, await orElse(turn, dialog, 'choice.question'))
  }
}

/**
 * Takes the guest's words for an answer to what the intent asked last. False where they are none, or where the intent is
 * gone, switched off or asks nothing any more. `isUrgent`: words that are no choice are not for a ticket.
 */
export async function takeAnswer(turn: Turn, intentId: string, isUrgent: boolean): Promise<boolean> {
  const intent = await readActingIntent(turn.tx, intentId)
  if (!intent) return false
  const { type, choices } = intent.dialog
  const isForTicket = type === 'ticket-user' || type === 'ticket-options'
  if (!isForTicket && type !== 'yes/no' && type !== 'choice') return false
  const isFree = type === 'ticket-user'
  const choice = isFree ? choices[0] : findChoice(choices, turn.words)
  if (!choice || (isFree && isUrgent)) return false
  // A choice alone says little: the intent says of what it is one.
  if (!isFree) turn.words = `${intent.name}: ${choice.name}`
  if (isForTicket && !(await passOn(turn, intent))) return true
  await sayChoice(turn, choice, isForTicket ? 'ticket.written' : 'choice.taken')
  return true
}

/** Where a choice leads on, it need not say anything itself. */
async function sayChoice(turn: Turn, choice: DialogChoice, otherwise: StringKey): Promise<void> {
  const { redirectTo } = choice
  say(turn, redirectTo === '' ? await orElse(turn, choice, otherwise) : choice)
  await follow(turn, redirectTo)
  if (turn.changes.length === 0) await sayOwn(turn, otherwise)
}

async function follow(turn: Turn, redirectTo: string): Promise<void> {
  if (redirectTo === NEEDS_HELP) await handOver(turn, ASKED_FOR_PERSON, { response: '' })
  else if (redirectTo !== '') {
    const intent = await readActingIntent(turn.tx, redirectTo)
    if (intent) await actIntent(turn, intent)
  }
}

/** Asks, and waits for the answer in the guest's next message. */
async function askFor(turn: Turn, { id }: ActingIntent, line: Line): Promise<void> {
  say(turn, line)
  const row = { intentId: id, createdAt: sql<Date>`clock_timestamp()` }
  await turn.tx
    .insertInto('pendingDialogs')
    .values({ chatId: turn.chat.id, ...row })
    .onConflict((on) => on.column('chatId').doUpdateSet(row))
    .execute()
}

/** Writes the intent's ticket. False where it was not written: then the guest has been told. */
async function passOn(turn: Turn, { dialog }: ActingIntent): Promise<boolean> {
  if (!(await isAllowed(turn, dialog))) return false
  if (!turn.isLocked) throw new ConfigurationNotLocked()
  const { tx, chat, words } = turn
  if (await writeTicket(tx, chat, { department: dialog.department, words })) return true
  await handOver(turn, COULD_NOT_PASS_ON, await orElse(turn, { response: '' }, 'handover.notPassedOn'))
  return false
}

async function isAllowed(turn: Turn, dialog: BotDialog): Promise<boolean> {
  if (await mayHaveTicket(turn.tx, turn.chat, dialog)) return true
  await sayOwn(turn, 'ticket.onlyInHouse')
  return false
}

/** Nobody is left without a word, also where the intent has none. */
async function handOver(turn: Turn, event: string, line: Line): Promise<void> {
  say(turn, line)
  if (turn.changes.length === 0) await sayOwn(turn, 'handover.asking')
  turn.changes.push(...describeHandover(turn.chat.id, event))
}

/** What may be chosen is offered by those who ask only. */
function say(turn: Turn, line: Line): void {
  turn.changes.push(...describeLine(turn.chat.id, line))
}

async function sayOwn(turn: Turn, key: StringKey): Promise<void> {
  say(turn, { response: (await turn.readStrings())[key] })
}

/** The line with the bot's own words where it has none. */
async function orElse<T extends Line>(turn: Turn, line: T, otherwise: StringKey): Promise<T> {
  return line.response ? line : { ...line, response: (await turn.readStrings())[otherwise] }
}

/** Null where the intent is gone or switched off. */
export async function readActingIntent(db: Db, id: string): Promise<ActingIntent | null> {
  const [intent = null] = await readActingIntents(db, [id])
  return intent
}

/** Several at once, in the order of their ids. */
export async function readActingIntents(db: Db, ids: readonly string[]): Promise<(ActingIntent | null)[]> {
  const rows = await readDialogs(db, ids)
  return ids.map((id) => {
    const row = rows.get(id)
    return row?.dialog?.isEnabled === true ? { id, name: row.name, dialog: row.dialog } : null
  })
}
