import { EmptyBox, LoadingBox, UnreadBox } from '../empty-box.tsx'
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
    return <EmptyBox words={words} />
  }
  if (source.state === 'failed') {
    const words = `The ${noun.many} could not be read. ${source.problem ?? ''}`
    return <UnreadBox words={words} onRetry={() => source.reload()} />
  }
  if (loading === 'words') return <LoadingBox />
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
