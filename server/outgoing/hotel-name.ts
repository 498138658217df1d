import { findOwnLabel, readEnvironments } from '../environments.ts'
import type { Settings } from '../settings-types.ts'

/** Where neither MAIL_FROM nor ENVIRONMENTS_FILE says what the hotel is called. */
const NAMELESS_PLACE = 'Bellhop'

/** What the hotel is called to people outside: the name in MAIL_FROM (`Harbour Light <alerts@hotel.example>`), else what the list of environments calls this one. */
export function choosePlace({
  mailFrom,
  environmentsFile,
}: Pick<Settings, 'mailFrom' | 'environmentsFile'>): string {
  const sender = /^\s*"?([^"<]+?)"?\s*</.exec(mailFrom ?? '')?.[1]
  if (sender !== undefined) return sender
  const label = environmentsFile === null ? null : findOwnLabel(readEnvironments(environmentsFile))
  return label ?? NAMELESS_PLACE
}
