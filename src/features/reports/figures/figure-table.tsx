import type { Column } from '#src/ui/list/declare-list.ts'
import { describeCell } from '#src/ui/list/describe-value.ts'
import styles from './figures.module.css'

interface FigureTableProps<Row> {
  /** What the table is of, for who can't see the heading above it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** Figures as they are: the accessible form of a chart, and the same that its file has. */
export function FigureTable<Row>({ caption, columns, rows }: FigureTableProps<Row>) {
  return (
    // It scrolls, so it must be reached by the keyboard.
    <div className={styles.scroller} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, kind }) => (
              <th key={key} scope="col" data-kind={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-kind={column.kind}
                  dir={column.kind === 'text' ? 'auto' : undefined}
                >
                  {column.render?.(row, 0) ?? describeCell(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
