import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row as TableRow,
  type SortingState,
} from '@tanstack/react-table'
import { useEffect, useMemo } from 'react'
import { foldSearch } from '#src/domain/search/fold-text.ts'
import { compareKeys, createSearchReader, readSortKey } from './arrange-rows.ts'
import { listTableColumns, type ListDefinition } from '../declare-list.ts'

/** The one column that is searched: the words of all the others. */
const SEARCH_KEY = 'searched words'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features

export interface Sorting {
  key: string
  isDescending: boolean
}

/** The rows in the order in which they are listed. They, and the declaration, are to be the same from drawing to drawing. */
export function useListedRows<Row extends object>(
  definition: ListDefinition<Row>,
  rows: readonly Row[],
  { search, sorting }: { search: string; sorting: Sorting | null },
): readonly Row[] {
  const readWords = useMemo(() => rememberByRow(createSearchReader(definition)), [definition])
  const columns = useMemo(() => makeColumns(definition, readWords), [definition, readWords])
  const globalFilter = foldSearch(search)
  // Nothing is asked of the table: its ten thousand rows would only delay the first ones.
  const isAsIs = globalFilter === '' && sorting === null
  const sortingState = useMemo(() => toSortingState(sorting), [sorting])
  const table = useTable<Features, Row>({
    features,
    columns,
    data: rows,
    state: { globalFilter, sorting: sortingState },
    globalFilterFn: hasWords,
    getColumnCanGlobalFilter: ({ id }) => id === SEARCH_KEY,
  })
  const listed = isAsIs ? null : table.getRowModel().rows
  useEffect(() => readAhead(rows, readWords), [rows, readWords])
  return useMemo(() => listed?.map(({ original }) => original) ?? rows, [listed, rows])
}

/** So many rows are read in one task: a few ms, also on a phone. */
const ROWS_AT_ONCE = 500

/** Puts together what rows are searched by before somebody types, in turns. Returns how to end that. */
function readAhead<Row>(rows: readonly Row[], read: (row: Row) => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function readFrom(from: number) {
    for (const row of rows.slice(from, from + ROWS_AT_ONCE)) read(row)
    schedule(from + ROWS_AT_ONCE)
  }
  function schedule(from: number) {
    if (from < rows.length) timer = setTimeout(() => readFrom(from))
  }
  schedule(0)
  return () => clearTimeout(timer)
}

function makeColumns<Row extends object>(
  definition: ListDefinition<Row>,
  readWords: (row: Row) => string,
): ColumnDef<Features, Row>[] {
  return [
    ...listTableColumns(definition).map((column): ColumnDef<Features, Row> => ({
      id: column.key,
      accessorFn: rememberByRow((row) => readSortKey(column, row)),
      sortFn: compareRows,
      sortUndefined: 'last',
    })),
    { id: SEARCH_KEY, accessorFn: readWords, enableSorting: false },
  ]
}

/** A poll brings most rows again as they were: what they are sorted and searched by is put together once. */
function rememberByRow<Row extends object, Value>(read: (row: Row) => Value): (row: Row) => Value {
  const known = new WeakMap<Row, { value: Value }>()
  return (row) => {
    const entry = known.get(row) ?? { value: read(row) }
    known.set(row, entry)
    return entry.value
  }
}

function compareRows<Row extends object>(
  one: TableRow<Features, Row>,
  other: TableRow<Features, Row>,
  key: string,
): number {
  return compareKeys(one.getValue(key), other.getValue(key))
}

function hasWords<Row extends object>(row: TableRow<Features, Row>, key: string, words: unknown): boolean {
  return typeof words === 'string' && row.getValue<string>(key).includes(words)
}

function toSortingState(sorting: Sorting | null): SortingState {
  return sorting === null ? [] : [{ id: sorting.key, desc: sorting.isDescending }]
}
