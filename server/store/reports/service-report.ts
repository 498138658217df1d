import { sql } from 'kysely'
import type { ServiceReport } from '#src/contract/reports.ts'
import type { Db } from '../store.ts'
import { eachDay, isWithin, isWritten, localTime, writeDay, type ReportDays } from './report-days.ts'

type Lists = Pick<ServiceReport, 'byChannel' | 'byDepartment' | 'ratings'> & {
  /** Guests' messages by weekday (0 is Sunday) and hour; those without are not listed. */
  byHourOfWeek: { day: number; hour: number; messages: number }[]
}

/** How guests were served in these days, by what it can be told apart by. */
export async function readServiceLists(db: Db, days: ReportDays): Promise<Lists> {
  const time = sql`messages.created_at`
  const { rows: byChannel } = await sql<Lists['byChannel'][number]>`
    select chats.source as channel, count(*)::int as chats, sum(sums.messages)::int as messages from (
      select chat_id, count(*) as messages from messages where ${isWithin(time, days)} and ${isWritten} group by chat_id
    ) as sums join chats on chats.id = sums.chat_id group by chats.source order by 3 desc, 1`.execute(db)
  const { rows: byHourOfWeek } = await sql<Lists['byHourOfWeek'][number]>`
    select extract(dow from at)::int as day, extract(hour from at)::int as hour, count(*)::int as messages from (
      select ${localTime(time, days)} as at from messages where ${isWithin(time, days)} and sent_by_guest
    ) as written group by 1, 2`.execute(db)
  const { rows: byDepartment } = await sql<Lists['byDepartment'][number]>`
    select queues.name as department, count(*)::int as created,
      count(*) filter (where status <> 'closed')::int as still_open,
      round((1000 * extract(epoch from percentile_cont(0.5) within group (
        order by coalesce(closed_at, case when status <> 'closed' then clock_timestamp() end) - created_on
      )))::numeric)::float8 as median_open_ms
    from tickets join queues on queues.id = tickets.queue_id
    where ${isWithin(sql`created_on`, days)} group by queues.id order by 2 desc, 1`.execute(db)
  const { rows: ratings } = await sql<Lists['ratings'][number]>`
    with sums as (
      select ${localTime(sql`rated_at`, days)}::date as date, count(*)::int as ratings, avg(stars)::float8 as average
      from guest_ratings where stars is not null and ${isWithin(sql`rated_at`, days)} group by 1
    )
    select ${writeDay(sql`days.day`)} as date, coalesce(sums.ratings, 0) as ratings, sums.average
    from ${eachDay(days)} left join sums on sums.date = days.day order by days.day`.execute(db)
  return { byChannel, byHourOfWeek, byDepartment, ratings }
}
