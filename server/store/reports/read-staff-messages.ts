import { sql } from 'kysely'
import type { Attachment } from '#src/contract/chats.ts'
import type { Db } from '../store.ts'
import { isCounted } from './count-messages.ts'
import { isWithin, type Span } from './ruler.ts'

interface StaffMessage {
  id: string
  chatId: string
  text: string
  attachments: Attachment[]
  createdAt: Date
  /** As they are called now; who was removed, as they were then. */
  agent: string
}

/** The last messages that staff wrote, newest first. */
export async function readLastStaffMessages(db: Db, limit: number): Promise<StaffMessage[]> {
  const { rows } = await sql<StaffMessage>`
    select last.id, last.chat_id, last.text, last.attachments, last.created_at,
      coalesce(users.name, last.user_name, '') as agent
    from (
      select * from messages where user_id is not null and ${isCounted} order by created_at desc, id desc limit ${limit}
    ) last left join users on users.id = last.user_id
    order by last.created_at desc, last.id desc`.execute(db)
  return rows
}

export async function countGuestsNeedingHelp(db: Db): Promise<number> {
  const row = await db
    .selectFrom('chats')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('needsHelp', '=', true)
    .executeTakeFirstOrThrow()
  return row.count
}

/** What staff are called now, by their ids; who was removed, as in their last message within the spans. */
export async function readStaffNames(
  db: Db,
  userIds: readonly string[],
  spans: readonly Span[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select wanted.id, coalesce(users.name, (
      select user_name from messages where user_id = wanted.id and ${isCounted} and ${isWithin('messages.created_at', spans)}
      order by created_at desc limit 1
    )) as name
    from unnest(${userIds}::text[]) as wanted (id) left join users on users.id = wanted.id`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name ?? '']))
}
