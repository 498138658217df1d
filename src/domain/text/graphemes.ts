/** No letter of a language and no emoji has as many units; what has more is piled up, and drawing it takes the square of it. */
const LONGEST = 64
/** Older browsers have none. Made with the first text that can't be cut without: the first use of `Intl` takes a page some 50 ms. */
let segmenter: Intl.Segmenter | null | undefined

/**
 * The text's first `length` characters (UTF-16 units), fewer where they would end within what is seen as one: a letter with
 * its marks, a family of emoji. At least the first of these; of one that is piled up its beginning. Linear in time.
 */
export function cutGraphemes(text: string, length: number): string {
  return text.slice(0, findGraphemeEnd(text, length) || findFirstEnd(text, length))
}

/** Where the last one that is whole within the first `length` characters ends; 0 where not even the first is. */
export function findGraphemeEnd(text: string, length: number): number {
  if (length >= text.length) return text.length
  if (isPlainBreak(text, length)) return length
  // Whether one goes on is told by what stands before a place and by the next character.
  const segments = readSegmenter()?.segment(text.slice(0, length + 2))
  return segments?.containing(length)?.index ?? (isWithinPair(text, length) ? length - 1 : length)
}

/** Where the first one ends, or its beginning: of what is piled up no more than `length` characters or the longest letter. */
export function findFirstEnd(text: string, length = 0): number {
  if (text.length > 0 && (text.length === 1 || isPlainBreak(text, 1))) return 1
  const end = readSegmenter()?.segment(text).containing(0)?.segment.length ?? 1
  const most = Math.max(length, LONGEST)
  const shown = Math.min(end, most)
  return isWithinPair(text, shown) ? shown + 1 : shown
}

/**
 * Units of which each is seen as a character of its own, whichever of them stands beside it: Latin, Greek and Cyrillic letters
 * without their marks, dashes and quotes, and Chinese.
 */
const PLAIN = /^[\n\u0020-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u4e00-\u9fff]+$/

/** Whether a place is plainly between two of these. */
function isPlainBreak(text: string, at: number): boolean {
  const beside = text.slice(at - 1, at + 1)
  return at > 0 && beside.length === 2 && PLAIN.test(beside)
}

/** Whether a place is between the two units of one character. */
export function isWithinPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

function readSegmenter(): Intl.Segmenter | null {
  segmenter ??= 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
  return segmenter
}
