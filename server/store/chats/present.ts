import type { Chat, Message } from '#src/contract/chats.ts'
import { presentDelivery, type DeliveredRow } from '../channels/deliveries.ts'
import type { ChatRow } from './chat-tables.ts'

/** A chat as it goes over the wire with every extension (CONTRACT section 5). */
export function presentChat(row: ChatRow): Chat {
  return {
    id: row.id,
    displayName: row.displayName,
    source: row.source,
    botName: row.botName,
    messagesCount: row.messagesCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastUserMessageDate: row.lastUserMessageDate?.toISOString() ?? null,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    needsHelp: row.needsHelp,
    user: row.holderId === null ? null : { id: row.holderId, name: row.holderName ?? '' },
    guestId: row.guestId,
    guestBlocked: row.guestBlocked,
    language: row.language,
    helpAt: row.helpAt?.toISOString() ?? null,
    rev: row.rev,
  }
}

/** A message as it goes over the wire with every extension. */
export function presentMessage(row: DeliveredRow): Message {
  const delivery = presentDelivery(row.delivery)
  return {
    id: row.id,
    chatId: row.chatId,
    text: row.text,
    sentByGuest: row.sentByGuest,
    type: row.type,
    createdAt: row.createdAt.toISOString(),
    attachments: row.attachments,
    user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
    // A guest's key is the guest's own: no row of a console is to be known by it.
    clientId: row.sentByGuest ? null : row.clientId,
    ...(delivery === undefined ? {} : { delivery }),
  }
}

/** What a guest is shown of a message (CONTRACT section 6): of staff the name alone, nobody's keys, and not how it went out. */
export function presentToGuest({ clientId: _clientId, delivery: _delivery, user, ...message }: Message) {
  return { ...message, user: user && { name: user.name } }
}

/** What is left of a chat where the environment has the specification alone (CONTRACT section 2). */
export function stripChat(row: Chat): Chat {
  const {
    rev: _rev,
    helpAt: _helpAt,
    complete: _complete,
    guestBlocked: _blocked,
    language: _language,
    ...chat
  } = row
  return chat
}

export function stripMessage(row: Message): Message {
  const { clientId: _clientId, delivery: _delivery, attachments, ...message } = row
  return { ...message, attachments: attachments.map(({ size: _size, ...attachment }) => attachment) }
}
