import { readAllSavedStrings } from '../../store/bot/bot-strings.ts'
import type { Db } from '../../store/store.ts'
import { hasShipped, isStringKey, readShipped, type BotStrings } from './shipped.ts'

/** The bot's texts for a guest who writes a language; null where that is not known. */
export type StringsFor = (language: string | null) => BotStrings

/**
 * The bot's texts as they are now: the shipped ones of the guest's language and what was saved over them; what exists in it
 * neither way is in the house's language. One query, for any number of guests.
 */
export async function readStrings(db: Db, houseLanguage: string): Promise<StringsFor> {
  const saved = await readAllSavedStrings(db)
  const made = new Map<string, BotStrings>()
  const savedIn = (locale: string) => saved.filter((row) => row.locale === locale)
  const house = mergeStrings(readShipped(houseLanguage), savedIn(houseLanguage))
  return (language) => {
    if (language === null || language === houseLanguage) return house
    const known = made.get(language)
    if (known) return known
    const locale = findLocale(saved, language)
    const strings = mergeStrings(hasShipped(language) ? readShipped(language) : house, savedIn(locale))
    made.set(language, strings)
    return strings
  }
}

/** The texts for one guest, read when they are asked for first: most answers are the intent's own words. */
export function readStringsOnce(
  db: Db,
  houseLanguage: string,
  language: string | null,
): () => Promise<BotStrings> {
  let strings: Promise<BotStrings> | undefined
  return () => (strings ??= readStrings(db, houseLanguage).then((stringsFor) => stringsFor(language)))
}

type SavedString = Awaited<ReturnType<typeof readAllSavedStrings>>[number]

/** A hotel that has translated for Brazil speaks so to whoever writes Portuguese. */
function findLocale(saved: readonly SavedString[], language: string): string {
  const isOwn = saved.some(({ locale }) => locale === language)
  const regional = saved.find(({ locale }) => locale.startsWith(`${language}-`))
  return isOwn ? language : (regional?.locale ?? language)
}

/** A text that this build does not know was saved by another one, and is left where it is. */
export function mergeStrings(
  shipped: BotStrings,
  saved: readonly { key: string; text: string }[],
): BotStrings {
  const strings = { ...shipped }
  for (const { key, text } of saved) if (isStringKey(key)) strings[key] = text
  return strings
}
