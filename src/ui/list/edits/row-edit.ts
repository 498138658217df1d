import type { Store } from '#src/lib/store.ts'
import { listColumns, listShownColumns, type Column, type ListDefinition } from '../declare-list.ts'
import { checkFields } from '../check-fields.ts'
import { readTyped, readValues } from '../column-values.ts'
import { isSameTyped, omitFields } from '../field-values.ts'
import type { FieldErrors, Typed, TypedValues } from '../field-values.ts'
import { describeTyped } from '../describe-value.ts'
import type { ListSource } from '../list-source.ts'
import type { Timers } from '../timers.ts'

/** How far what was typed has come. */
export type EditProgress<Row> =
  /** Nothing is typed: a field has the cursor. */
  | { kind: 'clean' }
  /** It goes by nobody's doing but the user's: a form. */
  | { kind: 'typed' }
  /** It goes after a pause. */
  | { kind: 'waiting' }
  | { kind: 'saving'; sent: TypedValues }
  | { kind: 'saved' }
  /** It can't be sent like this. */
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'refused'; message: string; field: string | null }
  /** `isHeld`: it goes by itself as soon as something can be written again. */
  | { kind: 'failed'; message: string; isHeld: boolean }
  /** Somebody saved something else in fields that are typed here; `undecided` are those without a decision yet. */
  | { kind: 'changed'; theirs: Row; by: string | null; undecided: readonly string[] }
  | { kind: 'gone' }

/** What is being done to one row, laid over it. */
export interface RowEdit<Row> {
  /** The row on which what is typed is based. */
  base: Row
  /** The row as its source had it last. */
  latest: Row
  /** The row as the editing began: by it the list goes on sorting and filtering, so that nothing moves under the cursor. */
  began: Row
  typed: TypedValues
  isFocused: boolean
  progress: EditProgress<Row>
}

export type EditMap<Row> = ReadonlyMap<string, RowEdit<Row>>

export interface EditsDeps<Row> {
  /** The screen's declaration and source, as they are now. */
  read(): { definition: ListDefinition<Row>; source: ListSource<Row> }
  timers: Timers
  /** Nothing goes by itself: a form has a button. */
  isManual?: boolean
  /** Tells who does not see it what became of a row. */
  say?(words: string): void
}

/** What is being done to the rows of a list. What was typed goes only by the user's word, or when it is saved. */
export interface RowEdits<Row> {
  edits: Store<EditMap<Row>>
  /** The cursor is in one of the row's fields: nothing changes there but by the user. */
  begin(row: Row): void
  end(id: string): void
  type(row: Row, key: string, value: Typed): void
  /** Sends what is typed, now. */
  save(id: string): Promise<void>
  /** Gives up what is typed in a field, or in the whole row. */
  undo(id: string, key?: string): void
  /** About a field in which somebody else saved something else. */
  decide(id: string, key: string, whose: 'mine' | 'theirs'): void
  /** The source has read its rows again, or can write again. */
  observe(): void
  /** Nothing is sent for the row until `resume`: it is being deleted. */
  hold(id: string): void
  resume(id: string): void
  /** What waits is sent now: its screen goes, or the whole page does. */
  flush(isLeaving: boolean): void
}

export interface FieldDifference {
  key: string
  header: string
  mine: string
  theirs: string
}

export function beginEdit<Row>(row: Row): RowEdit<Row> {
  return { base: row, latest: row, began: row, typed: {}, isFocused: false, progress: { kind: 'clean' } }
}

/** Whether something is typed that the environment does not have yet. */
export function isUnsaved<Row>({ typed }: RowEdit<Row>): boolean {
  return Object.keys(typed).length > 0
}

/** Without what is the same as in the row. What is typed into a password's field is never the same. */
export function dropSame<Row>(definition: ListDefinition<Row>, row: Row, typed: TypedValues): TypedValues {
  const columns = listColumns(definition)
  return omitFields(typed, (key) => {
    const column = columns.find((other) => other.key === key)
    return column !== undefined && isSameTyped(typed[key], readTyped(column, row))
  })
}

/** What is wrong with what is typed, by column key. */
export function findErrors<Row>(
  definition: ListDefinition<Row>,
  { base, typed }: Pick<RowEdit<Row>, 'base' | 'typed'>,
): FieldErrors {
  const columns = listColumns(definition)
  return checkFields(columns, typed, readValues(columns, base, typed))
}

/** The same in a form of these columns, and what is wrong with those that concern the row only by what is typed. */
export function findFormErrors<Row>(
  columns: readonly Column<Row>[],
  { base, typed }: Pick<RowEdit<Row>, 'base' | 'typed'>,
): FieldErrors {
  const values = readValues(columns, base, typed)
  const before = listShownColumns(columns, readValues(columns, base, {}))
  const brought = listShownColumns(columns, values).filter((column) => !before.includes(column))
  const untouched = brought.filter(({ kind }) => kind !== 'password')
  const seen = Object.fromEntries(untouched.map((column) => [column.key, readTyped(column, base)]))
  return checkFields(columns, { ...seen, ...typed }, values)
}

/** The typed fields in which somebody else saved something that is neither what was there nor what is typed. */
export function findConflicts<Row>(
  definition: ListDefinition<Row>,
  { base, typed }: Pick<RowEdit<Row>, 'base' | 'typed'>,
  theirs: Row,
): string[] {
  return listColumns(definition).flatMap((column) => {
    const mine = typed[column.key]
    if (mine === undefined) return []
    const now = readTyped(column, theirs)
    return isSameTyped(now, readTyped(column, base)) || isSameTyped(now, mine) ? [] : [column.key]
  })
}

/**
 * The edit on the row as somebody else left it: theirs where nothing is typed, mine where they touched nothing. Where
 * both did, the user decides field by field; nothing is overwritten before.
 */
export function rebase<Row>(
  definition: ListDefinition<Row>,
  edit: RowEdit<Row>,
  theirs: Row,
  by: string | null = null,
): RowEdit<Row> {
  const undecided = findConflicts(definition, edit, theirs)
  if (undecided.length > 0) {
    return { ...edit, latest: theirs, progress: { kind: 'changed', theirs, by, undecided } }
  }
  return { ...edit, base: theirs, latest: theirs, typed: dropSame(definition, theirs, edit.typed) }
}

/** What differs, field by field, in words. */
export function listDifferences<Row>(definition: ListDefinition<Row>, edit: RowEdit<Row>): FieldDifference[] {
  const { progress, typed } = edit
  if (progress.kind !== 'changed') return []
  return listColumns(definition).flatMap((column) => {
    const mine = typed[column.key]
    if (mine === undefined || !progress.undecided.includes(column.key)) return []
    return [
      {
        key: column.key,
        header: column.header,
        mine: describeTyped(column, mine),
        theirs: describeTyped(column, readTyped(column, progress.theirs)),
      },
    ]
  })
}

/** What is typed, as text that can be copied elsewhere: a line a field. Passwords stay where they are. */
export function copyTyped<Row>(definition: ListDefinition<Row>, { typed }: RowEdit<Row>): string {
  return listColumns(definition)
    .flatMap((column) => {
      const mine = typed[column.key]
      const isSecret = column.kind === 'password'
      return mine === undefined || isSecret ? [] : [`${column.header}: ${describeTyped(column, mine)}`]
    })
    .join('\n')
}
