import { isWithinPair } from '../text/graphemes.ts'
import { foldSearch, foldSearched, foldText } from './fold-text.ts'

/** How words are found in text: both are compared as `foldSearched` spells them. */

/** Longer input is cut: nobody types so many words, and a pasted page must not be searched for. */
const MAX_WORDS = 12
const PIECE_CHARS = 256

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

/** The folded words of what was typed, each once. */
export function readWords(search: string): string[] {
  const words = foldSearch(search)
    .split(' ')
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Whether every word occurs; `words` as `readWords` gives them. No words are found nowhere. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const folded = foldSearched(text)
  return words.every((word) => folded.includes(word))
}

/**
 * The part of a text around its first hit, about `length` characters, every hit in it marked. Line ends are blanks: a
 * snippet is one line.
 */
export function cutSnippet(text: string, words: readonly string[], length: number): TextPart[] {
  const line = text.replace(/\s+/gu, ' ').trim()
  const hits = findHitsNear(line, words, length)
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

/** The first hit and those that a snippet may have beside it: only there it is asked which letter each one comes from. */
function findHitsNear(text: string, words: readonly string[], length: number): Range[] {
  const pieces = foldPieces(text)
  const folded = pieces.map((piece) => piece.folded).join('')
  const places = words.flatMap((word) => {
    const start = folded.indexOf(word)
    return start < 0 ? [] : [{ start, end: start + word.length }]
  })
  const first = places.sort((a, b) => a.start - b.start)[0]
  if (!first) return []
  const from = Math.max(0, (pieces.findLast(({ at }) => at <= first.start)?.start ?? 0) - length)
  const to =
    (pieces.find(({ at, folded: piece }) => at + piece.length >= first.end)?.end ?? text.length) + length
  return findHits(text.slice(from, to), words).map(({ start, end }) => ({
    start: start + from,
    end: end + from,
  }))
}

/** A stretch of a text, folded, and where it is in the folded whole. */
interface FoldedPiece extends Range {
  folded: string
  at: number
}

function foldPieces(text: string): FoldedPiece[] {
  const pieces: FoldedPiece[] = []
  for (let start = 0, at = 0; start < text.length;) {
    const wanted = Math.min(text.length, start + PIECE_CHARS)
    const end = isWithinPair(text, wanted) ? wanted + 1 : wanted
    const folded = foldSearched(text.slice(start, end))
    pieces.push({ start, end, folded, at })
    at += folded.length
    start = end
  }
  return pieces
}

/** Where the words occur in the text as it is written, in order and without overlaps. */
function findHits(text: string, words: readonly string[]): Range[] {
  const { folded, origins } = foldWithOrigins(text)
  const found = words.flatMap((word) => findAll(folded, word)).sort((a, b) => a.start - b.start)
  const hits: Range[] = []
  for (const { start, end } of found) {
    // A letter found in part, as in a ligature, is marked whole.
    const hit = { start: origins[start]?.start ?? text.length, end: origins[end - 1]?.end ?? text.length }
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

/** For each unit of the folded text, the characters that it comes from: a letter with the accents that follow it. */
function foldWithOrigins(text: string): { folded: string; origins: Range[] } {
  const origins: Range[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const piece = foldSearched(character)
    const last = origins.at(-1)
    if (piece === '' && last?.end === at && foldText(character) === '') last.end = end
    const origin = { start: at, end }
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(origin)
    folded += piece
    at = end
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
