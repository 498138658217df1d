import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../store.ts'
import { isCounted } from './count-messages.ts'
import { findPlace, isWithin, spanOf, type Ruler, type Span } from './ruler.ts'

type Spans = readonly Span[]

interface HelpFigures {
  helpRequests: number
  medianAnswerMs: number | null
  p90AnswerMs: number | null
  medianHelpMs: number | null
}

/** Help requests within the spans: how long until somebody of the staff wrote, before the chat's next request, and until they ended. */
export async function readHelpFigures(db: Db, spans: Spans): Promise<HelpFigures> {
  const { rows } = await sql<HelpFigures>`
    select count(*)::int as help_requests, ${percentile(0.5, 'answer_ms')} as median_answer_ms,
      ${percentile(0.9, 'answer_ms')} as p90_answer_ms, ${percentile(0.5, 'help_ms')} as median_help_ms
    from (
      select ${msBetween('asked_at', 'ended_at')} as help_ms, ${msBetween('asked_at', 'answered_at')} as answer_ms
      from help_requests asked cross join lateral (
        select min(created_at) as answered_at from messages
        where messages.chat_id = asked.chat_id and created_at > asked.asked_at
          and user_id is not null and ${isCounted}
          and created_at < coalesce((
            select min(next.asked_at) from help_requests next
            where next.chat_id = asked.chat_id and next.asked_at > asked.asked_at
          ), 'infinity')
      ) answer where ${isWithin('asked_at', spans)}
    ) times`.execute(db)
  return rows[0] ?? { helpRequests: 0, medianAnswerMs: null, p90AnswerMs: null, medianHelpMs: null }
}

interface DepartmentFigures {
  department: string
  created: number
  stillOpen: number
  medianOpenMs: number | null
}

/** Each department's tickets that were written within the spans, and how long those that are closed were open. */
export async function readDepartments(db: Db, spans: Spans): Promise<DepartmentFigures[]> {
  const { rows } = await sql<DepartmentFigures>`
    select queues.name as department, count(tickets.id)::int as created,
      count(tickets.id) filter (where status <> 'closed')::int as still_open,
      ${percentile(0.5, 'open_ms')} as median_open_ms
    from queues left join (
      select id, queue_id, status, ${msBetween('created_on', 'closed_at')} as open_ms
      from tickets where ${isWithin('created_on', spans)}
    ) tickets on tickets.queue_id = queues.id
    group by queues.id, queues.name order by created desc, queues.name`.execute(db)
  return rows
}

export async function countTickets(db: Db, spans: Spans): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tickets where ${isWithin('created_on', spans)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface RatingSums {
  place: number
  ratings: number
  stars: number
}

/** Ratings by their place on the ruler, how many and all of their stars. */
export async function sumRatings(db: Db, ruler: Ruler): Promise<RatingSums[]> {
  const { rows } = await sql<RatingSums>`
    select ${findPlace('rated_at', ruler)} as place, count(*)::int as ratings, sum(stars)::int as stars
    from guest_ratings where stars is not null and ${isWithin('rated_at', [spanOf(ruler)])}
    group by 1`.execute(db)
  return rows
}

function msBetween(from: string, to: string): RawBuilder<number> {
  return sql`(extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) * 1000)::float8`
}

/** Rounded to whole ms; null where there is no value. */
function percentile(share: number, column: string): RawBuilder<number | null> {
  return sql`round(percentile_cont(${share}::float8) within group (order by ${sql.ref(column)}))::float8`
}
