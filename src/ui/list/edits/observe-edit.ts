import type { ListDefinition } from '../declare-list.ts'
import { readTyped } from '../column-values.ts'
import { isSameTyped, type Typed } from '../field-values.ts'
import { findColumn } from '../declare-list.ts'
import { findConflicts, isUnsaved, rebase, type RowEdit } from './row-edit.ts'

/**
 * An edit after its row was read again; `fresh` is undefined where the row is no longer there. Null: there is nothing left
 * to keep. What is typed is never overwritten, and neither is a field that has the cursor.
 */
export function observeEdit<Row>(
  definition: ListDefinition<Row>,
  edit: RowEdit<Row>,
  fresh: Row | undefined,
): RowEdit<Row> | null {
  const { progress } = edit
  if (fresh === undefined) {
    // Whoever edits it goes on as if it were there: its save will say what became of it.
    if (definition.isPartial) return edit
    // What its save comes to will say what became of it.
    if (progress.kind === 'saving' || progress.kind === 'gone') return edit
    return isUnsaved(edit) ? { ...edit, progress: { kind: 'gone' } } : null
  }
  // It was there before the last reading, too: an answer says more than a list that may be older.
  if (fresh === edit.latest && progress.kind !== 'gone') return edit
  if (progress.kind === 'saving') return { ...edit, latest: fresh }
  if (progress.kind === 'changed') return observeAgain(definition, edit, fresh)
  if (isUnsaved(edit)) {
    const isBack = progress.kind === 'gone'
    return rebase(definition, isBack ? { ...edit, progress: { kind: 'typed' } } : edit, fresh)
  }
  return edit.isFocused ? { ...edit, latest: fresh } : { ...edit, base: fresh, latest: fresh }
}

/** A decision stands as long as what it was about is what they saved. */
function observeAgain<Row>(definition: ListDefinition<Row>, edit: RowEdit<Row>, fresh: Row): RowEdit<Row> {
  const { progress } = edit
  if (progress.kind !== 'changed') return edit
  const { theirs, by } = progress
  const undecided = findConflicts(definition, edit, fresh).filter((key) => {
    const isNew = !isSameTyped(readKey(definition, theirs, key), readKey(definition, fresh, key))
    return isNew || progress.undecided.includes(key)
  })
  return { ...edit, latest: fresh, progress: { kind: 'changed', theirs: fresh, by, undecided } }
}

function readKey<Row>(definition: ListDefinition<Row>, row: Row, key: string): Typed | undefined {
  const column = findColumn(definition, key)
  return column === undefined ? undefined : readTyped(column, row)
}
