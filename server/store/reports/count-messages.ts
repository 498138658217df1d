import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../store.ts'
import { findPlace, isWithin, spanOf, type Ruler } from './ruler.ts'

/** What somebody wrote; a line about what happened is no message of anybody's (decision 043). */
export const isCounted = sql<boolean>`(type <> 'event' and not staff_only)`

interface Counts {
  messages: number
  byGuest: number
  byBot: number
  byStaff: number
}
export interface PlaceCounts extends Counts {
  place: number
}
interface UserCounts extends Counts {
  userId: string
}
export interface ChatCounts extends Counts {
  chatId: string
  source: string
}
export interface VisitCounts extends Counts {
  place: number
  chatId: string
  guestId: string
}

/** Messages by their place on the ruler, and by who of the staff wrote them. */
export async function countByPlaceAndUser(
  db: Db,
  ruler: Ruler,
): Promise<{ places: PlaceCounts[]; users: UserCounts[] }> {
  const { rows } = await sql<PlaceCounts & { userId: string | null; isPlace: boolean }>`
    select place, user_id, grouping(user_id) = 1 as is_place, ${counts} from ${countedOn(ruler)}
    group by grouping sets ((place), (user_id))`.execute(db)
  return {
    places: rows.filter(({ isPlace }) => isPlace),
    users: rows.flatMap((row) => (row.userId === null ? [] : [{ ...row, userId: row.userId }])),
  }
}

/** Messages by their place on the ruler, and by chat. */
export async function countByPlaceAndChat(
  db: Db,
  ruler: Ruler,
): Promise<{ places: PlaceCounts[]; chats: ChatCounts[] }> {
  const { rows } = await sql<PlaceCounts & { chatId: string | null; source: string }>`
    select known.*, chats.source from (
      select place, chat_id, ${counts} from ${countedOn(ruler)} group by grouping sets ((place), (chat_id))
    ) known left join chats on chats.id = known.chat_id`.execute(db)
  return {
    places: rows.filter(({ chatId }) => chatId === null),
    chats: rows.flatMap((row) => (row.chatId === null ? [] : [{ ...row, chatId: row.chatId }])),
  }
}

/** Messages by chat. */
export async function countByChat(db: Db, ruler: Ruler): Promise<ChatCounts[]> {
  const { rows } = await sql<ChatCounts>`
    select known.*, chats.source from (
      select chat_id, ${counts} from ${countedOn(ruler)} group by chat_id
    ) known join chats on chats.id = known.chat_id`.execute(db)
  return rows
}

/** Messages by chat at each place on the ruler; a chat that names no guest is its own. */
export async function countVisits(db: Db, ruler: Ruler): Promise<VisitCounts[]> {
  const { rows } = await sql<VisitCounts>`
    select known.*, coalesce(chats.guest_id, chats.id) as guest_id from (
      select place, chat_id, ${counts} from ${countedOn(ruler)} group by place, chat_id
    ) known join chats on chats.id = known.chat_id`.execute(db)
  return rows
}

const counts = sql`count(*)::int as messages, count(*) filter (where sent_by_guest)::int as by_guest,
  count(*) filter (where not sent_by_guest and user_id is null)::int as by_bot, count(user_id)::int as by_staff`

function countedOn(ruler: Ruler): RawBuilder<unknown> {
  return sql`(
    select ${findPlace('created_at', ruler)} as place, chat_id, sent_by_guest, user_id from messages
    where ${isCounted} and ${isWithin('created_at', [spanOf(ruler)])}
  ) counted`
}
