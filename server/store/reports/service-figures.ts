import { sql } from 'kysely'
import type { ServiceFigures } from '#src/contract/reports.ts'
import type { Db } from '../store.ts'
import { isByBot, isByStaff, isWithin, isWritten, type ReportDays } from './report-days.ts'

/** How guests were served in these days, in single figures. */
export async function readServiceFigures(db: Db, days: ReportDays): Promise<ServiceFigures> {
  const { rows: chats } = await sql<Pick<ServiceFigures, 'chats' | 'messages' | 'botOnlyChats'>>`
    select count(*)::int as chats, coalesce(sum(messages), 0)::int as messages,
      count(*) filter (where by_bot > 0 and by_staff = 0)::int as bot_only_chats
    from (
      select count(*) as messages, count(*) filter (where ${isByBot}) as by_bot,
        count(*) filter (where ${isByStaff}) as by_staff
      from messages where ${isWithin(sql`messages.created_at`, days)} and ${isWritten} group by chat_id
    ) as sums`.execute(db)
  const { rows: help } = await sql<
    Pick<ServiceFigures, 'helpRequests' | 'medianAnswerMs' | 'p90AnswerMs' | 'medianHelpMs'>
  >`
    select count(*)::int as help_requests,
      ${percentile(0.5, 'answered_at')} as median_answer_ms, ${percentile(0.9, 'answered_at')} as p90_answer_ms,
      ${percentile(0.5, 'ended_at')} as median_help_ms
    from help_requests where ${isWithin(sql`asked_at`, days)}`.execute(db)
  const { rows: tickets } = await sql<{ tickets: number }>`
    select count(*)::int as tickets from tickets where ${isWithin(sql`created_on`, days)}`.execute(db)
  const { rows: ratings } = await sql<Pick<ServiceFigures, 'ratings' | 'averageRating'>>`
    select count(*)::int as ratings, avg(stars)::float8 as average_rating
    from guest_ratings where stars is not null and ${isWithin(sql`rated_at`, days)}`.execute(db)
  return {
    ...(chats[0] ?? { chats: 0, messages: 0, botOnlyChats: 0 }),
    ...(help[0] ?? { helpRequests: 0, medianAnswerMs: null, p90AnswerMs: null, medianHelpMs: null }),
    tickets: tickets[0]?.tickets ?? 0,
    ...(ratings[0] ?? { ratings: 0, averageRating: null }),
  }
}

/** Milliseconds from a help request to what is named; of those to which it has come. */
function percentile(share: number, until: 'answered_at' | 'ended_at') {
  return sql`round((1000 * extract(epoch from
    percentile_cont(${share}::float8) within group (order by ${sql.ref(until)} - asked_at)))::numeric)::float8`
}
