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
import { useMemo } from 'react'
import { compareKeys, createSearchReader, foldSearch, readSortKey } from './arrange-rows.ts'
import { listTableColumns, type ListDefinition } from './declare-list.ts'

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
  const columns = useMemo(() => makeColumns(definition), [definition])
  const globalFilter = foldSearch(search)
  const sortingState = useMemo(() => toSortingState(sorting), [sorting])
  const table = useTable<Features, Row>({
    features,
    columns,
    data: rows,
    state: { globalFilter, sorting: sortingState },
    globalFilterFn: hasWords,
    getColumnCanGlobalFilter: ({ id }) => id === SEARCH_KEY,
  })
  const { rows: listed } = table.getRowModel()
  return useMemo(() => listed.map(({ original }) => original), [listed])
}

function makeColumns<Row extends object>(definition: ListDefinition<Row>): ColumnDef<Features, Row>[] {
  return [
    ...listTableColumns(definition).map((column): ColumnDef<Features, Row> => ({
      id: column.key,
      accessorFn: rememberByRow((row) => readSortKey(column, row)),
      sortFn: compareRows,
      sortUndefined: 'last',
    })),
    { id: SEARCH_KEY, accessorFn: rememberByRow(createSearchReader(definition)), enableSorting: false },
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
