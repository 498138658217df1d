import { BOT_LOCALE } from '#src/domain/translations/locales.ts'
import { readSavedStrings } from '../../store/bot/bot-strings.ts'
import type { Db } from '../../store/store.ts'
import { isStringKey, readShipped, type BotStrings } from './shipped.ts'

/** The bot's texts in a language as they are now: the shipped ones, and what was saved over them. One query. */
export async function readStrings(db: Db, locale: string = BOT_LOCALE): Promise<BotStrings> {
  return mergeStrings(locale, await readSavedStrings(db, locale))
}

/** A text that this build does not know was saved by another one, and is left where it is. */
export function mergeStrings(locale: string, saved: readonly { key: string; text: string }[]): BotStrings {
  const strings = { ...readShipped(locale) }
  for (const { key, text } of saved) if (isStringKey(key)) strings[key] = text
  return strings
}
