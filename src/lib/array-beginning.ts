/** Strings as a whole, so that what is in them is no sign of the array's. */
const SIGNS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g

/**
 * The first `count` elements of a JSON array of which only the beginning has come; null where they are not all there yet, no
 * other has begun after them, or it is no array. A text that ends as an array does is taken for a whole one: null too.
 */
export function readArrayBeginning(text: string, count: number): unknown[] | null {
  if (!/^\s*\[/.test(text) || /\]\s*$/.test(text)) return null
  let depth = 0
  let found = 0
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    else if (sign === ',' && depth === 1) found += 1
    if (found === count) return parseArray(`${text.slice(0, index)}]`)
  }
  return null
}

function parseArray(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
