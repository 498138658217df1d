import { listColumns, type Column, type ListColumns, type ListDefinition } from '../declare-list.ts'
import { describeCell } from '../describe-value.ts'
import { formatZonedTime, readTime } from '../nice-date.ts'

/** Spreadsheets read a cell as a formula that begins so, with signs of full width too. */
const FORMULA = /^\s*[=@＝＠]|^[+\-＋－\t\r\n]/
/** Of those begin so, but nothing is worked out of them: numbers, telephone numbers, a dash that stands for nothing. */
const INERT = /^(?:-|[+-]\d+(?:[.,]\d+)?|\+[\d ]+)$/
/** A telephone number as people write it. Its hyphens would be worked out, so that blanks stand in their place. */
const TELEPHONE = /^\+\d[\d ().-]{5,}\d$/
const TELEPHONE_SIGNS = /[ ().-]+/g
/** Whichever of them separates cells where the file is opened. */
const NEEDS_QUOTES = /[",;\t\r\n]/
const DECIMAL = /^-?\d+\.\d+$/
/** Without it Excel reads UTF-8 as the machine's own letters. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as RFC 4180 writes them, for spreadsheets: every column but passwords. Where `language` (BCP 47, the browser's) writes
 * a comma in numbers, spreadsheets read cells apart by semicolons. Times have their zone.
 */
export function toCsv<Row>(definition: ListColumns<Row>, rows: readonly Row[], language = 'en'): string {
  const hasComma = writesComma(language)
  const columns = listColumns(definition).filter(({ kind }) => kind !== 'password')
  const lines = rows.map((row) =>
    columns.map((column) => {
      const words = describeExported(column, row)
      if (typeof column.read(row) !== 'number') return quote(guard(words))
      return hasComma && DECIMAL.test(words) ? words.replace('.', ',') : quote(words)
    }),
  )
  const header = columns.map(({ header: words }) => quote(guard(words)))
  return (
    BYTE_ORDER_MARK + [header, ...lines].map((cells) => `${cells.join(hasComma ? ';' : ',')}\r\n`).join('')
  )
}

/** For example `answers-2026-11-21.csv`, by the device's day; `now` in ms. */
export function nameCsv({ noun }: Pick<ListDefinition<never>, 'noun'>, now: number): string {
  const day = new Date(now)
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${noun.many.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${date.join('-')}.csv`
}

function describeExported<Row>(column: Column<Row>, row: Row): string {
  const time = column.kind === 'niceDate' ? readTime(column.read(row)) : null
  return time === null ? describeCell(column, row) : formatZonedTime(time)
}

/** Only what a spreadsheet would run is given an apostrophe, which makes it a text. */
function guard(words: string): string {
  if (!FORMULA.test(words) || INERT.test(words)) return words
  if (TELEPHONE.test(words)) return words.replace(TELEPHONE_SIGNS, ' ')
  return `'${words}`
}

/** A browser may name a language that there is not: then as in English. */
function writesComma(language: string): boolean {
  try {
    return new Intl.NumberFormat(language).formatToParts(1.5).some(({ value }) => value === ',')
  } catch {
    return false
  }
}

function quote(words: string): string {
  return NEEDS_QUOTES.test(words) ? `"${words.replaceAll('"', '""')}"` : words
}
