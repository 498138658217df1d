import { sql } from 'kysely'
import type { ChatRow } from '../chats/chat-tables.ts'
import { lockChat } from '../chats/lock-chat.ts'
import { createChat } from '../chats/write-chats.ts'
import type { Change } from '../log/change.ts'
import type { Db, Tx } from '../store.ts'
import type { ChannelName, GuestContactRow } from './channel-tables.ts'

/** A chat on a channel, locked, and what its creation is to be committed with: empty where it was there. */
export interface ContactChat {
  chat: ChatRow
  contact: GuestContactRow
  changes: Change[]
}

/** Where a guest is reached on a channel; undefined where nobody knows. */
function findContact(db: Db, guestId: string, channel: ChannelName): Promise<GuestContactRow | undefined> {
  return db
    .selectFrom('guestContacts')
    .selectAll()
    .where('guestId', '=', guestId)
    .where('channel', '=', channel)
    .executeTakeFirst()
}

/** Where what is written in a chat goes: by the chat, else by its guest; undefined where nobody knows. */
export function findChatContact(
  db: Db,
  { id, guestId, source }: Pick<ChatRow, 'id' | 'guestId' | 'source'>,
): Promise<GuestContactRow | undefined> {
  return db
    .selectFrom('guestContacts')
    .selectAll()
    .where('channel', '=', sql<ChannelName>`${source}`)
    .where((eb) => eb.or([eb('chatId', '=', id), eb('guestId', '=', guestId ?? '')]))
    .orderBy(sql`(chat_id = ${id}) desc nulls last`)
    .limit(1)
    .executeTakeFirst()
}

/** Writes where a guest is reached. Another address than before begins without a STOP, unless others have stopped it. */
export async function putContact(
  tx: Tx,
  contact: { guestId: string; channel: ChannelName; address: string; chatId?: string | null },
): Promise<GuestContactRow> {
  const { guestId, channel, address, chatId = null } = contact
  const { rows } = await sql<GuestContactRow>`
    insert into guest_contacts (guest_id, channel, address, chat_id, stopped_at)
    values (${guestId}, ${channel}, ${address}, ${chatId}::text, (
      select min(stopped_at) from guest_contacts where channel = ${channel} and address = ${address}
    ))
    on conflict (guest_id, channel) do update set
      address = excluded.address, chat_id = coalesce(excluded.chat_id, guest_contacts.chat_id),
      stopped_at = case when guest_contacts.address = excluded.address
        then guest_contacts.stopped_at else excluded.stopped_at end
    returning *`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a contact was not written')
  return row
}

/** From now on this address wants no campaigns: for all guests who share it. Gives those for whom that is new. */
export function stopContact(tx: Tx, channel: ChannelName, address: string): Promise<GuestContactRow[]> {
  return tx
    .updateTable('guestContacts')
    .set({ stoppedAt: sql<Date>`now()` })
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('stoppedAt', 'is', null)
    .returningAll()
    .execute()
}

/** Takes a STOP back, for all guests who share the address. Gives those for whom that is new. */
export function startContact(tx: Tx, channel: ChannelName, address: string): Promise<GuestContactRow[]> {
  return tx
    .updateTable('guestContacts')
    .set({ stoppedAt: null })
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('stoppedAt', 'is not', null)
    .returningAll()
    .execute()
}

/** The channels on which a guest wants no campaigns, by name; none where the chat has no guest. */
export async function listStopped(db: Db, guestId: string | null): Promise<ChannelName[]> {
  if (guestId === null) return []
  const rows = await db
    .selectFrom('guestContacts')
    .select('channel')
    .where('guestId', '=', guestId)
    .where('stoppedAt', 'is not', null)
    .orderBy('channel')
    .execute()
  return rows.map(({ channel }) => channel)
}

/** The guests who are reached at an address, the one whose chat was written in last first. */
export function findByAddress(db: Db, channel: ChannelName, address: string): Promise<GuestContactRow[]> {
  return db
    .selectFrom('guestContacts')
    .leftJoin('chats', 'chats.id', 'guestContacts.chatId')
    .selectAll('guestContacts')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .orderBy(sql`chats.last_message_at desc nulls last`)
    .orderBy('guestContacts.createdAt', 'desc')
    .execute()
}

/** Whoever finds or makes the chat of an address does it one after another, so that no guest gets two. */
export async function lockAddress(tx: Tx, channel: ChannelName, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${channel} ${address}`}, 0))`.execute(tx)
}

/**
 * The guest's chat on a channel, found or made, and locked. Its changes are to be committed in this transaction, before
 * those of what is written in it.
 */
export async function openContactChat(
  tx: Tx,
  guest: { guestId: string; channel: ChannelName; address: string; displayName: string; botName: string },
): Promise<ContactChat> {
  const { guestId, channel, address, displayName, botName } = guest
  await lockAddress(tx, channel, address)
  const known = await findContact(tx, guestId, channel)
  const chatId = known?.chatId ?? (await findNewestChat(tx, guestId, channel))
  const found = chatId === null ? null : await lockChat(tx, chatId)
  if (found) {
    const contact = await putContact(tx, { guestId, channel, address, chatId: found.id })
    return { chat: found, contact, changes: [] }
  }
  const made = await createChat(tx, { displayName, source: channel, botName, guestId })
  const chat = await lockChat(tx, made.chatId)
  if (!chat) throw new Error('a new chat is not there')
  const contact = await putContact(tx, { guestId, channel, address, chatId: chat.id })
  return { chat, contact, changes: [made.change] }
}

async function findNewestChat(tx: Tx, guestId: string, channel: ChannelName): Promise<string | null> {
  const row = await tx
    .selectFrom('chats')
    .select('id')
    .where('guestId', '=', guestId)
    .where('source', '=', channel)
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
