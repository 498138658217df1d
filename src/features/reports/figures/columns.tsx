import { formatTimestamp } from '#src/domain/formatting.ts'
import type { Column } from '#src/ui/list/declare-list.ts'
import { writeWholeDay } from '../charts/day-words.ts'

/** A column of words. */
export function textColumn<Row>(key: string, header: string, read: (row: Row) => string): Column<Row> {
  return { key, header, kind: 'text', read }
}

/** A column of whole numbers. */
export function countColumn<Row>(key: string, header: string, read: (row: Row) => number): Column<Row> {
  return { key, header, kind: 'number', read }
}

/** A column of days: in words on the screen, as `2026-11-25` in a file. */
export function dateColumn<Row>(key: string, header: string, read: (row: Row) => string): Column<Row> {
  return { key, header, kind: 'text', read, render: (row) => writeWholeDay(read(row)) }
}

/** A column of instants: the device's clock on the screen, ISO-8601 in a file. */
export function timeColumn<Row>(key: string, header: string, read: (row: Row) => string): Column<Row> {
  return {
    key,
    header,
    kind: 'text',
    read,
    render: (row) => <time dateTime={read(row)}>{formatTimestamp(read(row))}</time>,
  }
}
