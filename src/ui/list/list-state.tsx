import { Button } from '../button.tsx'
import type { ListDefinition } from './declare-list.ts'
import type { ListSource } from './list-source.ts'
import styles from './list-screen.module.css'

const SKELETONS = 6

interface ListStateProps<Row> {
  definition: ListDefinition<Row>
  source: ListSource<Row>
  search: string
  /** Whether there would be no row without the search, either. */
  isEmpty: boolean
}

/** What stands where rows would: they are loading, could not be read, are none, or none is found. */
export function ListState<Row>({ definition, source, search, isEmpty }: ListStateProps<Row>) {
  const { noun, loading = 'rows', empty } = definition
  if (source.rows !== undefined) {
    const words = isEmpty ? (empty ?? `No ${noun.many} yet.`) : `No ${noun.many} match “${search.trim()}”.`
    return <p className={styles.empty}>{words}</p>
  }
  if (source.state === 'failed') {
    return (
      <div className={styles.empty} role="alert">
        <p>{`The ${noun.many} could not be read. ${source.problem ?? ''}`}</p>
        <Button onClick={() => source.reload()}>Try again</Button>
      </div>
    )
  }
  if (loading === 'words') {
    return (
      <p className={styles.empty} role="status">
        Loading...
      </p>
    )
  }
  return (
    <div className={styles.skeletons} aria-busy="true">
      <span className="visually-hidden" role="status">{`Loading ${noun.many}`}</span>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={styles.skeleton} aria-hidden="true">
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
