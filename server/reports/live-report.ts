import type { LiveReport } from '#src/contract/reports.ts'
import { countGuestsNeedingHelp, readLastStaffMessages } from '../store/reports/read-staff-messages.ts'
import type { Db } from '../store/store.ts'

const LAST_MESSAGES = 10

/** What is on now, whatever the range. A message of files alone says how they are called. */
export async function makeLiveReport(db: Db): Promise<LiveReport> {
  const last = await readLastStaffMessages(db, LAST_MESSAGES)
  return {
    guestsNeedHelp: await countGuestsNeedingHelp(db),
    lastAgentMessages: last.map(({ id, chatId, text, attachments, createdAt, agent }) => ({
      time: createdAt.toISOString(),
      message: text === '' ? attachments.flatMap(({ name }) => name ?? []).join(', ') : text,
      agent,
      chatId,
      messageId: id,
    })),
  }
}
