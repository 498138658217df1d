import { memo } from 'react'
import { joinClasses } from '#src/ui/button.tsx'
import type { Column } from '#src/ui/list/declare-list.ts'
import { describeCell } from '#src/ui/list/describe-value.ts'
import { useTurns } from '../charts/turns.ts'
import styles from './figures.module.css'

interface FigureTableProps<Row> {
  /** What the table is of, for who can't see the heading above it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** So many rows are drawn in a frame: a year of days at once would hold up the page. */
const ROWS_PER_TURN = 20

/** Figures as they are: the accessible form of a chart, and the same that its file has. */
export function FigureTable<Row>({ caption, columns, rows }: FigureTableProps<Row>) {
  const pieces = Math.ceil(rows.length / ROWS_PER_TURN)
  const drawn = useTurns(pieces)
  return (
    // It scrolls, so it must be reached by the keyboard.
    <div
      className={styles.scroller}
      role="region"
      aria-label={caption}
      aria-busy={drawn < pieces}
      tabIndex={0}
    >
      <table className={joinClasses(styles.table, pieces > 1 && styles.isLong)}>
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
        {Array.from({ length: drawn }, (_, piece) => (
          <Rows key={piece} columns={columns} rows={rows} from={piece * ROWS_PER_TURN} />
        ))}
      </table>
    </div>
  )
}

type RowsProps<Row> = Omit<FigureTableProps<Row>, 'caption'> & { from: number }

/** A piece of the table is not drawn again when the next one is. */
const Rows = memo(function Rows<Row>({ columns, rows, from }: RowsProps<Row>) {
  return (
    <tbody>
      {rows.slice(from, from + ROWS_PER_TURN).map((row, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.key} data-kind={column.kind} dir={column.kind === 'text' ? 'auto' : undefined}>
              {column.render?.(row, 0) ?? describeCell(column, row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}) as <Row>(props: RowsProps<Row>) => React.ReactNode
