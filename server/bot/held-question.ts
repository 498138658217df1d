import { sql } from 'kysely'
import { isIntentAction, NEEDS_HELP } from '#src/contract/intents.ts'
import { isHeardSince } from '../store/chats/held-chats.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { describeNeedsHelp } from '../store/chats/write-chats.ts'
import type { Change } from '../store/log/change.ts'
import type { Db, Tx } from '../store/store.ts'
import { readActingIntent, type ActingIntent } from './act-dialog.ts'
import { HOLDER_SILENT } from './words.ts'

/** Whether the bot would call a person, by this intent or by one that it leads on to without asking the guest anything. */
export async function callsPerson(db: Db, intent: ActingIntent | null): Promise<boolean> {
  const seen = new Set<string>()
  for (let next = intent; next !== null && !seen.has(next.id);) {
    seen.add(next.id)
    const { type, redirectTo } = next.dialog
    // What only a later build knows is handed over, as `actIntent` does.
    if (!isIntentAction(type) || (type === 'message' && redirectTo === NEEDS_HELP)) return true
    if (type !== 'message' || redirectTo === '') return false
    next = await readActingIntent(db, redirectTo)
  }
  return false
}

/**
 * Puts a guest who asked for a person before everybody, where the chat's holder had time and did nothing: neither answered
 * nor resolved, and nobody else took the chat since. It needs help and is free, so that the alert has its usual stages
 * (W5); the bot stays silent, as when it is the one that calls a person.
 */
export async function raiseUnanswered(
  tx: Tx,
  { chatId, askedAt }: { chatId: string; askedAt: Date },
): Promise<Change[]> {
  const chat = await lockChat(tx, chatId)
  if (!chat || chat.holderId === null || chat.guestBlocked) return []
  const isTakenSince = chat.pausedAt !== null && chat.pausedAt > askedAt
  if (isTakenSince || (await isHeard(tx, chatId, askedAt))) return []
  const message = { text: HOLDER_SILENT, sentByGuest: false, type: 'event', isStaffOnly: true }
  return [{ type: 'new_message', chatId, message }, describeNeedsHelp(chatId, { pauseBot: true })]
}

async function isHeard(tx: Tx, chatId: string, askedAt: Date): Promise<boolean> {
  const heard = isHeardSince(sql<string>`${chatId}`, sql<Date>`${askedAt}::timestamptz`)
  const { rows } = await sql<{ isHeard: boolean }>`select ${heard} as is_heard`.execute(tx)
  return rows[0]?.isHeard === true
}
