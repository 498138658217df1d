import { sql } from 'kysely'
import type { MessageReport } from '#src/contract/reports.ts'
import type { Db } from '../store.ts'
import {
  eachDay,
  isByBot,
  isByStaff,
  isWithin,
  isWritten,
  localTime,
  writeDay,
  type ReportDays,
} from './report-days.ts'

const DAYS_PER_WEEK = 7
const HOURS_PER_DAY = 24

interface CountRow {
  kind: 'agent' | 'weekday' | 'hour' | 'date'
  userId: string | null
  place: number | null
  messages: number
}

interface DateRow {
  date: string
  messages: number
  byBot: number
}

/** Who wrote how much, and when. Every day, weekday and hour is there, those without messages too. */
export async function readMessageReport(db: Db, days: ReportDays): Promise<MessageReport> {
  const time = localTime(sql`messages.created_at`, days)
  const written = sql`
    select ${time} as at, messages.user_id, ${isByStaff} as by_staff, ${isByBot} as by_bot from messages
    where ${isWithin(sql`messages.created_at`, days)} and ${isWritten}`
  const { rows: counts } = await sql<CountRow>`
    with written as materialized (${written}), sums as (
      select at::date as date, extract(hour from at)::int as hour, case when by_staff then user_id end as user_id,
        count(*)::int as messages
      from written group by 1, 2, 3
    )
    select 'agent' as kind, user_id, null::int as place, sum(messages)::int as messages
      from sums where user_id is not null group by user_id
    union all select 'weekday', null, extract(dow from date)::int, sum(messages)::int from sums group by 3
    union all select 'hour', null, hour, sum(messages)::int from sums group by hour`.execute(db)
  const { rows: dates } = await sql<DateRow>`
    with sums as (
      select at::date as date, count(*)::int as messages, count(*) filter (where by_bot)::int as by_bot
      from (${written}) as written group by 1
    )
    select ${writeDay(sql`days.day`)} as date, coalesce(sums.messages, 0) as messages, coalesce(sums.by_bot, 0) as by_bot
    from ${eachDay(days)} left join sums on sums.date = days.day order by days.day`.execute(db)
  const agents = counts.filter(({ kind }) => kind === 'agent')
  const names = await readNames(
    db,
    agents.flatMap(({ userId }) => userId ?? []),
  )
  return {
    byAgent: agents
      .map(({ userId, messages }) => ({ agent: names.get(userId ?? '') ?? '', messages }))
      .sort((a, b) => b.messages - a.messages || (a.agent < b.agent ? -1 : 1)),
    byDayOfWeek: fill(counts, 'weekday', DAYS_PER_WEEK).map((messages, day) => ({ day, messages })),
    byHour: fill(counts, 'hour', HOURS_PER_DAY).map((messages, hour) => ({ hour, messages })),
    total: dates.map(({ date, messages }) => ({ date, messages })),
    totalByBot: dates.map(({ date, byBot }) => ({ date, messages: byBot })),
  }
}

/** By their places from 0 on, with zeros where there is nothing. */
function fill(rows: readonly CountRow[], kind: CountRow['kind'], places: number): number[] {
  const sums = new Map(rows.flatMap((row) => (row.kind === kind ? [[row.place, row.messages] as const] : [])))
  return Array.from({ length: places }, (_, place) => sums.get(place) ?? 0)
}

/** What people are called now; who is no user any more, what they were called when they wrote last. */
async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, coalesce(
      (select users.name from users where users.id = ids.id),
      (select messages.user_name from messages where messages.user_id = ids.id order by created_at desc limit 1)
    ) as name
    from unnest(${sql.val([...ids])}::text[]) as ids (id)`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name ?? '']))
}
