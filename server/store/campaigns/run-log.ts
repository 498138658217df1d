import { sql } from 'kysely'
import type { CampaignRun } from '#src/contract/campaigns.ts'
import type { Db } from '../store.ts'
import type { CampaignRunRow } from './campaign-tables.ts'

/** A guest who writes within so many days of a campaign's message has replied. */
const REPLIED_DAYS = 7

interface LoggedRow extends CampaignRunRow {
  planned: number
  waiting: number
  sent: number
  delivered: number
  replied: number
  stopped: number
  failures: { reason: string; guests: number }[] | null
  doubtful: string[] | null
}

/** Runs of a campaign, or of all, the newest first; `before` is the id of the last one that is known. */
export async function readRuns(
  db: Db,
  { campaignId, before, limit }: { campaignId: string | null; before: string | null; limit: number },
): Promise<CampaignRun[]> {
  const ofCampaign = campaignId === null ? sql`true` : sql`campaign_id = ${campaignId}`
  const older =
    before === null
      ? sql`true`
      : sql`(started_at, id) < (select started_at, id from campaign_runs where id = ${before})`
  const { rows } = await sql<LoggedRow>`
    with runs as (
      select * from campaign_runs where ${ofCampaign} and ${older}
      order by started_at desc, id desc limit ${limit}
    ), reached as (
      select recipient.*, coalesce(delivery.status, case when recipient.state = 'written' then 'sent' end) as status,
        coalesce(recipient.reason, delivery.reason, 'It was not sent.') as why,
        exists (
          select from messages where messages.chat_id = recipient.chat_id and sent_by_guest
            and messages.created_at > recipient.written_at
            and messages.created_at < recipient.written_at + make_interval(days => ${REPLIED_DAYS}::int)
        ) as has_replied,
        exists (
          select from guest_contacts where guest_contacts.guest_id = recipient.guest_id
            and guest_contacts.channel = recipient.channel and stopped_at >= recipient.written_at
        ) as has_stopped
      from runs
      join campaign_recipients recipient on recipient.run_id = runs.id
      left join message_deliveries delivery on delivery.message_id = recipient.message_id
    ), counts as (
      select run_id, count(*) as planned,
        count(*) filter (where state = 'planned' or status = 'waiting') as waiting,
        count(*) filter (where status in ('sent', 'delivered')) as sent,
        count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where has_replied) as replied,
        count(*) filter (where has_stopped) as stopped,
        array_agg(guest_name order by guest_name) filter (where status = 'doubt') as doubtful
      from reached group by run_id
    ), reasons as (
      select run_id, json_agg(json_build_object('reason', why, 'guests', guests) order by guests desc, why) as failures
      from (
        select run_id, why, count(*) as guests from reached
        where state = 'skipped' or status = 'failed' group by run_id, why
      ) each group by run_id
    )
    select runs.*, coalesce(planned, 0) as planned, coalesce(waiting, 0) as waiting, coalesce(sent, 0) as sent,
      coalesce(delivered, 0) as delivered, coalesce(replied, 0) as replied, coalesce(stopped, 0) as stopped,
      failures, doubtful
    from runs left join counts on counts.run_id = runs.id left join reasons on reasons.run_id = runs.id
    order by started_at desc, id desc`.execute(db)
  return rows.map(presentRun)
}

function presentRun(row: LoggedRow): CampaignRun {
  const failures = row.failures ?? []
  return {
    id: row.id,
    campaignId: row.campaignId,
    campaign: row.name,
    state: row.state,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    startedBy: row.startedBy,
    testUsersOnly: row.testUsersOnly,
    planned: row.planned,
    waiting: row.waiting,
    sent: row.sent,
    delivered: row.delivered,
    failed: failures.reduce((sum, { guests }) => sum + guests, 0),
    failures,
    leftOut: row.leftOut,
    replied: row.replied,
    stopped: row.stopped,
    doubtful: row.doubtful ?? [],
  }
}
