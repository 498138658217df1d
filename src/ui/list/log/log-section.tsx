import { useId, type ReactElement, type ReactNode, type Ref } from 'react'
import { Button } from '../../button.tsx'
import { WarningBox } from '../../warning-box.tsx'
import { ExportWhole, type ExportState } from '../export/export-whole.tsx'
import { describeAsOf } from '../nice-date.ts'
import styles from './log.module.css'

/** A log as far as it is read, newest first. */
interface ShownLog<Row> {
  rows: readonly Row[] | undefined
  state: 'loading' | 'ready' | 'failed'
  problem: string | null
  /** When it was read from the environment, ms; null: never. */
  asOf: number | null
  readOnly: string | null
  hasOlder: boolean
  isLoadingOlder: boolean
  showOlder(): void
  reload(): void
}

interface LogSectionProps<Row> {
  title: string
  log: ShownLog<Row>
  /** The reading of all of it, for the export. */
  whole: { state: ExportState; start(): void; stop(): void }
  noun: { one: string; many: string }
  /** Said where there is nothing. */
  empty: string
  /** What is to be said above the entries. */
  notes?: ReactElement | false
  now: number
  /** A `LogEntry` of each. */
  children: (row: Row) => ReactNode
  /** Under which a link leads here. */
  id?: string
  ref?: Ref<HTMLElement>
}

/** What became of something, the newest first, with what is older and all of it as a file. */
export function LogSection<Row>(props: LogSectionProps<Row>) {
  const { title, log, whole, noun, empty, notes, now, children, id, ref } = props
  const { rows, state, problem, asOf, readOnly } = log
  const titleId = useId()
  const hasRows = rows !== undefined && rows.length > 0
  return (
    <section ref={ref} id={id} className={styles.log} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {state === 'failed' && (
        <WarningBox role="status">
          <span>
            {`The log could not be read. ${problem ?? ''}` +
              (rows !== undefined && asOf !== null ? ` What you see is ${describeAsOf(asOf, now)}.` : '')}
          </span>
          <Button onClick={log.reload}>Try again</Button>
        </WarningBox>
      )}
      {notes}
      {rows === undefined && state === 'loading' && <p className={styles.note}>Loading...</p>}
      {rows?.length === 0 && <p className={styles.note}>{empty}</p>}
      {hasRows && (
        <ol className={styles.entries} aria-labelledby={titleId}>
          {rows.map(children)}
        </ol>
      )}
      {log.hasOlder && (
        <Button disabled={log.isLoadingOlder} aria-busy={log.isLoadingOlder} onClick={log.showOlder}>
          Show older
        </Button>
      )}
      {hasRows && (
        <ExportWhole
          label="Export the whole log"
          noun={noun}
          state={whole.state}
          readOnly={readOnly}
          onStart={whole.start}
          onStop={whole.stop}
        />
      )}
    </section>
  )
}
