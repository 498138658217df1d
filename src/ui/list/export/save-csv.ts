import { saveFile } from '#src/lib/save-file.ts'
import { nameCsv, toCsv } from './csv.ts'
import type { ListColumns, ListDefinition } from '../declare-list.ts'

const CSV_TYPE = 'text/csv;charset=utf-8'

/** What a table in a file needs to be told. */
export type CsvDefinition<Row> = ListColumns<Row> & Pick<ListDefinition<Row>, 'noun'>

/** Hands rows to the browser's downloads. */
export function saveCsv<Row>(definition: CsvDefinition<Row>, rows: readonly Row[]): void {
  saveFile(
    new Blob([toCsv(definition, rows, navigator.language)], { type: CSV_TYPE }),
    nameCsv(definition, Date.now()),
  )
}
