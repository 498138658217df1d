import { checkString } from '#src/domain/translations/check-string.ts'
import type { Entry } from '#src/domain/translations/catalog.ts'
import { LOCALES } from '#src/domain/translations/locales.ts'
import { isStringKey, type BotStrings, type StringKey } from '../../bot/strings/shipped.ts'
import { failInvalid, failNotFound } from '../../errors.ts'
import { isStorableText } from '../../text.ts'

const MAX_KEYS = 1_000
/** Deeper than any catalogue; what goes on and on is no text at all. */
const MAX_DEPTH = 8
const SHOWN_KEY_CHARS = 100

/** The locale of a path in its canonical form. Throws 422 for what is no language tag, 404 for one that is not offered. */
export function readLocale(tag: string): string {
  const locale = canonicalize(tag)
  if (locale === null) throw failInvalid(`'${shortenKey(tag)}' is no language tag, such as en or pt-BR.`)
  if (!LOCALES.includes(locale)) throw failNotFound(`A catalogue for the language '${shortenKey(locale)}'`)
  return locale
}

/**
 * The texts of a posted catalogue by their keys; what it does not name stays as it is.
 *
 * @throws ApiError 422 which names the key: no text, unknown, too many, empty, too long, a wrong placeholder.
 */
export function readPosted(posted: unknown, shipped: BotStrings): Map<StringKey, string> {
  if (!isGroup(posted)) throw failInvalid('The body must be an object of texts.')
  const entries = listPosted(posted)
  const texts = new Map<StringKey, string>()
  for (const [key, text] of entries) {
    const shown = `'${shortenKey(key)}'`
    if (!isStringKey(key) || texts.has(key)) throw failInvalid(`${shown} is none of the bot's texts.`)
    const problem = isStorableText(text)
      ? checkString(text, shipped[key])
      : 'This holds characters that are no text.'
    if (problem !== null) throw failInvalid(`${shown}: ${problem}`)
    texts.set(key, text)
  }
  return texts
}

function listPosted(posted: Record<string, unknown>): Entry[] {
  const entries: Entry[] = []
  const visit = (group: Record<string, unknown>, above: string, depth: number) => {
    for (const [name, part] of Object.entries(group)) {
      const key = above + name
      if (typeof part === 'string') entries.push([key, part])
      else if (!isGroup(part)) throw failInvalid(`'${shortenKey(key)}' must be a text.`)
      else if (depth === MAX_DEPTH) throw failInvalid(`'${shortenKey(key)}' is nested too deeply.`)
      else visit(part, `${key}.`, depth + 1)
      if (entries.length > MAX_KEYS)
        throw failInvalid(`There are more than ${MAX_KEYS} texts, from '${shortenKey(key)}' on.`)
    }
  }
  visit(posted, '', 1)
  return entries
}

function isGroup(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

function canonicalize(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    // A RangeError: no tag at all.
    return null
  }
}

function shortenKey(key: string): string {
  return key.length <= SHOWN_KEY_CHARS ? key : `${key.slice(0, SHOWN_KEY_CHARS)}…`
}
