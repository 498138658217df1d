import { createStore, type Store } from '#src/lib/store.ts'
import { listFormColumns, listShownColumns, type Column, type ListDefinition } from '../declare-list.ts'
import { checkFields } from '../check-fields.ts'
import { readDefaults, toValues } from '../column-values.ts'
import { isFilled, isSameTyped } from '../field-values.ts'
import type { FieldErrors, FieldValues, Typed, TypedValues } from '../field-values.ts'
import { describeProblem, settleWrite, type ListSource } from '../list-source.ts'

export interface AddState {
  /** What was typed or chosen; a field without a word here has its default. */
  touched: TypedValues
  /** As the defaults were when the form was begun: the current time among them. */
  begunAt: number
  isSending: boolean
  /** The environment's words, shown under the form (specification section 8). */
  problem: string | null
  /** The field that its words are about. */
  problemField: string | null
  /** What was created last, until something else is typed. */
  added: { id: string; name: string } | null
  /** Whether it is unfolded, where a narrow screen folds it. */
  isOpen: boolean
}

interface AddDeps<Row> {
  read(): { definition: ListDefinition<Row>; source: ListSource<Row> }
  now(): number
  say?(words: string): void
}

/** A new item's form. After a success it is empty, after a failure as it was. */
export interface AddForm {
  state: Store<AddState>
  type(key: string, value: Typed): void
  /** Begins with what somebody typed elsewhere, for a row that is gone. */
  fill(values: TypedValues): void
  reset(): void
  fold(isFolded: boolean): void
  /** Sends it; true when it was created. */
  submit(): Promise<boolean>
}

export interface AddFormView<Row> {
  columns: readonly Column<Row>[]
  values: TypedValues
  /** Everything that is missing or wrong: with nothing here it can be sent. */
  problems: FieldErrors
  /** Those of fields that somebody filled in: an empty form is not red all over. */
  errors: FieldErrors
  /** Whether something would be lost with it. */
  isTouched: boolean
}

export function createAddForm<Row>(deps: AddDeps<Row>): AddForm {
  const state = createStore<AddState>({ ...makeEmpty(deps.now()), isOpen: false })
  const patch = (fields: Partial<AddState>) => state.set({ ...state.get(), ...fields })

  async function submit(): Promise<boolean> {
    const { definition, source } = deps.read()
    const before = state.get()
    const { columns, values, problems } = viewAddForm(definition, before)
    if (before.isSending || source.readOnly !== null) return false
    if (Object.keys(problems).length > 0) {
      patch({ problem: Object.values(problems).join(' '), problemField: null })
      return false
    }
    patch({ isSending: true, problem: null, problemField: null, added: null })
    const result = await settleWrite(() => source.create(toValues(columns, values)))
    if (result.kind !== 'done') {
      const problem = describeProblem(result)
      patch({ isSending: false, problem, problemField: readField(result), isOpen: true })
      deps.say?.(`Not added. ${problem}`)
      return false
    }
    // What was typed while it was on its way is the next one's.
    const touched = Object.fromEntries(
      Object.entries(state.get().touched).filter(([key, value]) => !isSameTyped(value, before.touched[key])),
    )
    const added = { id: definition.idOf(result.row), name: definition.nameOf(result.row) }
    patch({ ...makeEmpty(deps.now()), touched, added })
    return true
  }

  return {
    state,
    type(key, value) {
      const { touched, problemField } = state.get()
      patch({
        touched: { ...touched, [key]: value },
        added: null,
        ...(problemField === key && { problemField: null }),
      })
    },
    fill: (values) => patch({ ...makeEmpty(deps.now()), touched: values, isOpen: true }),
    reset: () => patch(makeEmpty(deps.now())),
    fold: (isFolded) => patch({ isOpen: !isFolded }),
    submit,
  }
}

/** What the form holds so far, also in fields that do not concern it. */
export function readAddValues<Row>(definition: ListDefinition<Row>, state: AddState): FieldValues {
  const all = listFormColumns(definition, 'add')
  return toValues(all, { ...readDefaults(all, state.begunAt), ...state.touched })
}

/** The form as it is drawn. */
export function viewAddForm<Row>(definition: ListDefinition<Row>, state: AddState): AddFormView<Row> {
  const all = listFormColumns(definition, 'add')
  const defaults = readDefaults(all, state.begunAt)
  const typed = { ...defaults, ...state.touched }
  const columns = listShownColumns(all, toValues(all, typed))
  const values = Object.fromEntries(columns.map(({ key }) => [key, typed[key] ?? '']))
  const problems = checkFields(columns, values, toValues(columns, values))
  const isSeen = (key: string) => state.touched[key] !== undefined && isFilled(values[key] ?? '')
  return {
    columns,
    values,
    problems,
    errors: Object.fromEntries(Object.entries(problems).filter(([key]) => isSeen(key))),
    isTouched: Object.entries(state.touched).some(([key, value]) => !isSameTyped(value, defaults[key])),
  }
}

function makeEmpty(now: number): Omit<AddState, 'isOpen'> {
  return { touched: {}, begunAt: now, isSending: false, problem: null, problemField: null, added: null }
}

function readField(result: { kind: string; field?: string }): string | null {
  return result.field ?? null
}
