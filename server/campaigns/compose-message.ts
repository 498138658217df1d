import { isBlank } from '#src/domain/text/blank.ts'
import { countSmsParts } from '#src/domain/text/sms-parts.ts'
import { fillPlaceholders } from '#src/domain/translations/check-string.ts'
import { readActingIntent } from '../bot/act-dialog.ts'
import type { Line } from '../bot/describe-lines.ts'
import { readStrings, type StringsFor } from '../bot/strings/read-strings.ts'
import type { BotStrings } from '../bot/strings/shipped.ts'
import { OWN_DIALOGS, type DialogChoice } from '../store/bot/dialog.ts'
import type { Db } from '../store/store.ts'
import type { CampaignConfig } from './campaign-config.ts'
import { fillWords, findUnknownVariables } from './fill-words.ts'
import type { GuestFacts } from './guest-facts.ts'
import type { PlannedRecipient } from './plan-run.ts'

/** What a campaign says, its variables not filled yet. */
export interface CampaignWords {
  line: Line
  action: CampaignConfig['action']
  /** The bot's own: what is asked, and for the dialog that it leads on to. */
  stringsFor: StringsFor
}

const choice = (name: string): DialogChoice => ({ name, response: '', url: '', redirectTo: '' })
/** What the guest may answer; in words too, because an SMS has no buttons. */
const LOWEST = '1'
const HIGHEST = '5'
const STARS: readonly DialogChoice[] = [LOWEST, '2', '3', '4', HIGHEST].map(choice)
export const YES = choice('Yes')
export const NO = choice('No')

/** What a campaign says to each guest, or why it can't say anything, in a sentence. */
export async function readCampaignWords(
  db: Db,
  { dialog: id, action, redirectTo }: Pick<CampaignConfig, 'dialog' | 'action' | 'redirectTo'>,
  houseLanguage: string,
): Promise<CampaignWords | { problem: string }> {
  const dialog = await readActingIntent(db, id)
  if (!dialog) return { problem: 'Its dialog is gone or switched off. Choose another one.' }
  if (action === 'redirect' && !(await canLeadTo(db, redirectTo)))
    return { problem: 'The dialog that guests are led to is gone or switched off. Choose another one.' }
  const { response, url, cards = [] } = dialog.dialog
  const unknown = findUnknownVariables(response)
  if (unknown.length > 0) {
    return { problem: `Its dialog speaks of {${unknown.join('}, {')}}, which is not known of a guest.` }
  }
  if (isBlank(response) && url === '' && cards.length === 0)
    return { problem: `Its dialog '${dialog.name}' says nothing.` }
  return { line: { response, url, cards }, action, stringsFor: await readStrings(db, houseLanguage) }
}

/** What is asked for stands below the words of the dialog. */
function addQuestion(line: Line, action: CampaignConfig['action'], strings: BotStrings): Line {
  const { response, url = '' } = line
  switch (action) {
    case 'rating': {
      const question = fillPlaceholders(strings['campaign.rating.ask'], { lowest: LOWEST, highest: HIGHEST })
      return { response: join(response, question), url, choices: STARS }
    }
    case 'roomupgrade':
      return { response: join(response, strings['campaign.roomUpgrade.ask']), url, choices: [YES, NO] }
    case 'message':
    case 'redirect':
      return line
  }
}

/** The line as one guest reads it. */
export function fillLine({ line, action, stringsFor }: CampaignWords, guest: GuestFacts): Line {
  const { response, url = '' } = line
  const filled = { ...line, response: fillWords(response, guest), url: fillWords(url, guest) }
  return addQuestion(filled, action, stringsFor(guest.language))
}

/** What a guest will read, for the preview; `parts` of an SMS. */
export function describeSample(words: CampaignWords, { guest, channel }: PlannedRecipient) {
  const { response, url = '' } = fillLine(words, guest)
  const text = [response, url].filter((part) => part !== '').join('\n')
  return { guest: guest.name, channel, text, parts: channel === 'sms' ? countSmsParts(text).parts : null }
}

async function canLeadTo(db: Db, id: string): Promise<boolean> {
  return OWN_DIALOGS.some((own) => own.id === id) || (await readActingIntent(db, id)) !== null
}

function join(words: string, question: string): string {
  return isBlank(words) ? question : `${words.trim()}\n${question}`
}
