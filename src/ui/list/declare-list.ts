import type { ReactNode } from 'react'
import type { FieldValue, FieldValues, Typed, TypedValues } from './field-values.ts'

/**
 * What a field is. `number` is converted before it is sent; `password` is write-only: its `read` says whether one is
 * set (undefined: the environment does not say), and only forms have it; `niceDate` is read-only, an ISO time or ms; `time` is
 * `HH:mm`; `custom` draws itself.
 */
export type FieldKind =
  'text' | 'multiline' | 'number' | 'password' | 'select' | 'toggle' | 'time' | 'niceDate' | 'custom'

export interface Option {
  value: string
  label: string
}

/** What a `custom` column is given to draw its own field. */
export interface CustomField {
  id: string
  /** The control's accessible name. */
  label: string
  value: Typed
  /** What the other fields of its form hold; nothing where it is edited within the list. */
  values: TypedValues
  isReadOnly: boolean
  isInvalid: boolean
  /** The id of what explains it: an error, a hint. */
  describedBy: string | undefined
  onChange(value: Typed): void
}

/** Where something is chosen that is asked about. */
export interface AskedOf<Row> {
  /** Null: in a form of a new one. */
  row: Row | null
  /** The row's or the form's values, with what is typed so far. */
  values: FieldValues
}

/** What is asked before something is done that cannot simply be taken back. */
export interface Question {
  title: string
  words: string
  /** The button that says yes. */
  confirmLabel: string
}

/**
 * Sign-in data are never edited in place: a browser fills its own user's name and password into whatever looks like a
 * sign-in, and in place that would be saved by itself. They have the forms, which have a button
 * (docs/decisions/053-sign-in-data.md).
 */
export type Column<Row> = ColumnFields<Row> & (FormColumn | InPlaceColumn)

interface FormColumn {
  kind: FieldKind
  /** `form`: in the forms alone. `never`, the default: nowhere. */
  canEdit?: 'form' | 'never'
  /** What password managers are told of the text beside a password. */
  signIn?: 'username'
}

interface InPlaceColumn {
  kind: Exclude<FieldKind, 'password'>
  /** In place, and in the forms. */
  canEdit: 'here'
  signIn?: never
}

interface ColumnFields<Row> {
  /** Its name in values and patches. */
  key: string
  /** The column's heading and the field's label. */
  header: string
  read(row: Row): FieldValue | undefined
  /** For `select`; undefined while they are being loaded. An optional one offers its own empty value. */
  options?: readonly Option[] | undefined
  /** Otherwise a form marks it '* Optional' (specification section 2). */
  isRequired?: boolean
  /** Whether this row's value may be changed: always where the column's may, unless this says no. */
  canChange?(row: Row): boolean
  /** For what is chosen, not for what is typed: asked before it is taken. Null: nothing is. */
  ask?(value: Typed, context: AskedOf<Row>): Question | null
  /** For what is chosen: which other fields become something else with it. */
  follow?(value: Typed, values: FieldValues): TypedValues
  /** Whether the list has a column of it: true unless it says no. */
  inTable?: boolean
  /** Whether the add block and the edit form have it: where it can be edited, unless it says otherwise. */
  inAdd?: boolean
  inEdit?: boolean
  /** Whether it concerns a form that is filled in so far: always, unless this says no. Else it is neither shown nor sent. */
  isShown?(values: FieldValues): boolean
  /** What is wrong with a value that is there, in words; null: nothing. */
  validate?(value: FieldValue, values: FieldValues): string | null
  maxChars?: number
  /** For `password`: whether the one that is kept can be taken away, not only replaced. */
  canRemove?: boolean
  /** A new item's value, where it is not the kind's own (specification section 5). */
  initial?: Typed
  /** One sentence below the field in a form. */
  hint?: string
  /** It draws all of its place in a form, its heading too, over the form's width. For `custom`. */
  isSection?: boolean
  /** What it holds, in words, where those are not its value's own. */
  describe?(typed: Typed): string
  /** What a row shows in place of its value's own words. */
  render?(row: Row, now: number): ReactNode
  /** What a row is searched, sorted and exported by, where that is not its value's own words. */
  toText?(row: Row): string
  renderField?(field: CustomField): ReactNode
  /** Its share of the table's width, a CSS track; its kind has one. */
  width?: string
}

/** A list with its forms: what a configuration screen declares, and all that the engine knows of it. */
export interface ListDefinition<Row> {
  /** Its part of the addresses of its edit pages: /config/{type}/edit/{id}. */
  type: string
  title: string
  noun: { one: string; many: string }
  columns: readonly Column<Row>[]
  idOf(row: Row): string
  /** What a row is called in words: 'Deleted {name}.' */
  nameOf(row: Row): string
  /** One that can be neither chosen, edited nor deleted (specification section 2). */
  isUndeletable?(row: Row): boolean
  /** Why a row can't be deleted, although it can be edited, in a sentence that stands below it; null: it can. */
  explainKept?(row: Row): string | null
  /** Asked before a row is deleted, alone or with others; null: nothing is, because it can be taken back for a while. */
  askRemoval?(row: Row): Question | null
  /** What the ENABLED column switches; it is sent as `isEnabled`. Without it there is none. */
  readEnabled?(row: Row): boolean
  /** Lists with an address of their own have no ENABLED column (specification section 2). */
  isUrlDriven?: boolean
  /** An EDIT column; without a word from here, where nothing is edited in place. */
  hasEdit?: boolean
  editUrl?(row: Row): string
  hasDelete?: boolean
  hasCheckboxes?: boolean
  hasAddBlock?: boolean
  /**
   * The source has some of the rows only, those of one status for example: one that is no longer among them may be elsewhere
   * as well as gone. It leaves the list once nobody edits it any more, and only a write says that it is gone.
   */
  isPartial?: boolean
  /** How often its source reads it again, ms; undefined: it does not. */
  pollMs?: number
  addLabel?: string
  /** Where a new one is made: a link to it stands above the list, in the add block's place. */
  addUrl?: string
  /** The bulk-delete button's words. */
  bulkLabel?: string
  /** The words of a form's own buttons. */
  saveLabel?: string
  backLabel?: string
  /** What stands in place of the rows while they are loading: rows in their final size unless it is a word. */
  loading?: 'rows' | 'words'
  empty?: string
}

/** How often lists that poll are read again, ms (specification section 9). */
export const LIST_POLL_MS = 3_000
export const ENABLED_KEY = 'isEnabled'

export interface ListFlags {
  hasEdit: boolean
  hasDelete: boolean
  hasCheckboxes: boolean
  hasAddBlock: boolean
}

/** A list's flags with their defaults. */
export function readFlags<Row>(definition: ListDefinition<Row>): ListFlags {
  const isEditedHere = definition.columns.some(({ canEdit }) => canEdit === 'here')
  const hasDelete = definition.hasDelete ?? true
  return {
    hasEdit: definition.hasEdit ?? !isEditedHere,
    hasDelete,
    // What is chosen is deleted: there is nothing else that it is chosen for.
    hasCheckboxes: hasDelete && (definition.hasCheckboxes ?? true),
    hasAddBlock: definition.hasAddBlock ?? definition.addUrl === undefined,
  }
}

/** What says which columns there are. */
export type ListColumns<Row> = Pick<ListDefinition<Row>, 'columns' | 'readEnabled' | 'isUrlDriven'>

/** All columns, the one that switches a row on and off included. */
export function listColumns<Row>(definition: ListColumns<Row>): readonly Column<Row>[] {
  const { columns, readEnabled, isUrlDriven = false } = definition
  if (readEnabled === undefined || isUrlDriven) return columns
  const enabled: Column<Row> = {
    key: ENABLED_KEY,
    header: 'ENABLED',
    kind: 'toggle',
    canEdit: 'here',
    read: readEnabled,
  }
  return [...columns, enabled]
}

export function listTableColumns<Row>(definition: ListDefinition<Row>): readonly Column<Row>[] {
  return listColumns(definition).filter(({ inTable = true }) => inTable)
}

/** The add block's fields or the edit form's. */
export function listFormColumns<Row>(
  definition: ListDefinition<Row>,
  form: 'add' | 'edit',
): readonly Column<Row>[] {
  return listColumns(definition).filter((column) => {
    const isEdited = (column.canEdit ?? 'never') !== 'never'
    return (form === 'add' ? column.inAdd : column.inEdit) ?? isEdited
  })
}

/** The fields that concern a form which is filled in like this. */
export function listShownColumns<Row>(
  columns: readonly Column<Row>[],
  values: FieldValues,
): readonly Column<Row>[] {
  return columns.filter((column) => column.isShown?.(values) ?? true)
}

export function findColumn<Row>(definition: ListDefinition<Row>, key: string): Column<Row> | undefined {
  return listColumns(definition).find((column) => column.key === key)
}

/** What the button that adds one is called. */
export function nameAdding<Row>({ addLabel, noun }: ListDefinition<Row>): string {
  return addLabel ?? `Add ${noun.one}`
}

export function editUrlOf<Row>(definition: ListDefinition<Row>, row: Row): string {
  const { type, idOf, editUrl } = definition
  return editUrl?.(row) ?? `/config/${type}/edit/${encodeURIComponent(idOf(row))}`
}

export function canDelete<Row>(definition: ListDefinition<Row>, row: Row): boolean {
  // Asked of ten thousand rows: the other flags would be put together for nothing.
  return (definition.hasDelete ?? true) && !isFixed(definition, row) && explainKept(definition, row) === null
}

export function explainKept<Row>(definition: ListDefinition<Row>, row: Row): string | null {
  return definition.explainKept?.(row) ?? null
}

/** Whether a column's value may be changed in this row. */
export function canChange<Row>(definition: ListDefinition<Row>, column: Column<Row>, row: Row): boolean {
  return !isFixed(definition, row) && (column.canChange?.(row) ?? true)
}

export function isFixed<Row>(definition: ListDefinition<Row>, row: Row): boolean {
  return definition.isUndeletable?.(row) ?? false
}
