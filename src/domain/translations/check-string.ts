import { isBlank } from '../text/blank.ts'

/** More than this is no line of a chat, characters. */
const MAX_STRING_CHARS = 2_000

const IN_BRACES = /\{\s*([^{}\s]+)\s*\}/g

/** The names in braces, each once, in their order: the bot fills them when it speaks. */
export function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(IN_BRACES)].map(([, name = '']) => name))]
}

/** The text with its placeholders filled; one without a value stays as it is. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(IN_BRACES, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** Why a text can't be said in place of the shipped one, in a sentence; null: it can. */
export function checkString(text: string, shipped: string): string | null {
  if (isBlank(text)) return 'This is empty: a guest would be left without a word.'
  if (text.length > MAX_STRING_CHARS) return `This is longer than ${MAX_STRING_CHARS} characters.`
  const needed = findPlaceholders(shipped)
  const used = findPlaceholders(text)
  const missing = needed.find((name) => !used.includes(name))
  if (missing !== undefined) return `{${missing}} is missing: the bot puts something in its place.`
  const unknown = used.find((name) => !needed.includes(name))
  if (unknown === undefined) return null
  const known = needed.length === 0 ? 'there is none in this text' : `only {${needed.join('}, {')}}`
  return `{${unknown}} is not known here: ${known}.`
}
