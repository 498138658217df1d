import { useStore } from '#src/lib/use-store.ts'
import { Button } from '../../button.tsx'
import { describeReport, type BulkReport, type BulkRun } from './bulk-run.ts'
import type { ListDefinition } from '../declare-list.ts'
import styles from '../list-screen.module.css'

interface BulkPanelProps<Row> {
  definition: ListDefinition<Row>
  bulk: BulkRun<Row>
  readOnly: string | null
}

/** How far a deletion of many has come, and in the end what became of each. */
export function BulkPanel<Row>({ definition, bulk, readOnly }: BulkPanelProps<Row>) {
  const state = useStore(bulk.state)
  if (state.kind === 'idle') return null
  if (state.kind === 'running') {
    const { total, report, current, isStopping } = state
    const done = total - report.untried.length
    return (
      <section className={styles.card} aria-label="Deleting">
        <p>{`Deleting ${done + 1} of ${total}: ${current}`}</p>
        <progress className={styles.progress} max={total} value={done} aria-label="Deleted so far" />
        <div className={styles.actions}>
          <Button disabled={isStopping} onClick={() => bulk.stop()}>
            {isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        </div>
      </section>
    )
  }
  const { report } = state
  const isWhole = report.failed.length + report.untried.length === 0
  return (
    <section className={styles.card} aria-label="What was deleted">
      <p>{describeReport(report, definition.noun)}</p>
      {!isWhole && <Leftovers report={report} />}
      <div className={styles.actions}>
        {!isWhole && (
          <Button disabled={readOnly !== null} onClick={() => void bulk.retry()}>
            Try these again
          </Button>
        )}
        <Button onClick={() => bulk.dismiss()}>Close</Button>
        {!isWhole && readOnly !== null && <span className={styles.note}>{readOnly}</span>}
      </div>
    </section>
  )
}

function Leftovers<Row>({ report }: { report: BulkReport<Row> }) {
  return (
    // A stop of the Tab key: a long report is scrolled by keyboard too.
    <div className={styles.report} tabIndex={0} role="group" aria-label="What was deleted and what not">
      {report.failed.length > 0 && (
        <>
          <h2>Not deleted</h2>
          <ul role="list">
            {report.failed.map(({ id, name, message }) => (
              <li key={id}>
                <b>{name}</b>
                <span>{`: ${message}`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Names title="Not tried" items={report.untried} />
      <Names title="Deleted" items={report.deleted} />
    </div>
  )
}

function Names({ title, items }: { title: string; items: readonly { id: string; name: string }[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul role="list">
        {items.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
