import * as v from 'valibot'
import { guestInfoSchema } from '#src/contract/guest-info.ts'
import { MAX_TICKET_CHARS, MAX_TICKET_ROOM_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { describeGuestStatus } from '#src/domain/guests/status.ts'
import type { BotDialog } from '../store/bot/dialog.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { recordChange } from '../store/configuration/audit.ts'
import { AUDITED_TICKETS, insertTicket } from '../store/configuration/tickets.ts'
import type { Tx } from '../store/store.ts'
import { shorten } from '../text.ts'
import { BOT } from './bot-name.ts'

/** Whether a dialog's ticket may be written for a guest (specification section 2, 'Require in-house authentication'). */
export async function mayHaveTicket(tx: Tx, chat: ChatRow, { requiresAuth }: BotDialog): Promise<boolean> {
  if (!requiresAuth) return true
  const register = await readRegister(tx, chat.id)
  return describeGuestStatus(register?.Status).status === 'CHECKEDIN'
}

/**
 * Writes the ticket of a guest's words, as `lockConfiguration` allows; consoles are told of it. False where its department
 * is not there any more.
 */
export async function writeTicket(
  tx: Tx,
  chat: ChatRow,
  { department, words }: { department: string; words: string },
): Promise<boolean> {
  const row = await tx.selectFrom('queues').select('id').where('id', '=', department).executeTakeFirst()
  if (!row) return false
  const known = (await readRegister(tx, chat.id))?.RoomNumber?.trim() ?? ''
  const room = known === '' ? null : shorten(known, MAX_TICKET_ROOM_CHARS)
  const after = await insertTicket(
    tx,
    {
      queueId: row.id,
      // As the console's own form has it.
      title: room === null ? shorten(chat.displayName, MAX_TICKET_TITLE_CHARS) : `Room ${room}`,
      description: cutText(words.trim(), MAX_TICKET_CHARS),
      agentId: null,
      status: 'open',
      guestId: chat.guestId,
      chatId: chat.id,
      room,
    },
    BOT.id,
  )
  await recordChange(tx, BOT, AUDITED_TICKETS, { before: null, after })
  return true
}

/** What the hotel's register says of the chat's guest; undefined where it says nothing. */
async function readRegister(tx: Tx, chatId: string) {
  const row = await tx.selectFrom('guestInfo').select('info').where('chatId', '=', chatId).executeTakeFirst()
  return v.parse(guestInfoSchema, row?.info ?? {}).Data?.PUB_GuestRegister
}

/** A story keeps its lines; its end goes where it is too long. */
function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return `${text.slice(0, maxChars - 1).replace(/\p{Surrogate}$/u, '')}…`
}
