import { listAttachments, type StoredAttachment } from '../chats/attachment-rows.ts'
import { withDeliveries } from '../channels/deliveries.ts'
import { presentChat, presentMessage } from '../chats/present.ts'
import type { Db } from '../store.ts'
import { readGuestChats } from './find-guest.ts'

/** Messages that are read at a time. */
const PAGE_MESSAGES = 1_000

/** The bytes of an attachment from wherever they are; null where they are missing. */
export type ReadBytes = (attachment: StoredAttachment) => Promise<Uint8Array | null>

/**
 * All that is stored of a guest, as the text of one JSON document, piece by piece: files are in it as base64, one in memory
 * at a time. A token's hash is no data of theirs and is left out.
 */
export async function* writeGuestExport(
  db: Db,
  guestId: string,
  readBytes: ReadBytes,
): AsyncGenerator<string, void> {
  const chats = await readGuestChats(db, guestId)
  const chatIds = chats.map(({ id }) => id)
  const sessions = await db
    .selectFrom('guestSessions')
    .select(['chatId', 'createdAt', 'lastUsedAt'])
    .where('guestId', '=', guestId)
    .orderBy('createdAt')
    .execute()
  const cards = await db.selectFrom('guestInfo').selectAll().where('chatId', 'in', chatIds).execute()
  const ratings = await db
    .selectFrom('guestRatings')
    .selectAll()
    .where((eb) => eb.or([eb('guestId', '=', guestId), eb('chatId', 'in', chatIds)]))
    .orderBy('askedAt')
    .execute()
  const helpRequests = await db
    .selectFrom('helpRequests')
    .select(['chatId', 'askedAt', 'endedAt'])
    .where('chatId', 'in', chatIds)
    .orderBy('askedAt')
    .execute()
  const contacts = await db
    .selectFrom('guestContacts')
    .select(['channel', 'address', 'stoppedAt', 'createdAt'])
    .where('guestId', '=', guestId)
    .orderBy('channel')
    .execute()
  const tickets = await db
    .selectFrom('tickets')
    .selectAll()
    .where((eb) => eb.or([eb('guestId', '=', guestId), eb('chatId', 'in', chatIds)]))
    .orderBy('createdOn')
    .execute()
  const notUnderstood = await db
    .selectFrom('unknownSentences')
    .select(['chatId', 'messageId', 'text', 'language', 'outcome', 'at'])
    .where('chatId', 'in', chatIds)
    .orderBy('at')
    .execute()
  const head = {
    guestId,
    exportedAt: new Date(),
    chats: chats.map(presentChat),
    sessions,
    cards,
    ratings,
    helpRequests,
    contacts,
    tickets,
    notUnderstood,
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "messages": [`
  yield* writeList(readMessages(db, chatIds))
  yield `],\n  "attachments": [`
  yield* writeList(readAttachments(db, chatIds, readBytes))
  yield `]\n}\n`
}

async function* writeList(rows: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  let mark = '\n    '
  for await (const row of rows) {
    yield mark + JSON.stringify(row)
    mark = ',\n    '
  }
}

async function* readMessages(db: Db, chatIds: string[]): AsyncGenerator<object, void> {
  for (const chatId of chatIds) {
    for (let after = new Date(0); ;) {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('chatId', '=', chatId)
        .where('createdAt', '>', after)
        .orderBy('createdAt')
        .limit(PAGE_MESSAGES)
        .execute()
      for (const row of await withDeliveries(db, rows)) yield presentMessage(row)
      const last = rows.at(-1)
      if (rows.length < PAGE_MESSAGES || !last) break
      after = last.createdAt
    }
  }
}

async function* readAttachments(
  db: Db,
  chatIds: string[],
  readBytes: ReadBytes,
): AsyncGenerator<object, void> {
  for (const file of await listAttachments(db, chatIds)) {
    const { id, chatId, name, contentType, createdAt } = file
    const bytes = await readBytes(file)
    const base64 = bytes === null ? null : Buffer.from(bytes).toString('base64')
    yield { id, chatId, name, contentType, createdAt, base64 }
  }
}
