import { sql } from 'kysely'
import type { UserReport } from '#src/contract/reports.ts'
import type { Db } from '../store.ts'
import { eachDay, isWithin, isWritten, localTime, writeDay, type ReportDays } from './report-days.ts'

const LAST_USERS = 25
/** The liveliest: a table of ten thousand is read by nobody. */
const MOST_CHATS = 100

/** Some chats name no guest: each of these is a guest of its own. */
const guestOf = sql`coalesce(chats.guest_id, chats.id)`

interface UserRow {
  id: string
  displayName: string
  source: string
  createdAt: Date
}

/** The guests of these days: who wrote, how lively their chats were, and who came last. */
export async function readUserReport(db: Db, days: ReportDays): Promise<UserReport> {
  const messageTime = sql`messages.created_at`
  const wrote = sql`
    select distinct messages.chat_id, ${localTime(messageTime, days)}::date as date from messages
    where ${isWithin(messageTime, days)} and messages.sent_by_guest`
  const { rows: total } = await sql<{ users: number }>`
    select count(distinct ${guestOf})::int as users from (${wrote}) as wrote join chats on chats.id = wrote.chat_id`.execute(
    db,
  )
  const { rows: dates } = await sql<{ date: string; users: number }>`
    with sums as (
      select wrote.date, count(distinct ${guestOf})::int as users
      from (${wrote}) as wrote join chats on chats.id = wrote.chat_id group by wrote.date
    )
    select ${writeDay(sql`days.day`)} as date, coalesce(sums.users, 0) as users
    from ${eachDay(days)} left join sums on sums.date = days.day order by days.day`.execute(db)
  const { rows: chats } = await sql<{ guest: string; interactions: number; chatId: string }>`
    select chats.display_name as guest, sums.interactions, chats.id as chat_id from (
      select chat_id, count(*)::int as interactions from messages
      where ${isWithin(messageTime, days)} and ${isWritten}
      group by chat_id order by interactions desc, chat_id limit ${MOST_CHATS}
    ) as sums join chats on chats.id = sums.chat_id order by sums.interactions desc, chats.id`.execute(db)
  const { rows: last } = await sql<UserRow>`
    select ${guestOf} as id, display_name, source, created_at from chats
    where ${isWithin(sql`chats.created_at`, days)}
    order by created_at desc, id desc limit ${LAST_USERS}`.execute(db)
  return {
    totalUsers: total[0]?.users ?? 0,
    usersByDate: dates,
    interactionsPerChat: chats,
    lastUsers: last.map(({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() })),
  }
}
