import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../store.ts'
import { findPlace, isWithin, spanOf, type Ruler } from './ruler.ts'

/** What somebody wrote; a line about what happened is no message of anybody's (decision 043). */
export const isCounted = sql<boolean>`(type <> 'event' and not staff_only)`

interface PlaceCounts {
  place: number
  messages: number
  byGuest: number
  byBot: number
}
interface UserCounts {
  userId: string
  messages: number
}
export interface ChatCounts {
  chatId: string
  messages: number
  byBot: number
  byStaff: number
}
interface ChannelCounts extends ChatCounts {
  source: string
}
interface VisitCounts {
  place: number
  chatId: string
  guestId: string
  messages: number
  byGuest: number
}

/** Messages by their place on the ruler. */
export function countByPlace(db: Db, ruler: Ruler): Promise<PlaceCounts[]> {
  const place = sql`${findPlace('created_at', ruler)} as place`
  return readRows(
    db,
    sql`select ${place}, ${total}, ${byGuest}, ${byBot} from messages where ${isOn(ruler)} group by 1`,
  )
}

/** Messages by who of the staff wrote them. */
export function countByUser(db: Db, ruler: Ruler): Promise<UserCounts[]> {
  return readRows(
    db,
    sql`select user_id as "userId", ${total} from messages
      where user_id is not null and ${isOn(ruler)} group by user_id`,
  )
}

/** Messages by chat. */
export function countByChat(db: Db, ruler: Ruler): Promise<ChatCounts[]> {
  return readRows(db, byChat(ruler))
}

/** The same with each chat's channel, which costs as much again. */
export function countByChatAndChannel(db: Db, ruler: Ruler): Promise<ChannelCounts[]> {
  return readRows(
    db,
    sql`select known.*, chats.source from (${byChat(ruler)}) known cross join ${chatOf(sql`source`)}`,
  )
}

/** Messages by chat at each place on the ruler; a chat that names no guest is its own. */
export function countVisits(db: Db, ruler: Ruler): Promise<VisitCounts[]> {
  const place = sql`${findPlace('created_at', ruler)} as place`
  return readRows(
    db,
    sql`select known.*, chats.guest_id as "guestId" from (
        select ${place}, chat_id as "chatId", ${total}, ${byGuest} from messages where ${isOn(ruler)} group by 1, chat_id
      ) known cross join ${chatOf(sql`coalesce(guest_id, id) as guest_id`)}`,
  )
}

/** As one text: thousands of rows one by one cost the embedded database's threads more than counting them. */
async function readRows<Row>(db: Db, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<{ found: Row[] }>`
    select coalesce(json_agg(counted), '[]') as found from (${query}) counted`.execute(db)
  return rows[0]?.found ?? []
}

const total = sql`count(*) as messages`
const byGuest = sql`count(*) filter (where sent_by_guest) as "byGuest"`
const byBot = sql`count(*) filter (where not sent_by_guest and user_id is null) as "byBot"`

function byChat(ruler: Ruler): RawBuilder<unknown> {
  return sql`select chat_id as "chatId", ${total}, ${byBot}, count(user_id) as "byStaff" from messages where ${isOn(ruler)} group by chat_id`
}

function isOn(ruler: Ruler): RawBuilder<boolean> {
  return sql`${isCounted} and ${isWithin('created_at', [spanOf(ruler)])}`
}

/** One chat after the other by its key, as many as are known: a join of the tables would read all chats that there are. */
function chatOf(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (select ${column} from chats where chats.id = known."chatId" offset 0) chats`
}
