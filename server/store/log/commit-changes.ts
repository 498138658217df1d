import { sql } from 'kysely'
import { createId } from '../../ids.ts'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import type { Tx } from '../store.ts'
import type { Change, ChangeEffect, CommitChanges, Committed, NewMessage } from './change.ts'

/** `pg_advisory_xact_lock` of the change log: any constant that nothing else uses. */
const LOG_LOCK = 7_202_601

/**
 * The one way in which chats and messages are written, with or without an idempotency key. `effects` write what the changes
 * cause (E4), in their order, before the log is locked.
 *
 * What it gives makes the last statements before COMMIT (E3): nothing may be awaited after it. The chats were locked by
 * `lockChat` or inserted in this transaction.
 */
export function createCommit(effects: readonly ChangeEffect[]): CommitChanges {
  return async (tx, changes) => {
    if (changes.length === 0) return { chats: [], messages: [] }
    for (const writeEffect of effects) await writeEffect(tx, changes)
    return writeLog(tx, changes)
  }
}

/** Takes the log's lock, assigns `seq`, `rev` and times by the database's clock, writes messages and log, and notifies. */
async function writeLog(tx: Tx, changes: Change[]): Promise<Committed> {
  await sql`select pg_advisory_xact_lock(${LOG_LOCK}), pg_notify('bellhop_changes', '')`.execute(tx)
  const committed: Committed = { chats: [], messages: [] }
  for (const change of changes) {
    const chat = await updateChat(tx, change)
    committed.chats.push(chat)
    const message = change.message ? await insertMessage(tx, chat, change.message) : null
    if (message) committed.messages.push(message)
    await tx
      .insertInto('changes')
      .values({ seq: chat.rev, type: change.type, chatId: chat.id, messageId: message?.id ?? null })
      .execute()
  }
  return committed
}

/** The log's clock: the database's, at least 1 ms after the chat's last message, so that times order messages. */
const commitTime = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), last_message_at + interval '1 millisecond')`

async function updateChat(tx: Tx, change: Change): Promise<ChatRow> {
  const { patch = {}, message } = change
  const { holder } = patch
  return tx
    .updateTable('chats')
    .where('id', '=', change.chatId)
    .set({ rev: sql<number>`nextval('changes_seq')`, updatedAt: commitTime })
    .$if(patch.displayName !== undefined, (query) => query.set({ displayName: patch.displayName ?? '' }))
    .$if(patch.holderName !== undefined, (query) => query.set({ holderName: patch.holderName ?? '' }))
    .$if(patch.needsHelp === true, (query) => query.set({ needsHelp: true, helpAt: commitTime }))
    .$if(patch.needsHelp === false, (query) => query.set({ needsHelp: false, helpAt: null }))
    .$if(holder === 'bot', (query) => query.set({ pausedAt: null, holderId: null, holderName: null }))
    .$if(holder === 'bot-paused', (query) =>
      query.set({ pausedAt: commitTime, holderId: null, holderName: null }),
    )
    .$if(typeof holder === 'object', (query) =>
      typeof holder === 'object'
        ? query.set({ pausedAt: commitTime, holderId: holder.id, holderName: holder.name })
        : query,
    )
    .$if(message !== undefined, (query) =>
      query.set((eb) => ({ messagesCount: eb('messagesCount', '+', 1), lastMessageAt: commitTime })),
    )
    .$if(message?.sentByGuest === true, (query) => query.set({ lastUserMessageDate: commitTime }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function insertMessage(tx: Tx, chat: ChatRow, message: NewMessage): Promise<MessageRow> {
  return tx
    .insertInto('messages')
    .values({
      id: message.id ?? createId(),
      chatId: chat.id,
      text: message.text,
      sentByGuest: message.sentByGuest,
      type: message.type ?? 'text',
      createdAt: chat.updatedAt,
      attachments: JSON.stringify(message.attachments ?? []),
      userId: message.user?.id ?? null,
      userName: message.user?.name ?? null,
      clientId: message.clientId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
