import { sql } from 'kysely'
import type { LiveReport } from '#src/contract/reports.ts'
import type { Db } from '../store.ts'
import { isWithin, isWritten, type ReportDays } from './report-days.ts'

const LAST_MESSAGES = 10

interface MessageRow {
  id: string
  chatId: string
  text: string
  createdAt: Date
  userName: string | null
}

/** Who waits for a person now, and what the staff wrote last in these days. */
export async function readLiveReport(db: Db, days: ReportDays): Promise<LiveReport> {
  const waiting = await db
    .selectFrom('chats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('needsHelp', '=', true)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<MessageRow>`
    select id, chat_id, text, created_at, user_name from messages
    where user_id is not null and not staff_only and ${isWritten} and ${isWithin(sql`messages.created_at`, days)}
    order by created_at desc, id desc limit ${LAST_MESSAGES}`.execute(db)
  return {
    guestsNeedHelp: waiting.count,
    lastAgentMessages: rows.map(({ id, chatId, text, createdAt, userName }) => ({
      time: createdAt.toISOString(),
      message: text,
      agent: userName ?? '',
      chatId,
      messageId: id,
    })),
  }
}
