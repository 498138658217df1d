import { sql } from 'kysely'
import { createId, hashSha256 } from '../../ids.ts'
import type { Tx } from '../store.ts'
import type { BulkChat, BulkMessage } from './bulk-hotel.ts'
import { BATCH_ROWS, ChatBatch } from './chat-batch.ts'

/** Writes chats with their messages and files. All have one `rev`: the new epoch makes every older cursor a reset. */
export async function insertChats(tx: Tx, chats: Iterable<BulkChat>): Promise<void> {
  const next = await sql<{ rev: number }>`select nextval('changes_seq') as rev`.execute(tx)
  const rev = next.rows[0]?.rev ?? 0
  const batch = new ChatBatch(tx)
  for (const chat of chats) {
    const id = chat.id ?? createId(chat.createdAt.getTime())
    batch.chats.push(describeChat(chat, id, rev))
    batch.messages.push(...chat.messages.map((message) => describeMessage(message, id)))
    if (chat.guestInfo) batch.guestInfo.push({ chat_id: id, info: chat.guestInfo })
    if (batch.messages.length + batch.chats.length >= BATCH_ROWS) await batch.flush()
    if (!chat.attachments?.length) continue
    await batch.flush()
    for (const file of chat.attachments) {
      await tx
        .insertInto('attachments')
        .values({ ...file, chatId: id, size: file.bytes.length, digest: hashSha256(file.bytes) })
        .execute()
    }
  }
  await batch.flush()
}

function describeChat(chat: BulkChat, id: string, rev: number): object {
  const last = readLast(chat.messages)
  return {
    id,
    display_name: chat.displayName,
    source: chat.source,
    bot_name: chat.botName,
    messages_count: chat.messages.length,
    created_at: chat.createdAt,
    updated_at: chat.updatedAt,
    last_user_message_date: chat.messages.findLast((message) => message.sentByGuest)?.createdAt ?? null,
    last_message_at: last,
    paused_at: chat.pausedAt ?? null,
    needs_help: chat.helpAt !== undefined,
    help_at: chat.helpAt ?? null,
    holder_id: chat.holder?.id ?? null,
    holder_name: chat.holder?.name ?? null,
    guest_id: chat.guestId ?? createId(chat.createdAt.getTime()),
    rev,
  }
}

function readLast(messages: BulkMessage[]): Date | null {
  let last: Date | null = null
  for (const { createdAt } of messages) {
    if (last !== null && createdAt <= last) throw new Error('the messages of a chat must rise in time')
    last = createdAt
  }
  return last
}

function describeMessage(message: BulkMessage, chatId: string): object {
  return {
    id: message.id ?? createId(message.createdAt.getTime()),
    chat_id: chatId,
    text: message.text,
    sent_by_guest: message.sentByGuest,
    type: message.type ?? 'text',
    created_at: message.createdAt,
    attachments: message.attachments ?? [],
    user_id: message.user?.id ?? null,
    user_name: message.user?.name ?? null,
  }
}
