/**
 * How words are found in text: whatever their case, accents or width (NFKD), and whatever invisible characters stand
 * between their letters.
 */

/** Accents, vowel points and joiners; letters that belong to one script alone are kept, as Hindi's vowels are. */
const UNHEARD = /[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]/gu
const BLANKS = /\s+/u
/** Most texts of most hotels: folding them is lowering them, at a tenth of the cost. */
const PLAIN = /^[ -~\s]*$/
/** Longer input is cut: nobody types so many words, and a pasted page must not be searched for. */
const MAX_WORDS = 12

/** A piece of a snippet; a hit is what was searched for. */
export interface TextPart {
  text: string
  isHit: boolean
}

/** A stretch of a text, in UTF-16 units. */
interface Range {
  start: number
  end: number
}

/** A text in the one spelling that texts and searches are compared in. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(UNHEARD, '')
    .toLowerCase()
    .replace(UNHEARD, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
}

/** The folded words of what was typed, each once. */
export function readWords(search: string): string[] {
  const words = foldText(search)
    .split(BLANKS)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Whether every word occurs; `words` as `readWords` gives them. No words are found nowhere. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const folded = foldText(text)
  return words.every((word) => folded.includes(word))
}

/**
 * The part of a text around its first hit, about `length` characters, every hit in it marked. Line ends are blanks: a
 * snippet is one line.
 */
export function cutSnippet(text: string, words: readonly string[], length: number): TextPart[] {
  const line = text.replace(/\s+/gu, ' ').trim()
  const hits = findHits(line, words)
  const first = hits[0]?.start ?? 0
  const start = line.length <= length ? 0 : startAt(line, Math.max(0, first - Math.floor(length / 3)))
  const end = endAt(line, Math.min(line.length, start + length))
  const parts: TextPart[] = []
  let at = start
  for (const hit of hits) {
    if (hit.start >= end) break
    if (hit.end <= at) continue
    if (hit.start > at) parts.push({ text: line.slice(at, hit.start), isHit: false })
    const from = Math.max(at, hit.start)
    at = Math.min(end, hit.end)
    parts.push({ text: line.slice(from, at), isHit: true })
  }
  if (at < end) parts.push({ text: line.slice(at, end), isHit: false })
  if (start > 0) parts.unshift({ text: '…', isHit: false })
  if (end < line.length) parts.push({ text: '…', isHit: false })
  return parts
}

/** Where the words occur in the text as it is written, in order and without overlaps. */
function findHits(text: string, words: readonly string[]): Range[] {
  const { folded, origins } = foldWithOrigins(text)
  // Accents that follow the last letter belong to it; a letter found in part, as in a ligature, is marked whole.
  const endOf = (unit: number) => Math.max(origins[unit]?.start ?? text.length, origins[unit - 1]?.end ?? 0)
  const found = words.flatMap((word) => findAll(folded, word)).sort((a, b) => a.start - b.start)
  const hits: Range[] = []
  for (const { start, end } of found) {
    const hit = { start: origins[start]?.start ?? text.length, end: endOf(end) }
    const last = hits.at(-1)
    if (last && hit.start <= last.end) last.end = Math.max(last.end, hit.end)
    else hits.push(hit)
  }
  return hits
}

function findAll(folded: string, word: string): Range[] {
  const found: Range[] = []
  for (let start = folded.indexOf(word); start >= 0; start = folded.indexOf(word, start + word.length)) {
    found.push({ start, end: start + word.length })
  }
  return found
}

/** For each unit of the folded text, the character that it comes from. */
function foldWithOrigins(text: string): { folded: string; origins: Range[] } {
  const origins: Range[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const piece = foldText(character)
    folded += piece
    const origin = { start: at, end: at + character.length }
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(origin)
    at = origin.end
  }
  return { folded, origins }
}

/** Begins with a whole word where one begins nearby, and never within a character. */
function startAt(text: string, wanted: number): number {
  if (wanted === 0) return 0
  const blank = text.indexOf(' ', wanted)
  if (blank >= 0 && blank - wanted < 16) return blank + 1
  return isWithinPair(text, wanted) ? wanted + 1 : wanted
}

function endAt(text: string, wanted: number): number {
  return isWithinPair(text, wanted) ? wanted - 1 : wanted
}

function isWithinPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
