import { useId, type ReactNode } from 'react'
import type { Column } from '#src/ui/list/declare-list.ts'
import { Button } from '#src/ui/button.tsx'
import { saveCsv } from '#src/ui/list/export/save-csv.ts'
import { FigureTable } from './figure-table.tsx'
import styles from './figures.module.css'

interface FigureCardProps<Row> {
  title: string
  /** What the figure is, in one sentence. */
  explanation: string
  /** What a file of it is called: the title with the report's days. */
  fileName: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What stands there where there is nothing to show, with what to do about it. */
  empty: string
  isEmpty: boolean
  /** Whether some of it could not be read. */
  isPartial: boolean
  /** The drawing of the same figures; without one the table has the card for itself. */
  chart?: ReactNode
}

/** A figure: what it is, its chart, the same as a table beside it, and as a file. */
export function FigureCard<Row>(props: FigureCardProps<Row>) {
  const { title, explanation, fileName, columns, rows, empty, isEmpty, isPartial, chart } = props
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{explanation}</p>
        </div>
        {!isEmpty && (
          <Button
            look="quiet"
            aria-label={`Export ${title} as CSV`}
            onClick={() => saveCsv({ columns, noun: { one: fileName, many: fileName } }, rows)}
          >
            CSV
          </Button>
        )}
      </header>
      {isPartial && (
        <p className={styles.partial}>Part of this could not be read: what was readable is shown.</p>
      )}
      {isEmpty ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <div className={styles.body} data-has-chart={chart !== undefined}>
          {chart !== undefined && <div className={styles.chart}>{chart}</div>}
          <FigureTable caption={title} columns={columns} rows={rows} />
        </div>
      )}
    </section>
  )
}
