import { sql } from 'kysely'
import { failNotFound } from '../../errors.ts'
import type { ChatRow } from '../chats/chat-tables.ts'
import type { AuditedList } from '../configuration/audit.ts'
import type { Db, Tx } from '../store.ts'

/** A guest as the audit has them: what staff may take of theirs, and how much is stored. */
export interface AuditedGuest {
  id: string
  name: string
  isBlocked: boolean
  chats: number
  messages: number
}

export const AUDITED_GUESTS: AuditedList<AuditedGuest> = {
  name: 'guests',
  nameOf: ({ name }) => name,
  fieldsOf: ({ isBlocked, chats, messages }) => ({ isBlocked, chats, messages }),
}

/** The chats of a guest; a chat that names no guest is its own. Throws 404 where there is none. */
export async function readGuestChats(db: Db, guestId: string): Promise<ChatRow[]> {
  const rows = await selectChats(db, guestId).execute()
  if (rows.length === 0) throw failNotFound('This guest')
  return rows
}

/** The same, locked in the order of their ids, so that two who lock several wait for one another and not in a circle. */
export async function lockGuestChats(tx: Tx, guestId: string): Promise<ChatRow[]> {
  const rows = await selectChats(tx, guestId).forUpdate().execute()
  if (rows.length === 0) throw failNotFound('This guest')
  return rows
}

export function auditGuest(guestId: string, chats: ChatRow[], isBlocked: boolean): AuditedGuest {
  const messages = chats.reduce((sum, { messagesCount }) => sum + messagesCount, 0)
  return { id: guestId, name: chats[0]?.displayName ?? '', isBlocked, chats: chats.length, messages }
}

function selectChats(db: Db, guestId: string) {
  return db
    .selectFrom('chats')
    .selectAll()
    .where(sql<boolean>`(guest_id = ${guestId} or (id = ${guestId} and guest_id is null))`)
    .orderBy('id')
}
