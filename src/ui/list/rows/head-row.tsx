import { useStore } from '#src/lib/use-store.ts'
import { listTableColumns, type ListDefinition, type ListFlags } from '../declare-list.ts'
import { ChooseAll } from '../choose-all.tsx'
import type { ListController } from '../list-controller.ts'
import styles from './list-rows.module.css'
import type { Sorting } from './use-listed-rows.ts'

interface HeadRowProps<Row> {
  definition: ListDefinition<Row>
  flags: ListFlags
  controller: ListController<Row>
  choosable: readonly string[]
  sorting: Sorting | null
  tracks: string
  onSort(key: string): void
}

/** The headings: each sorts by its column, up, down, and no more. Phones have a field for it above the cards. */
export function HeadRow<Row>({
  definition,
  flags,
  controller,
  choosable,
  sorting,
  tracks,
  onSort,
}: HeadRowProps<Row>) {
  const selection = useStore(controller.selection)
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.row} style={{ gridTemplateColumns: tracks }} aria-rowindex={1}>
        {flags.hasCheckboxes && (
          <div role="columnheader" className={styles.check}>
            <ChooseAll
              selection={selection}
              choosable={choosable}
              onChange={(next) => controller.selection.set(next)}
            />
          </div>
        )}
        {listTableColumns(definition).map(({ key, header, kind }) => (
          <div key={key} role="columnheader" aria-sort={describeSort(sorting, key)}>
            {kind === 'password' ? (
              <span className={styles.heading}>{header}</span>
            ) : (
              <button type="button" className={styles.heading} onClick={() => onSort(key)}>
                <span>{header}</span>
                <span aria-hidden="true">{markSort(sorting, key)}</span>
              </button>
            )}
          </div>
        ))}
        {flags.hasEdit && (
          <div role="columnheader" className={styles.action}>
            EDIT
          </div>
        )}
        {flags.hasDelete && (
          <div role="columnheader" className={styles.action}>
            DELETE
          </div>
        )}
        <div role="columnheader">
          <span className="visually-hidden">State</span>
        </div>
      </div>
    </div>
  )
}

/** A third press ends it: the rows are in the environment's order again. */
export function nextSorting(sorting: Sorting | null, key: string): Sorting | null {
  if (sorting?.key !== key) return { key, isDescending: false }
  return sorting.isDescending ? null : { key, isDescending: true }
}

function describeSort(sorting: Sorting | null, key: string): 'none' | 'ascending' | 'descending' {
  if (sorting?.key !== key) return 'none'
  return sorting.isDescending ? 'descending' : 'ascending'
}

function markSort(sorting: Sorting | null, key: string): string {
  if (sorting?.key !== key) return ''
  return sorting.isDescending ? ' ↓' : ' ↑'
}
