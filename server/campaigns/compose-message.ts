import { countSmsParts } from '#src/domain/text/sms-parts.ts'
import { readActingIntent } from '../bot/act-dialog.ts'
import type { Line } from '../bot/describe-lines.ts'
import { OWN_DIALOGS, type DialogChoice } from '../store/bot/dialog.ts'
import type { Db } from '../store/store.ts'
import type { CampaignConfig } from './campaign-config.ts'
import { fillWords, findUnknownVariables } from './fill-words.ts'
import type { GuestFacts } from './guest-facts.ts'
import type { PlannedRecipient } from './plan-run.ts'

/** What a campaign says, its variables not filled yet. */
export interface CampaignWords {
  line: Line
}

const choice = (name: string): DialogChoice => ({ name, response: '', url: '', redirectTo: '' })
/** What the guest may answer; in words too, because an SMS has no buttons. */
export const STARS: readonly DialogChoice[] = ['1', '2', '3', '4', '5'].map(choice)
export const YES = choice('Yes')
export const NO = choice('No')
const RATE = 'Please answer with a number from 1 (poor) to 5 (excellent).'
const ANSWER_YES_OR_NO = 'Please answer Yes or No.'

/** What a campaign says to each guest, or why it can't say anything, in a sentence. */
export async function readCampaignWords(
  db: Db,
  { dialog: id, action, redirectTo }: Pick<CampaignConfig, 'dialog' | 'action' | 'redirectTo'>,
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
  if (response.trim() === '' && url === '' && cards.length === 0)
    return { problem: `Its dialog '${dialog.name}' says nothing.` }
  switch (action) {
    case 'rating':
      return { line: { response: join(response, RATE), url, choices: STARS } }
    case 'roomupgrade':
      return { line: { response: join(response, ANSWER_YES_OR_NO), url, choices: [YES, NO] } }
    case 'message':
    case 'redirect':
      return { line: { response, url, cards } }
  }
}

/** The line as one guest reads it. */
export function fillLine(line: Line, guest: GuestFacts): Line {
  return { ...line, response: fillWords(line.response, guest), url: fillWords(line.url ?? '', guest) }
}

/** What a guest will read, for the preview; `parts` of an SMS. */
export function describeSample({ line }: CampaignWords, { guest, channel }: PlannedRecipient) {
  const { response, url = '' } = fillLine(line, guest)
  const text = [response, url].filter((part) => part !== '').join('\n')
  return { guest: guest.name, channel, text, parts: channel === 'sms' ? countSmsParts(text).parts : null }
}

async function canLeadTo(db: Db, id: string): Promise<boolean> {
  return OWN_DIALOGS.some((own) => own.id === id) || (await readActingIntent(db, id)) !== null
}

function join(words: string, question: string): string {
  return words.trim() === '' ? question : `${words.trim()}\n${question}`
}
