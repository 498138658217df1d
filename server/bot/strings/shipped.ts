import { listEntries, type Catalog } from '#src/domain/translations/catalog.ts'
import { ARABIC } from './arabic.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH, type Translated } from './english.ts'
import { FRENCH } from './french.ts'
import { GERMAN } from './german.ts'
import { ITALIAN } from './italian.ts'
import { JAPANESE } from './japanese.ts'
import { PORTUGUESE } from './portuguese.ts'
import { SPANISH } from './spanish.ts'

type KeysOf<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${KeysOf<Texts[Name]>}`
}[keyof Texts & string]

/** One of the bot's own texts: `clarify.question`. */
export type StringKey = KeysOf<typeof ENGLISH>

/** All of the bot's own texts in one language. */
export type BotStrings = Readonly<Record<StringKey, string>>

const ENGLISH_STRINGS = flatten(ENGLISH)
const SHIPPED: Readonly<Record<string, BotStrings>> = {
  en: ENGLISH_STRINGS,
  ar: flatten(ARABIC),
  de: flatten(GERMAN),
  es: flatten(SPANISH),
  fr: flatten(FRENCH),
  it: flatten(ITALIAN),
  ja: flatten(JAPANESE),
  pt: flatten(PORTUGUESE),
  zh: flatten(CHINESE),
}

/** Whether texts in this language, or in the locale's language, came with this build. */
export function hasShipped(locale: string): boolean {
  return Object.hasOwn(SHIPPED, locale) || Object.hasOwn(SHIPPED, new Intl.Locale(locale).language)
}

/** The texts that came with this build, for a locale or its language; English where there are none. */
export function readShipped(locale: string): BotStrings {
  const language = new Intl.Locale(locale).language
  return SHIPPED[locale] ?? SHIPPED[language] ?? ENGLISH_STRINGS
}

export function isStringKey(key: string): key is StringKey {
  return Object.hasOwn(ENGLISH_STRINGS, key)
}

/** Every language has the texts that English has: their type says so. */
function flatten(catalog: Translated & Catalog): BotStrings {
  const texts = Object.fromEntries(listEntries(catalog))
  if (!isComplete(texts)) throw new Error('a language has not all of the bot’s texts')
  return texts
}

function isComplete(texts: Record<string, string>): texts is BotStrings {
  return listEntries(ENGLISH).every(([key]) => Object.hasOwn(texts, key))
}
