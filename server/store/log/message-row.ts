import { createId } from '../../ids.ts'
import type { MessageRow } from '../chats/chat-tables.ts'
import type { NewMessage } from './change.ts'

/** A message as it is written, but for its time, which the log gives it. */
export type NewMessageRow = Omit<MessageRow, 'createdAt'>

export function describeMessage(chatId: string, message: NewMessage): NewMessageRow {
  return {
    id: message.id ?? createId(),
    chatId,
    text: message.text,
    sentByGuest: message.sentByGuest,
    type: message.type ?? 'text',
    attachments: message.attachments ?? [],
    userId: message.user?.id ?? null,
    userName: message.user?.name ?? null,
    clientId: message.clientId ?? null,
    staffOnly: message.isStaffOnly ?? false,
  }
}
