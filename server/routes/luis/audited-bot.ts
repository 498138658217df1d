import { BOT } from '../../bot/bot-name.ts'
import type { AuditedList } from '../../store/configuration/audit.ts'

/** The bot as the audit names it: training and publishing are its changes, told with the intents. */
interface BotRow {
  id: string
  done: Record<string, string>
}

export const AUDITED_BOT: AuditedList<BotRow> = {
  name: 'intents',
  nameOf: () => BOT.name,
  fieldsOf: ({ done }) => done,
}

/** What was done with the bot, in words: each time is an entry of its own. */
export function describeDone(
  what: 'training' | 'published' | 'notUnderstood',
  words: string,
): { before: BotRow; after: BotRow } {
  return { before: { id: BOT.id, done: {} }, after: { id: BOT.id, done: { [what]: words } } }
}
