import { sql } from 'kysely'
import type { Db } from '../store.ts'
import { isWithin, type Span } from './ruler.ts'

interface NewGuest {
  id: string
  displayName: string
  source: string
  createdAt: Date
}

/** The chats that were begun last within the spans, newest first: of a guest who began several, the newest. */
export async function readLastGuests(db: Db, spans: readonly Span[], limit: number): Promise<NewGuest[]> {
  const { rows } = await sql<NewGuest>`
    select id, display_name, source, created_at from chats
    where ${isWithin('created_at', spans)} and not exists (
      select from chats later where later.guest_id = chats.guest_id
        and (later.created_at, later.id) > (chats.created_at, chats.id) and ${isWithin('later.created_at', spans)}
    ) order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** What guests are called, by the ids of chats. */
export async function readGuestNames(db: Db, chatIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; displayName: string }>`
    select id, display_name from chats where id = any(${chatIds}::text[])`.execute(db)
  return new Map(rows.map(({ id, displayName }) => [id, displayName]))
}
