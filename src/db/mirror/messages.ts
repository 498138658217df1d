import { isBlank } from '#src/domain/text/blank.ts'
import Dexie from 'dexie'
import type { Message } from '#src/contract/chats.ts'
import { cutPreview } from '#src/domain/chats/describe-row.ts'
import type { ChatPreview, MirrorChat, MirrorDatabase, MirrorMessage } from './database.ts'

/**
 * Handed to the database in one task: so many hold up a key press for 20 ms on a slow phone (I9). Of fewer than 50 the library
 * notes each one's place in each index for the live queries: with 20 a catch-up took twice as long, in tasks of half a second.
 */
const ROWS_AT_ONCE = 50

/** The newest `limit` messages of a chat at or after `from`, oldest first; with `until` none after that. */
export async function readNewestMessages(
  mirror: MirrorDatabase,
  chatId: string,
  from: string,
  limit: number,
  until: string | null = null,
): Promise<MirrorMessage[]> {
  const rows = await mirror.messages
    .where('[chatId+createdAt]')
    .between([chatId, from], [chatId, until ?? Dexie.maxKey], true, true)
    .reverse()
    .limit(limit)
    .toArray()
  return rows.reverse()
}

/** The `createdAt` of the `count`th message after the given one; null where that is the last one, or past it. */
export async function readTimeAfter(
  mirror: MirrorDatabase,
  chatId: string,
  createdAt: string,
  count: number,
): Promise<string | null> {
  const [row, next] = await mirror.messages
    .where('[chatId+createdAt]')
    .between([chatId, createdAt], [chatId, Dexie.maxKey], false, true)
    .offset(count - 1)
    .limit(2)
    .toArray()
  return row && next ? row.createdAt : null
}

export async function readNewestMessage(
  mirror: MirrorDatabase,
  chatId: string,
): Promise<MirrorMessage | undefined> {
  return mirror.messages
    .where('[chatId+createdAt]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .last()
}

/** All that is mirrored of a chat, oldest first. */
export async function readAllMessages(mirror: MirrorDatabase, chatId: string): Promise<MirrorMessage[]> {
  return mirror.messages
    .where('[chatId+createdAt]')
    .between([chatId, Dexie.minKey], [chatId, Dexie.maxKey])
    .toArray()
}

/** The message that an operation of ours became, if the mirror has it (O6). */
export async function findByOperation(
  mirror: MirrorDatabase,
  operationId: string,
): Promise<MirrorMessage | undefined> {
  return mirror.messages.where('operationId').equals(operationId).first()
}

/**
 * Writes messages by id; none is ever dropped for its age (I4). A message keeps the operation that it was bound to
 * (O6). Call it inside a write on chats and messages.
 */
export async function putMessages(mirror: MirrorDatabase, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const bound = await readBindings(mirror, messages)
  const rows = messages.map((message) => toMirrorMessage(message, bound.get(message.id)))
  const newest = pickNewest(messages)
  const chats = mirror.chats.bulkGet([...newest.keys()])
  // One part is handed over while the database takes in the one before it, which leaves neither of them waiting.
  let before: PromiseLike<unknown> = chats
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = mirror.messages.bulkPut(rows.slice(from, from + ROWS_AT_ONCE))
    // Where the one before it fails, the transaction ends, and this one is not waited for.
    part.catch(() => undefined)
    await before
    before = part
  }
  await before
  await refreshPreviews(mirror, await chats, newest)
}

/** A message as it is mirrored; `operationId`: what it was bound to before. */
export function toMirrorMessage(message: Message, operationId = ''): MirrorMessage {
  const { id, chatId, createdAt } = message
  return { id, chatId, createdAt, message, operationId: readOperation(message) ?? operationId }
}

/**
 * The operation that a message says it came from: one of staff alone can say so. A guest's key is the guest's own, and may
 * be one of ours only by intent (O6).
 */
export function readOperation({ sentByGuest, clientId }: Message): string | null {
  return sentByGuest ? null : (clientId ?? null)
}

/** Which operations these messages are bound to in the mirror; only what staff wrote without naming one can be. */
async function readBindings(
  mirror: MirrorDatabase,
  messages: readonly Message[],
): Promise<Map<string, string>> {
  const ids = messages
    .filter(({ user, clientId }) => user !== null && clientId === undefined)
    .map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await mirror.messages.bulkGet(ids)
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.operationId]] : [])))
}

/** Binds a mirrored message to the operation that it came from (O6). */
export async function bindMessage(
  mirror: MirrorDatabase,
  messageId: string,
  operationId: string,
): Promise<void> {
  await mirror.messages.update(messageId, { operationId })
}

export async function removeMessages(mirror: MirrorDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await mirror.messages.bulkDelete([...ids])
}

/** The newest one of each chat. */
function pickNewest(messages: readonly Message[]): Map<string, Message> {
  const newest = new Map<string, Message>()
  for (const message of messages) {
    const known = newest.get(message.chatId)
    if (!known || known.createdAt <= message.createdAt) newest.set(message.chatId, message)
  }
  return newest
}

async function refreshPreviews(
  mirror: MirrorDatabase,
  rows: readonly (MirrorChat | undefined)[],
  newest: ReadonlyMap<string, Message>,
): Promise<void> {
  const changed = rows.flatMap((row) => {
    const message = row && newest.get(row.id)
    if (!message || (row.preview && row.preview.createdAt > message.createdAt)) return []
    return [{ ...row, preview: previewOf(message) }]
  })
  await mirror.chats.bulkPut(changed)
}

function previewOf(message: Message): ChatPreview {
  return {
    messageId: message.id,
    createdAt: message.createdAt,
    text: cutPreview(message.text),
    author: authorOf(message),
    attachment: isBlank(message.text) ? describeAttachment(message) : null,
  }
}

function authorOf({ type, sentByGuest, user }: Message): ChatPreview['author'] {
  if (type === 'event') return { kind: 'nobody' }
  if (sentByGuest) return { kind: 'guest' }
  return user ? { kind: 'staff', id: user.id, name: user.name } : { kind: 'bot' }
}

function describeAttachment(message: Message): string | null {
  const first = message.attachments[0]
  if (!first) return null
  if (first.contentType.startsWith('image/')) return 'Photo'
  if (first.contentType === 'application/pdf') return first.name ?? 'PDF'
  return first.content?.title ?? first.name ?? 'Attachment'
}
