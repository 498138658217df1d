import type { Clock } from '#src/lib/clock.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import { createAddForm, viewAddForm, type AddForm } from './add-form.ts'
import { createBulkRun, type BulkRun } from './bulk-run.ts'
import type { ListDefinition } from './declare-list.ts'
import type { ListSource } from './list-source.ts'
import { createRemovals, type Removals } from './removals.ts'
import { createRowEdits } from './row-edits.ts'
import { isUnsaved, type RowEdits } from './row-edit.ts'
import type { Selection } from './selection.ts'
import type { Timers } from './timers.ts'

interface DeskAround<Row> {
  /** The screen's declaration and source, as they are now. */
  read(): { definition: ListDefinition<Row>; source: ListSource<Row> }
  clock: Clock
  timers: Timers
  /** Whether something would be lost with the screen: kept right for whoever guards its address. */
  unsaved: Store<boolean>
  /** An edit form is saved by its button alone. */
  isManual: boolean
}

/** Everything that is under way on one screen of a list. It draws nothing and calls nothing but the source. */
export interface ListDesk<Row> {
  edits: RowEdits<Row>
  removals: Removals<Row>
  bulk: BulkRun<Row>
  add: AddForm
  selection: Store<Selection>
  /** What has just happened, for who does not see it. */
  said: Store<string>
  say(words: string): void
  /** Hides the row at once; what is typed in it waits for its fate. */
  remove(row: Row): void
  /** The declaration or the source has changed. */
  observe(): void
  /** What waits is sent now. `isLeaving`: the page goes, not only the screen. */
  leave(isLeaving: boolean): void
}

export function createListDesk<Row>({
  read,
  clock,
  timers,
  unsaved,
  isManual,
}: DeskAround<Row>): ListDesk<Row> {
  const said = createStore('')
  const selection = createStore<Selection>(new Set<string>())
  // The same words twice are read out twice only where they differ.
  const say = (words: string) => said.set(said.get() === words ? `${words} ` : words)
  const edits = createRowEdits({ read, timers, isManual, say })
  const removals = createRemovals({ read, timers, say, onBack: (id) => edits.resume(id) })
  const bulk = createBulkRun({
    read,
    say,
    onTry: (id) => edits.hold(id),
    onBack: (id) => edits.resume(id),
  })
  const add = createAddForm({ read, now: clock.now, say })

  function noteUnsaved() {
    const isEdited = [...edits.edits.get().values()].some(isUnsaved)
    const isAdding = viewAddForm(read().definition, add.state.get()).isTouched
    unsaved.set(isEdited || isAdding || bulk.state.get().kind === 'running')
  }
  for (const store of [edits.edits, add.state, bulk.state]) store.subscribe(noteUnsaved)

  return {
    edits,
    removals,
    bulk,
    add,
    selection,
    said,
    say,
    remove(row) {
      edits.hold(read().definition.idOf(row))
      removals.remove(row)
    },
    observe() {
      edits.observe()
      removals.observe()
    },
    leave(isLeaving) {
      edits.flush(isLeaving)
      removals.flush(isLeaving)
    },
  }
}
