/** A text and where its caret stands, in UTF-16 units as text boxes count. */
export interface CaretText {
  text: string
  caret: number
}

/** The words after a '/' that look for a saved answer: [start, end) is what an answer takes the place of. */
export interface SlashWords {
  start: number
  end: number
  words: string
}

/** Longer words than any label look for nothing. */
const SLASH_MAX_CHARS = 40
// At the beginning or after a blank, so that 1/2, and/or and addresses open nothing.
const SLASH = new RegExp(`(?:^|\\s)/((?:[^\\s/][^\\n/]{0,${SLASH_MAX_CHARS - 1}})?)$`)

/** The '/words' that end at the caret; null where there are none. */
export function findSlashWords(text: string, caret: number): SlashWords | null {
  const match = SLASH.exec(text.slice(0, caret))
  if (!match) return null
  const words = match[1] ?? ''
  return { start: caret - words.length - 1, end: caret, words }
}

/**
 * Puts an answer in the place of [start, end), the caret behind it, with a blank to either side where a word would
 * otherwise run into it. Where nothing is to be replaced `start` is `end`.
 */
export function insertAnswer(text: string, start: number, end: number, answer: string): CaretText {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const lead = before === '' || /\s$/.test(before) ? '' : ' '
  const trail = after === '' || /^[\s.,;:!?)]/.test(after) ? '' : ' '
  const head = `${before}${lead}${answer}`
  return { text: `${head}${trail}${after}`, caret: head.length }
}
