import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Change } from '../log/change.ts'
import type { Tx } from '../store.ts'

/** The chats that a user holds come with the new name; since when they are held stays. */
export async function describeRenamedHolder(tx: Tx, user: { id: string; name: string }): Promise<Change[]> {
  const chatIds = await lockHeldChats(tx, user.id)
  return chatIds.map((chatId) => ({ type: 'chat_changed', chatId, patch: { holderName: user.name } }))
}

/**
 * The chats of a user who is removed go back to the bot, so that no guest waits for somebody who is gone; one that needs
 * help is everybody's again and is alerted anew (W5). One with an open question needs help from now on, because the bot
 * answers nothing that was written to a person.
 */
export async function describeFreedChats(tx: Tx, userId: string): Promise<Change[]> {
  const chatIds = await lockHeldChats(tx, userId)
  const open = new Map((await readOpenQuestions(tx, userId)).map(({ id, needsHelp }) => [id, needsHelp]))
  return chatIds.map((chatId) => describeFreed(chatId, open.get(chatId) === false))
}

/**
 * The chats with an open question of a user who holds chats no more as they did, and may go on holding the others: a guest
 * who waits is put before everybody, as when they are removed.
 */
export async function describeFreedQuestions(tx: Tx, userId: string): Promise<Change[]> {
  await lockHeldChats(tx, userId)
  const open = await readOpenQuestions(tx, userId)
  return open.map(({ id, needsHelp }) => describeFreed(id, !needsHelp))
}

/** A help request that is open already stays as old as it is. */
function describeFreed(chatId: string, isHelpNeeded: boolean): Change {
  return isHelpNeeded
    ? { type: 'needs_help', chatId, patch: { holder: 'bot', needsHelp: true } }
    : { type: 'chat_changed', chatId, patch: { holder: 'bot' } }
}

/**
 * Whose newest words nobody of the staff has answered or resolved since. Asked when the chats are locked: the statement that
 * waits for a lock does not see the messages that were written before it got it.
 */
function readOpenQuestions(tx: Tx, userId: string): Promise<{ id: string; needsHelp: boolean }[]> {
  return tx
    .selectFrom('chats')
    .select(['id', 'needsHelp'])
    .where('holderId', '=', userId)
    .where('guestBlocked', '=', false)
    .where('lastUserMessageDate', 'is not', null)
    .where((eb) => eb.not(isHeardSince(eb.ref('chats.id'), eb.ref('chats.lastUserMessageDate'))))
    .orderBy('id')
    .execute()
}

/** Whether staff have answered in a chat, or resolved its help request, after a time. */
export function isHeardSince(chatId: Expression<string>, time: Expression<Date | null>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (
      select from messages answer
      where answer.chat_id = ${chatId} and answer.created_at > ${time} and answer.user_id is not null and answer.type <> 'event'
    ) or exists (
      select from help_requests request where request.chat_id = ${chatId} and request.ended_at > ${time}
    ))`
}

/** In the order of their ids, so that two who lock several wait for one another and not in a circle. */
async function lockHeldChats(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('chats')
    .select('id')
    .where('holderId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
