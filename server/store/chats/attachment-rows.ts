import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../store.ts'
import type { AttachmentsTable, HomeName } from './chat-tables.ts'

/** An attachment without its bytes. */
export interface StoredAttachment {
  id: string
  chatId: string
  contentType: string
  name: string
  home: HomeName
  key: string | null
  /** In bytes. */
  size: number
  /** SHA-256 in hex. */
  digest: string
}

/** Where bytes were put, as it goes into their row. */
export type PlacedBytes = Pick<Selectable<AttachmentsTable>, 'home' | 'key' | 'bytes'>

export async function insertAttachment(
  tx: Tx,
  attachment: Omit<StoredAttachment, 'home' | 'key'> & PlacedBytes,
): Promise<void> {
  await tx.insertInto('attachments').values(attachment).execute()
}

/** Undefined where there is none. */
export function findAttachment(db: Db, id: string): Promise<StoredAttachment | undefined> {
  return selectStored(db).where('id', '=', id).executeTakeFirst()
}

/** The attachments of chats, the oldest first. */
export function listAttachments(
  db: Db,
  chatIds: readonly string[],
): Promise<(StoredAttachment & { createdAt: Date })[]> {
  return selectStored(db)
    .select('createdAt')
    .where('chatId', 'in', [...chatIds])
    .orderBy('createdAt')
    .execute()
}

/** The first attachment after `afterId` whose bytes are in the database. */
export function findNextInDatabase(db: Db, afterId: string): Promise<StoredAttachment | undefined> {
  return selectStored(db)
    .where('home', '=', 'database')
    .where('bytes', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

function selectStored(db: Db) {
  return db
    .selectFrom('attachments')
    .select(['id', 'chatId', 'contentType', 'name', 'home', 'key'])
    .select([
      sql<number>`coalesce(size, octet_length(bytes), 0)`.as('size'),
      sql<string>`coalesce(digest, encode(sha256(bytes), 'hex'), '')`.as('digest'),
    ])
}

/** Bytes of a row from `offset`, at most `length`; null where the row or its bytes are gone. */
export async function readRowBytes(
  db: Db,
  id: string,
  offset: number,
  length: number,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('attachments')
    .select(sql<Uint8Array | null>`substring(bytes from ${offset + 1}::int for ${length}::int)`.as('piece'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.piece ?? null
}

/** From now on the bytes are read from their new home. Those in the row stay for downloads that have begun. */
export async function pointToHome(
  db: Db,
  { id, size, digest }: StoredAttachment,
  { home, key }: PlacedBytes,
): Promise<void> {
  await db
    .updateTable('attachments')
    .set({ home, key, size, digest })
    .where('id', '=', id)
    .where('home', '=', 'database')
    .execute()
}

/** Lets go of bytes of one row whose home is another; false where there is none left. */
export async function dropMovedBytes(db: Db): Promise<boolean> {
  const moved = db
    .selectFrom('attachments')
    .select('id')
    .where('home', '<>', 'database')
    .where('bytes', 'is not', null)
    .limit(1)
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set({ bytes: null })
    .where('id', 'in', moved)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which of the keys a row names. */
export async function listNamedKeys(db: Db, home: HomeName, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('attachments')
    .select('key')
    .distinct()
    .where('home', '=', home)
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.flatMap(({ key }) => key ?? []))
}
