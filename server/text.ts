/**
 * Whether a text can be stored as it is: PostgreSQL takes no NUL, and `jsonb` no half of a surrogate pair. The other
 * control characters are text to it.
 */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

/** One line of at most so many characters. */
export function shorten(text: string, maxChars: number): string {
  const characters = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()]
  return characters.length <= maxChars
    ? characters.join('')
    : `${characters.slice(0, maxChars - 1).join('')}…`
}

/** As in '1 ticket' and '3 tickets'. */
export function countThings(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/** As in 'one, two and three'. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/**
 * How names are compared in which letter case makes no difference: by what every alphabet calls a small letter. Databases
 * differ in it, since a locale may know those of English only.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** What two questions have in common that a guest would not tell apart: letter case and spaces make no difference. */
export function createTextKey(text: string): string {
  return foldCase(text).replace(/\s+/g, ' ').trim()
}
