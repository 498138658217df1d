/** An area code has so many digits; more is a whole telephone number. */
const MAX_DIGITS = 6
/** What people set between digits, for reading. */
const PUNCTUATION = /[\s().\-/]/g
const DIGITS = /^\d+$/

export type AreaCodes = { codes: string[] } | { problem: string }

/**
 * The area codes of a comma-delimited text (specification section 9), each its digits alone and once; or what is wrong with
 * the first that is none, in words.
 */
export function readAreaCodes(text: string): AreaCodes {
  const codes: string[] = []
  for (const part of text.split(/[,;\n]/)) {
    const written = part.trim()
    if (written === '') continue
    const digits = written.replace(PUNCTUATION, '')
    const problem = explainNoCode(written, digits)
    if (problem !== null) return { problem }
    if (!codes.includes(digits)) codes.push(digits)
  }
  return { codes }
}

/** As the field shows them: `702, 415`. */
export function writeAreaCodes(codes: readonly string[]): string {
  return codes.join(', ')
}

function explainNoCode(written: string, digits: string): string | null {
  if (written.startsWith('+') || digits.startsWith('00')) {
    return `“${written}” is the code of a country. Write the area code that follows it, such as 702; for whole countries choose a location.`
  }
  if (!DIGITS.test(digits))
    return `“${written}” is no area code: write digits, such as 702, with commas between.`
  if (digits.length > MAX_DIGITS) {
    return `“${written}” is too long for an area code: write its first digits, such as 702, with commas between.`
  }
  return null
}
