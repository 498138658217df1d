import { StemmerEn } from '@nlpjs/lang-en-min'

/** Knows where words end in scripts that write no blanks; where there are blanks, looking for them takes a tenth. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** An emoji is a word of its own. */
const WORDS = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*|\p{Extended_Pictographic}/gu
const ENGLISH_LETTERS = /^[a-z]+$/

const stemmer = new StemmerEn()
/** Bounded: guests' typos are endless. */
const MAX_STEMS = 20_000
const stems = new Map<string, string>()

/** One spelling of what guests write in several: letter case, accents of Latin letters, wide forms, 'wi-fi', 'check-in'. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[\u064b-\u065f\u0640]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[’‘`´]/g, "'")
    .replace(/\bwi[\s-]?fi\b/g, 'wifi')
    .replace(/\bcheck(?:ing)?[\s-]?(in|out)\b/g, 'check$1')
    .replace(/\be[\s-]?bikes?\b/g, 'ebike')
}

/** The words of a folded text, stemmed where they are made of English letters. */
export function splitStems(folded: string): string[] {
  return splitWords(folded).map(stemWord)
}

/** The words of a folded text as they are. */
export function splitWords(folded: string): string[] {
  const words = folded.match(WORDS) ?? []
  return words.flatMap((word) =>
    WITHOUT_BLANKS.test(word) ? cutSegments(word) : word.replace(/'s$/, '').replaceAll("'", ''),
  )
}

function cutSegments(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment)
}

/** A word without its English ending; as it is where it is made of other letters. */
export function stemWord(word: string): string {
  if (!ENGLISH_LETTERS.test(word)) return word
  const known = stems.get(word)
  if (known !== undefined) return known
  const [found = word] = stemmer.stem([word])
  if (stems.size >= MAX_STEMS) stems.clear()
  stems.set(word, found)
  return found
}
