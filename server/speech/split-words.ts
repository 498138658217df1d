/** Where a text may be cut, the best first: after a sentence, after a part of one, between words. */
const ENDS = [/[.!?…。！？]["'”’)]*\s+/gu, /[,;:–—]\s+/gu, /\s+/gu]
/** An earlier end would leave a piece that says next to nothing. */
const LEAST_SHARE = 0.25

/**
 * Cuts a text into pieces of at most `maxChars` characters, at the ends of sentences where it has any: a voice takes a piece
 * at a time. None is empty.
 */
export function splitWords(text: string, maxChars: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > maxChars) {
    const end = findEnd(rest, maxChars)
    pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...pieces, rest].filter((piece) => piece !== '')
}

function findEnd(text: string, maxChars: number): number {
  const room = text.slice(0, maxChars + 1)
  for (const pattern of ENDS) {
    const ends = [...room.matchAll(pattern)].map(({ index, 0: end }) => index + end.length)
    const last = ends.filter((end) => end <= maxChars + 1).at(-1)
    if (last !== undefined && last >= maxChars * LEAST_SHARE) return last
  }
  // One word without end: anywhere but within a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars
}
