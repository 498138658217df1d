import { listColumns, type ListColumns, type ListDefinition } from '../declare-list.ts'
import { describeCell } from '../describe-value.ts'

/** Spreadsheets would read such a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/
/** Without it Excel reads UTF-8 as the machine's own letters. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as RFC 4180 writes them, for spreadsheets: every column but passwords. */
export function toCsv<Row>(definition: ListColumns<Row>, rows: readonly Row[]): string {
  const columns = listColumns(definition).filter(({ kind }) => kind !== 'password')
  const lines = rows.map((row) =>
    columns.map((column) => {
      const words = describeCell(column, row)
      return quote(typeof column.read(row) === 'number' ? words : guard(words))
    }),
  )
  const header = columns.map(({ header: words }) => quote(guard(words)))
  return BYTE_ORDER_MARK + [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** For example `answers-2026-11-21.csv`, by the device's day; `now` in ms. */
export function nameCsv({ noun }: Pick<ListDefinition<never>, 'noun'>, now: number): string {
  const day = new Date(now)
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${noun.many.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${date.join('-')}.csv`
}

function guard(words: string): string {
  return FORMULA.test(words) ? `'${words}` : words
}

function quote(words: string): string {
  return NEEDS_QUOTES.test(words) ? `"${words.replaceAll('"', '""')}"` : words
}
