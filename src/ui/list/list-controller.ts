import type { Clock } from '#src/lib/clock.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import { createAddForm, readAddValues, viewAddForm, type AddForm } from './form/add-form.ts'
import { createBulkRun, type BulkRun } from './edits/bulk-run.ts'
import { findColumn, listColumns, type ListDefinition, type Question } from './declare-list.ts'
import { readValues } from './column-values.ts'
import type { FieldValues, Typed, TypedValues } from './field-values.ts'
import type { ListSource } from './list-source.ts'
import { createRemovals, type Removals } from './edits/removals.ts'
import { createRowEdits } from './edits/row-edits.ts'
import { isUnsaved, type RowEdits } from './edits/row-edit.ts'
import type { Selection } from './selection.ts'
import type { Timers } from './timers.ts'

interface ControllerDeps<Row> {
  /** The screen's declaration and source, as they are now. */
  read(): { definition: ListDefinition<Row>; source: ListSource<Row> }
  clock: Clock
  timers: Timers
  /** Whether something would be lost with the screen: kept right for whoever guards its address. */
  unsaved: Store<boolean>
  /** An edit form is saved by its button alone. */
  isManual: boolean
}

/** A question that waits for its answer. */
export interface Asked {
  question: Question
  /** What its yes does. */
  proceed(): void
}

/** Everything that is under way on one screen of a list. It draws nothing and calls nothing but the source. */
export interface ListController<Row> {
  edits: RowEdits<Row>
  removals: Removals<Row>
  bulk: BulkRun<Row>
  add: AddForm
  selection: Store<Selection>
  /** What has just happened, for who does not see it. */
  said: Store<string>
  say(words: string): void
  /** What is asked before something goes on; null: nothing is. */
  asked: Store<Asked | null>
  /** Takes what is typed or chosen in a row, with what follows from it; where its column asks after a yes. */
  type(row: Row, key: string, value: Typed): void
  /** The same in the form of a new one. */
  typeNew(key: string, value: Typed): void
  /**
   * Hides the row, at once or where the list asks after a yes; what is typed in it waits for its fate. `onHide` is called
   * before it goes.
   */
  remove(row: Row, onHide?: () => void): void
  /** The declaration or the source has changed. */
  observe(): void
  /** What waits is sent now. `isLeaving`: the page goes, not only the screen. */
  leave(isLeaving: boolean): void
}

export function createListController<Row>({
  read,
  clock,
  timers,
  unsaved,
  isManual,
}: ControllerDeps<Row>): ListController<Row> {
  const said = createStore('')
  const asked = createStore<Asked | null>(null)
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

  function askFirst(question: Question | null | undefined, proceed: () => void) {
    if (question) asked.set({ question, proceed })
    else proceed()
  }

  /** `set` is given what is typed, and what becomes of other fields with it. */
  function take(
    key: string,
    value: Typed,
    context: { row: Row | null; values: FieldValues },
    set: (typed: TypedValues) => void,
  ) {
    const column = findColumn(read().definition, key)
    const followers = column?.follow?.(value, context.values) ?? {}
    askFirst(column?.ask?.(value, context), () => set({ [key]: value, ...followers }))
  }

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
    asked,
    type(row, key, value) {
      const { definition } = read()
      const edit = edits.edits.get().get(definition.idOf(row))
      const values = readValues(listColumns(definition), edit?.base ?? row, edit?.typed ?? {})
      take(key, value, { row, values }, (typed) =>
        Object.entries(typed).forEach(([other, next]) => edits.type(row, other, next)),
      )
    },
    typeNew(key, value) {
      const values = readAddValues(read().definition, add.state.get())
      take(key, value, { row: null, values }, (typed) =>
        Object.entries(typed).forEach(([other, next]) => add.type(other, next)),
      )
    },
    remove(row, onHide) {
      const { definition } = read()
      askFirst(definition.askRemoval?.(row), () => {
        onHide?.()
        edits.hold(definition.idOf(row))
        removals.remove(row)
      })
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
