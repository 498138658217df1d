import { actIntent, readActingIntent, type Turn } from '../bot/act-dialog.ts'
import { describeHandover } from '../bot/describe-lines.ts'
import { ASKED_FOR_PERSON } from '../bot/words.ts'
import { NEEDS_HELP } from '#src/contract/intents.ts'

/** Leads the guest into a dialog: of an intent, or of the bot's own. Nothing where it names none, or one that is gone. */
export async function leadTo(turn: Turn, redirectTo: string): Promise<void> {
  if (redirectTo === NEEDS_HELP) {
    turn.changes.push(...describeHandover(turn.chat.id, ASKED_FOR_PERSON))
    return
  }
  const intent = redirectTo === '' ? null : await readActingIntent(turn.tx, redirectTo)
  if (intent) await actIntent(turn, intent)
}
