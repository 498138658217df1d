import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'

const LINKS = 500
const MARKS = 3_000
const MARKED_LETTERS = 3
const ACCENTS = ['\u0300', '\u0301', '\u030a', '\u0323', '\u0330', '\u0353', '\u0489']

/** Messages that a guest may send and that cost much to draw or to search, by what makes them so. */
export const HOSTILE_TEXTS = {
  latin: 'abcdefghij'.repeat(MAX_MESSAGE_CHARS / 10),
  chinese: '房间里没有热水请帮忙'.repeat(MAX_MESSAGE_CHARS / 10),
  emoji: '😀🛎🚿🛏'.repeat(MAX_MESSAGE_CHARS / 8),
  families: '👨‍👩‍👧‍👦'.repeat(Math.floor(MAX_MESSAGE_CHARS / 11)),
  links: Array.from({ length: LINKS }, (_, index) => `http://a.io/${String(index).padStart(3, '0')}`).join(
    ' ',
  ),
  oneLink: `https://hotel.example/${'a'.repeat(MAX_MESSAGE_CHARS - 22)}`,
  marks: pileUp(),
  // Of two classes in turn: putting them in order is what takes long.
  oneLetter: `H${'\u0323\u0301'.repeat((MAX_MESSAGE_CHARS - 2) / 2)}`,
  lines: `First line${'\n'.repeat(MAX_MESSAGE_CHARS - 19)}last line`,
} as const satisfies Record<string, string>

/** Marks upon marks: what is written so runs over everything above and below it. */
function pileUp(): string {
  const pile = Array.from(
    { length: MARKS / MARKED_LETTERS },
    (_, index) => ACCENTS[index % ACCENTS.length] ?? '',
  )
  return `H${pile.join('')}e${pile.join('')}y${pile.join('')}`
}
