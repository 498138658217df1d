import { findFirstEnd, findGraphemeEnd } from './graphemes.ts'
import { readLinks, type TextPart } from './links.ts'

/**
 * What drawing costs, in plain characters: a line of its own, a link and each half of a character beyond the first 65,536
 * (emoji above all) take a browser as long as so many of them.
 */
const LINE_COST = 50
const LINK_COST = 100
const HALF_COST = 6
/** More marks on a letter than any language has: each one more takes as long as all before it. */
const MOST_MARKS = 30
const MARK = /\p{M}/u
/** What costs more than this is long, and begins with so much. What little would be left out is not. */
const LONG_COST = 1_500
const BEGINNING_COST = 1_000

/**
 * The beginning of a text that is long to draw, as parts for the screen; null where it can be drawn as it is. Joined they are
 * the text up to where it is cut: never within what is seen as one character, unless marks are piled up on it, nor in a link. Of a link that is too long
 * itself the beginning is no link. Linear in time; links are read only as far as they are shown.
 */
export function cutLongText(text: string): TextPart[] | null {
  const beginning: TextPart[] = []
  let shown = 0
  let cost = 0
  let isFull = false
  for (const part of readLinks(text)) {
    const own = part.address === null ? 0 : LINK_COST
    const { fitting, total } = weigh(part.text, BEGINNING_COST - cost - own, LONG_COST - cost - own)
    cost += own + total
    if (!isFull) {
      isFull = fitting < part.text.length
      const end = isFull ? findEnd(part, fitting, beginning.length === 0) : fitting
      if (end > 0) beginning.push(isFull ? { text: part.text.slice(0, end), address: null } : part)
      shown += end
    }
    if (cost > LONG_COST) return shown < text.length ? beginning : null
  }
  return null
}

/** How many characters fit into so much room, and what the text costs; that is not counted beyond `most`. */
function weigh(text: string, room: number, most: number): { fitting: number; total: number } {
  let total = 0
  let fitting = 0
  let marks = 0
  for (let at = 0; at < text.length && total <= most; at += 1) {
    const unit = text.charCodeAt(at)
    marks = isMark(unit) ? marks + 1 : 0
    total += marks > MOST_MARKS ? LONG_COST : weighUnit(unit)
    if (total <= room) fitting = at + 1
  }
  return { fitting, total }
}

function isMark(unit: number): boolean {
  return unit >= 0x300 && MARK.test(String.fromCharCode(unit))
}

function weighUnit(unit: number): number {
  if (unit === 0x0a) return LINE_COST
  return unit >= 0xd800 && unit <= 0xdfff ? HALF_COST : 1
}

/**
 * Where a part that does not fit is cut: without the blank lines that it would end with. A link is left out, unless no link so
 * long ever fits; something is shown of a text, whatever it begins with.
 */
function findEnd({ text, address }: TextPart, fitting: number, isFirst: boolean): number {
  const most = BEGINNING_COST - LINK_COST
  if (address !== null && weigh(text, most, most).fitting === text.length) return 0
  const words = text.slice(0, fitting).trimEnd().length
  const end = findGraphemeEnd(text, words === 0 ? fitting : words)
  return end === 0 && isFirst ? findFirstEnd(text) : end
}
